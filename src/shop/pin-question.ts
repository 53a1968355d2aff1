// Compares the PIN code of the delivery form with its state: fills in the state, or asks about it. It never rejects the
// form.
import { isPinCode } from './pin-code.ts';
import { type Place, placesOf } from './pin-places.ts';
import { type State, states } from './states.ts';

/** The text of the link beside State. */
const NOT_LISTED = 'My place is not listed';

export interface PinAdvice {
  /** The state to fill in. */
  state?: State;
  /** What to ask below the fields. */
  question?: string;
}

/**
 * Returns what the PIN code, as typed, says about the state.
 * @param state the chosen state, '' for none
 */
export function adviceOnPin(typed: string, state: string): PinAdvice {
  const pincode = typed.replaceAll(/\s/g, '');
  const places: readonly Place[] = isPinCode(pincode) ? placesOf(pincode) : [];
  if (places.length === 0 || places.some((place) => place === state)) return {};
  const listed = states.filter((each) => places.includes(each));
  const [only] = listed;
  if (state === '' && only && places.length === 1) return { state: only };
  if (state === '' && only) return {};
  const where = `${pincode} is in ${places.join(' or ')}.`;
  if (state === '') return { question: `${where} Please ask us: tap ‘${NOT_LISTED}’.` };
  const remedy = only ? 'please change one of them' : `tap ‘${NOT_LISTED}’`;
  return { question: `${where} Is ${state} right? If not, ${remedy}.` };
}
