// The review form of /prod: its texts stay in its own fields, its stars and its picture here.
import { useState } from 'react';
import { checkProdPicture } from './prod-picture.ts';
import type { ProdReviewField } from './prod-picture.ts';
import { useForm } from '../ui/form/form.ts';
import type { Form } from '../ui/form/form.ts';
import { checkProdReview } from './prod-review.ts';
import { isPicture } from './chosen-picture.ts';
import type { LocalReview } from './sample-reviews.ts';

export interface ProdReviewForm extends Form<ProdReviewField> {
  readonly rating: number | undefined;
  readonly picture: File | undefined;
  rate(rating: number): void;
  choosePicture(file: File | undefined): void;
}

let lastId = 0;

export function useProdReview(onReview: (review: LocalReview) => void): ProdReviewForm {
  const [rating, rate] = useState<number>();
  const [picture, setPicture] = useState<File>();
  const [unreadable, setUnreadable] = useState<File>();
  const pictureFault = picture && checkProdPicture(picture === unreadable ? '' : picture.type);

  function choosePicture(file: File | undefined): void {
    setPicture(file);
    if (file) void isPicture(file).then((isOne) => isOne || setUnreadable(file));
  }

  const form = useForm<ProdReviewField>(async (texts, element) => {
    // The form may be sent before it is known whether the browser can show the file.
    const type = picture && ((await isPicture(picture)) ? picture.type : '');
    const checked = checkProdReview(texts, type);
    if (!checked.ok) return { [checked.field]: checked.message };
    lastId += 1;
    onReview({ ...checked.value, id: `local-${lastId}`, ...(picture && { picture }) });
    element.reset();
    rate(undefined);
    setPicture(undefined);
    return undefined;
  });

  const { picture: _ofTheSentFile, ...errors } = form.errors;
  return {
    ...form,
    errors: { ...errors, ...(pictureFault && { picture: pictureFault.message }) },
    rating,
    picture,
    rate,
    choosePicture,
  };
}
