// The review form as it is filled in: its texts with their draft, its pictures, its way to the server.
import { useState } from 'react';
import type { CallFailure } from '../../calls/http.ts';
import { postReview } from '../../calls/reviews.ts';
import { checkReview } from '../../../shop/forms/review.ts';
import type { ReviewField } from '../../../shop/forms/review.ts';
import type { Review } from '../../../shop/reviews/review.ts';
import { focusField } from '../../ui/form-texts.ts';
import { clearDraft, readDraft, saveDraft } from './kept-draft.ts';
import type { KeptDraft } from './kept-draft.ts';
import { usePhotos } from './use-photos.ts';
import type { Photos } from './use-photos.ts';

export type ReviewErrors = Partial<Record<ReviewField, string>>;

export interface ReviewForm {
  readonly draft: KeptDraft;
  readonly photos: Photos;
  readonly errors: ReviewErrors;
  readonly isSending: boolean;
  /** The part of the upload that is done, 0 to 1. */
  readonly sent: number;
  /** Why the last try failed. */
  readonly failure: CallFailure | undefined;
  /** Keeps what is typed and takes the errors of its fields back. */
  change(part: KeptDraft): void;
  /**
   * Checks and sends; resolves with whether the review was saved. What is wrong gets its message, and
   * the first of it the focus.
   */
  submit(form: HTMLFormElement): Promise<boolean>;
}

interface Parts {
  productId: string;
  /** The name that goes with the account, for who types none. */
  authorName: string | undefined;
  onSaved: (saved: Review) => void;
}

export function useReviewForm({ productId, authorName, onSaved }: Parts): ReviewForm {
  const [kept, setKept] = useState(() => readDraft(productId));
  const [errors, setErrors] = useState<ReviewErrors>({});
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState(0);
  const [failure, setFailure] = useState<CallFailure>();
  const photos = usePhotos();
  const draft = { ...(authorName !== undefined && { name: authorName }), ...kept };

  function point(form: HTMLFormElement, found: ReviewErrors & { images?: string }): false {
    setErrors(found);
    focusField(form, found);
    return false;
  }

  function refused(form: HTMLFormElement, reply: CallFailure): false {
    // oxlint-disable-next-line no-console -- the specification logs it in these words
    console.error('Failed to save review', reply);
    setFailure(reply);
    const found: Record<string, string> = {};
    for (const { field, message } of reply.errors) found[field] ??= message;
    if (found['images']) photos.setError(found['images']);
    return point(form, found);
  }

  async function send(form: HTMLFormElement): Promise<boolean> {
    const checked = checkReview(draft);
    const pictures = await photos.toSend();
    if (!checked.ok || !pictures) {
      const texts = checked.ok ? {} : checked.errors;
      return point(form, pictures ? texts : { ...texts, images: 'refused' });
    }
    const date = new Date().toISOString();
    const reply = await postReview({ productId, ...checked.value, date, pictures }, setSent);
    if (!reply.ok) return refused(form, reply);
    clearDraft(productId);
    setKept({});
    setErrors({});
    photos.clear();
    onSaved(reply.value);
    return true;
  }

  return {
    draft,
    photos,
    errors,
    isSending,
    sent,
    failure,

    change(part) {
      const next = { ...kept, ...part };
      setKept(next);
      saveDraft(productId, next);
      const edited = Object.keys(part).map((field) => [field, undefined]);
      setErrors((before) => ({ ...before, ...Object.fromEntries(edited) }));
    },

    async submit(form) {
      if (isSending) return false;
      setSending(true);
      setSent(0);
      setFailure(undefined);
      const isSaved = await send(form);
      setSending(false);
      return isSaved;
    },
  };
}
