// What was typed into the review form, kept in the tab for each product: closing the form, a reload
// or a login on the way loses nothing. Files cannot be kept, and the e-mail is the account's.
import * as v from 'valibot';
import { inTab } from '../platform/storage.ts';

const keptFor = (productId: string) => inTab(`maalai.review.${productId}`);

const KeptDraft = v.partial(
  v.object({
    rating: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
    name: v.string(),
    title: v.string(),
    comment: v.string(),
  }),
);

/** The filled-in fields; a field that nobody touched is missing. */
export type KeptDraft = v.InferOutput<typeof KeptDraft>;

/** Returns what was typed before; empty if there is nothing, or it cannot be read. */
export function readDraft(productId: string): KeptDraft {
  const parsed = v.safeParse(KeptDraft, keptFor(productId).read());
  return parsed.success ? parsed.output : {};
}

export function saveDraft(productId: string, draft: KeptDraft): void {
  keptFor(productId).write(draft);
}

export function clearDraft(productId: string): void {
  keptFor(productId).remove();
}
