// A discount code beside the other choices: it cuts the price, and another version begins without it.
import { useState } from 'react';
import { discounted, successOf, tryCode } from './discount-code.ts';
import type { CodeState } from './discount-code.ts';
import type { ChoiceControl } from './use-choice.ts';

export interface DiscountCode {
  /** The code that holds, as it is spelt. */
  readonly applied: string | undefined;
  /** What was wrong with the last try. */
  readonly fault: string | undefined;
  readonly success: string | undefined;
  /** Tries a code as typed. True if it holds. */
  apply(typed: string): boolean;
  /** Another code is being typed: what was wrong with the last one is forgotten. */
  edit(): void;
}

export function useDiscountCode(choice: ChoiceControl): {
  code: DiscountCode;
  /** The choice at the code's price. */
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
      edit: () => setState((before) => (before.coupon ? { coupon: before.coupon } : {})),
    },
    control: {
      ...choice,
      amounts: discounted(amounts, coupon),
      chooseVersion(version) {
        setState({});
        choice.chooseVersion(version);
      },
    },
  };
}
