// The live region of the 'Added to cart' toast.
import { AddedWords } from './added-words.tsx';
import type { Added } from './add-to-cart.tsx';

/** `added` is the last addition; undefined before the first. */
export function AddedToast({ added }: { added: Added | undefined }) {
  // Always rendered, so that screen readers announce what appears in it.
  return <output>{added && <AddedWords added={added} />}</output>;
}
