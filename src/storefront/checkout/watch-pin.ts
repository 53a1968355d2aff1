// Compares PIN code and state while they are filled in: fills in the state of a PIN code, and asks about a mismatch.
import { isPinCode } from '../../shop/pin-code.ts';

type WatchedForm = Pick<HTMLFormElement, 'addEventListener' | 'removeEventListener'> & {
  elements: Pick<HTMLFormElement['elements'], 'namedItem'>;
};

export interface PinNews {
  /** A mismatch, or a place that cannot be chosen. */
  question?: string | undefined;
  /** The state that was filled in. */
  filled?: string | undefined;
}

/** The table of PIN codes loads with the first focus, so that the advice follows the last digit at once. */
const loadRules = () => import('../../shop/pin-question.ts');

/**
 * Watches the form. Returns a function that stops it.
 * @param show called with each new advice, and with {} once there is none
 */
export function watchPin(form: WatchedForm, show: (news: PinNews) => void): () => void {
  const pincode = form.elements.namedItem('pincode') as HTMLInputElement;
  const state = form.elements.namedItem('state') as HTMLSelectElement;
  let suggested: string | undefined;

  async function look(target: unknown): Promise<void> {
    if (target !== pincode && target !== state) return;
    const rules = await loadRules();
    // A shopper who removes the state again wants to choose it.
    const isTakenAway = target === state && state.value === '';
    if (isTakenAway || !isPinCode(pincode.value.replaceAll(/\s/g, ''))) return show({});
    // The next PIN code replaces a state that was filled in here, but not a chosen one.
    const isOwn = state.value === suggested;
    const { state: found = '', question } = rules.adviceOnPin(
      pincode.value,
      isOwn ? '' : state.value,
    );
    if (!found && !isOwn) return show({ question });
    suggested = found || undefined;
    if (state.value !== found) {
      state.value = found;
      // The form saves its draft, and clears the error of the field.
      state.dispatchEvent(new Event('input', { bubbles: true }));
    }
    show({ question, filled: suggested });
  }

  const onInput = ({ target }: Pick<Event, 'target'>) => void look(target).catch(() => undefined);
  // A field that already has the focus may contain the whole PIN code.
  onInput({ target: [pincode, state].find((field) => field.matches(':focus')) ?? null });
  const onFocus = () => void loadRules().catch(() => undefined);
  form.addEventListener('input', onInput);
  form.addEventListener('focusin', onFocus, { once: true });
  return () => {
    form.removeEventListener('input', onInput);
    form.removeEventListener('focusin', onFocus);
  };
}
