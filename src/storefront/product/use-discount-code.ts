// Adds a discount code to the choice: it reduces the price, and is dropped with a change of the version.
import { useRef, useState } from 'react';
import type { CodeState } from './discount-code.ts';
import type { ChoiceControl } from './use-choice.ts';

export interface DiscountCode {
  /** The applied code, in its official spelling. */
  readonly applied: string | undefined;
  /** What was wrong with the last try. */
  readonly fault: string | undefined;
  readonly success: string | undefined;
  /** Tries a code as typed. Resolves to whether it applies. */
  apply(typed: string): Promise<boolean>;
  /** Call when another code is typed: clears the error of the last one. */
  edit(): void;
  /** Removes the code. */
  remove(): void;
}

/** Fetches the codes and their rules, which are not needed before a code is tried. */
const loadRules = () => import('./discount-code.ts').catch(() => undefined);

const NOT_LOADED = 'Please check your connection and try again.';

export function useDiscountCode(choice: ChoiceControl): {
  code: DiscountCode;
  /** The choice at the discounted price. */
  control: ChoiceControl;
} {
  const [state, setState] = useState<CodeState>({});
  const [rules, setRules] = useState<Awaited<ReturnType<typeof loadRules>>>();
  /** The latest state, for what follows after the rules were fetched. */
  const latest = useRef(state);
  const { coupon, fault } = state;
  const { amounts } = choice;

  function put(next: CodeState): void {
    latest.current = next;
    setState(next);
  }

  return {
    code: {
      applied: coupon?.code,
      fault,
      success: coupon && !fault ? rules?.successOf(coupon, amounts.total) : undefined,
      async apply(typed) {
        const loaded = await loadRules();
        setRules(loaded);
        const next = loaded
          ? loaded.tryCode(latest.current, typed, amounts.total)
          : { ...latest.current, fault: NOT_LOADED };
        put(next);
        return next.fault === undefined;
      },
      edit: () => put(coupon ? { coupon } : {}),
      remove: () => put({}),
    },
    control: {
      ...choice,
      amounts: rules ? rules.discounted(amounts, coupon) : amounts,
      versions: rules ? rules.withCoupon(choice, coupon) : choice.versions,
      chooseVersion(version) {
        put({});
        choice.chooseVersion(version);
      },
    },
  };
}
