// The review form of /prod: its texts stay in its own fields, its stars and its picture here.
import { useState } from 'react';
import { checkProdPicture } from '../../../shop/forms/prod-picture.ts';
import type { ProdReviewField } from '../../../shop/forms/prod-picture.ts';
import { useForm } from '../../ui/use-form.ts';
import type { Form } from '../../ui/use-form.ts';
import type { LocalReview } from './sample-reviews.ts';

export interface ProdReviewForm extends Form<ProdReviewField> {
  readonly rating: number | undefined;
  readonly picture: File | undefined;
  rate(rating: number): void;
  choosePicture(file: File | undefined): void;
  /** The browser cannot show the chosen file, whatever it is called. */
  refusePicture(): void;
}

let lastId = 0;

export function useProdReview(onReview: (review: LocalReview) => void): ProdReviewForm {
  const [rating, rate] = useState<number>();
  const [picture, setPicture] = useState<File>();
  const [unreadable, setUnreadable] = useState<File>();
  const type = picture && (picture === unreadable ? '' : picture.type);
  const pictureFault = type === undefined ? undefined : checkProdPicture(type);

  const form = useForm<ProdReviewField>(async (texts, element) => {
    const { checkProdReview } = await import('../../../shop/forms/prod-review.ts');
    const checked = checkProdReview(texts, type);
    if (!checked.ok) return { [checked.field]: checked.message };
    lastId += 1;
    onReview({ ...checked.value, id: `local-${lastId}`, ...(picture && { picture }) });
    element.reset();
    rate(undefined);
    setPicture(undefined);
    return undefined;
  });

  return {
    ...form,
    errors: { ...form.errors, ...(pictureFault && { picture: pictureFault.message }) },
    rating,
    picture,
    rate,
    choosePicture: setPicture,
    refusePicture: () => setUnreadable(picture),
  };
}
