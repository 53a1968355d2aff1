// The review form of /prod: its texts stay in its own fields, its stars and its picture here.
import { useState } from 'react';
import { checkProdPicture, checkProdReview } from '../../../shop/forms/prod-review.ts';
import type { ProdReviewFault, ProdReviewField } from '../../../shop/forms/prod-review.ts';
import type { LocalReview } from './sample-reviews.ts';

export interface ProdReviewForm {
  readonly rating: number | undefined;
  readonly picture: File | undefined;
  readonly thanked: boolean;
  /** The message for a field, if that is the one at fault. */
  errorOf(field: ProdReviewField): string | undefined;
  rate(rating: number): void;
  choosePicture(file: File | undefined): void;
  /** The browser cannot show the chosen file, whatever it is called. */
  refusePicture(): void;
  /** Something is typed or chosen: what was said before holds no longer. */
  edit(): void;
  submit(form: HTMLFormElement): void;
}

let lastId = 0;

export function useProdReview(onReview: (review: LocalReview) => void): ProdReviewForm {
  const [rating, rate] = useState<number>();
  const [picture, setPicture] = useState<File>();
  const [unreadable, setUnreadable] = useState<File>();
  const [fault, setFault] = useState<ProdReviewFault>();
  const [thanked, setThanked] = useState(false);

  function submit(form: HTMLFormElement): void {
    const type = picture === unreadable ? '' : picture?.type;
    const texts = Object.fromEntries(new FormData(form));
    const checked = checkProdReview(texts, picture && type);
    if (!checked.ok) {
      setFault(checked);
      return form.querySelector<HTMLElement>(`[name=${checked.field}]`)?.focus();
    }
    lastId += 1;
    onReview({ ...checked.value, id: `local-${lastId}`, ...(picture && { picture }) });
    form.reset();
    rate(undefined);
    setPicture(undefined);
    setThanked(true);
  }

  return {
    rating,
    picture,
    thanked,
    errorOf: (field) => (fault?.field === field ? fault.message : undefined),
    rate,
    choosePicture(file) {
      setPicture(file);
      setFault(file && checkProdPicture(file.type));
    },
    refusePicture() {
      setUnreadable(picture);
      setFault(checkProdPicture(''));
    },
    edit() {
      setFault(undefined);
      setThanked(false);
    },
    submit,
  };
}
