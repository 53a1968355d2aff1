// The sample reviews of /prod as cards, with the visitor's own reviews above them and the form below. Nothing of it
// leaves the page.
import { useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Stars } from '../ui/product/stars.tsx';
import { Tag } from '../ui/product/tag.tsx';
import { FilePicture } from '../ui/form/file-picture.tsx';
import { ReviewForm } from './review-form.tsx';
import s from './prod-reviews.module.css';
import { sampleReviews } from './sample-reviews.ts';
import type { LocalReview } from './sample-reviews.ts';

export default function ReviewCards() {
  const [reviews, setReviews] = useState(sampleReviews);
  return (
    <div className={s.parts}>
      <div className={s.cards}>
        {reviews.map((review) => (
          <Review key={review.id} review={review} />
        ))}
      </div>
      <ReviewForm onReview={(review) => setReviews((before) => [review, ...before])} />
    </div>
  );
}

function Review({ review }: { review: LocalReview }) {
  const { id, name, rating, comment, picture, isSample } = review;
  return (
    <article className={classNames(s.card, !isSample && s.yours)} aria-labelledby={id}>
      <div className={s.head}>
        <h3 id={id}>{name}</h3>
        <Tag small tone={isSample ? undefined : 'lilac'}>
          {isSample ? 'Sample' : 'Yours'}
        </Tag>
      </div>
      <Stars rating={rating} />
      <p className={s.comment}>{comment}</p>
      {picture && (
        <FilePicture file={picture} alt={`Picture by ${name}`} size={160} className={s.picture} />
      )}
    </article>
  );
}
