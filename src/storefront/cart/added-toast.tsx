// The live region of the 'Added to cart' toast. The toast itself is fetched when something was added.
import { onDemand } from '../platform/load.tsx';
import type { Added } from './add-to-cart.tsx';

/** If it cannot be fetched, the number beside the cart still shows the addition. */
const Toast = onDemand(() => import('./added-words.tsx'));

/** `added` is the last addition; undefined before the first. */
export function AddedToast({ added }: { added: Added | undefined }) {
  // Always rendered, so that screen readers announce what appears in it.
  return <output>{added && <Toast added={added} />}</output>;
}
