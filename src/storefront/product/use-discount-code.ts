// Adds a discount code to the choice: it reduces the price, and is dropped with a change of the version.
import { useState } from 'react';
import { discounted, successOf, tryCode, withCoupon } from './discount-code.ts';
import type { CodeState } from './discount-code.ts';
import type { ChoiceControl } from './use-choice.ts';

export interface DiscountCode {
  /** The applied code, in its official spelling. */
  readonly applied: string | undefined;
  /** What was wrong with the last try. */
  readonly fault: string | undefined;
  readonly success: string | undefined;
  /** Tries a code as typed. Returns whether it applies. */
  apply(typed: string): boolean;
  /** Call when another code is typed: clears the error of the last one. */
  edit(): void;
  /** Removes the code. */
  remove(): void;
}

export function useDiscountCode(choice: ChoiceControl): {
  code: DiscountCode;
  /** The choice at the discounted price. */
  control: ChoiceControl;
} {
  const [state, setState] = useState<CodeState>({});
  const { coupon, fault } = state;
  const { amounts } = choice;

  return {
    code: {
      applied: coupon?.code,
      fault,
      success: coupon && !fault ? successOf(coupon, amounts.total) : undefined,
      apply(typed) {
        const next = tryCode(state, typed, amounts.total);
        setState(next);
        return next.fault === undefined;
      },
      edit: () => setState(coupon ? { coupon } : {}),
      remove: () => setState({}),
    },
    control: {
      ...choice,
      amounts: discounted(amounts, coupon),
      versions: withCoupon(choice, coupon),
      chooseVersion(version) {
        setState({});
        choice.chooseVersion(version);
      },
    },
  };
}
