// The state of the review form: its texts with their draft, its pictures, and sending it.
import { useState } from 'react';
import { errorsByField } from '../platform/request.ts';
import type { CallFailure } from '../platform/request.ts';
import { postReview } from './reviews.ts';
import { checkReview } from '../../shop/forms/review.ts';
import type { ReviewField } from '../../shop/forms/review.ts';
import type { Review } from '../../shop/review.ts';
import { useForm } from '../ui/form/form.ts';
import type { Form } from '../ui/form/form.ts';
import { clearDraft, readDraft, saveDraft } from './kept-draft.ts';
import type { KeptDraft } from './kept-draft.ts';
import { usePhotos } from './use-photos.ts';
import type { Photos } from './use-photos.ts';

export interface ReviewFormControl extends Form<ReviewField> {
  readonly draft: KeptDraft;
  readonly photos: Photos;
  /** The part of the upload that is done, 0 to 1. */
  readonly sent: number;
  /** Why the last try failed. */
  readonly failure: CallFailure | undefined;
  /** Keeps what is typed. */
  change(part: KeptDraft): void;
}

interface Parts {
  productId: string;
  /** The name of the account, used if none is typed. */
  authorName: string | undefined;
  onSaved: (saved: Review) => void;
}

export function useReviewForm({ productId, authorName, onSaved }: Parts): ReviewFormControl {
  const [kept, setKept] = useState(() => readDraft(productId));
  const [sent, setSent] = useState(0);
  const [failure, setFailure] = useState<CallFailure>();
  const photos = usePhotos();
  const draft = { ...(authorName !== undefined && { name: authorName }), ...kept };

  const form = useForm<ReviewField | 'images'>(async () => {
    setSent(0);
    setFailure(undefined);
    const checked = checkReview(draft);
    const pictures = await photos.toSend();
    if (!checked.ok) return { ...checked.errors, ...(!pictures && { images: 'refused' }) };
    if (!pictures) return { images: 'refused' };
    const date = new Date().toISOString();
    const reply = await postReview({ productId, ...checked.value, date, pictures }, setSent);
    if (!reply.ok) {
      // oxlint-disable-next-line no-console -- the specification logs it in these words
      console.error('Failed to save review', reply);
      setFailure(reply);
      const errors = errorsByField(reply);
      if (errors['images']) photos.setError(errors['images']);
      return errors;
    }
    clearDraft(productId);
    setKept({});
    photos.clear();
    onSaved(reply.value);
    return undefined;
  });

  return {
    ...form,
    draft,
    photos,
    sent,
    failure,

    change(part) {
      const next = { ...kept, ...part };
      setKept(next);
      saveDraft(productId, next);
    },
  };
}
