// The reviews of /prod: samples, above them what is written here, and the form for it. Nothing of it leaves the page.
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout.module.css';
import { Stars } from '../../ui/stars.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Title } from '../../ui/title.tsx';
import { FilePicture } from './chosen-picture.ts';
import s from './local-reviews.module.css';
import { ReviewForm } from './review-form.tsx';
import { sampleReviews } from './sample-reviews.ts';
import type { LocalReview } from './sample-reviews.ts';

export function LocalReviews() {
  const [reviews, setReviews] = useState(sampleReviews);
  return (
    <section className={classNames(layout.section, layout.paper)} aria-labelledby="prod-reviews">
      <div className={layout.wrap}>
        <Title
          level={2}
          id="prod-reviews"
          text="These are sample reviews. Yours will appear above them."
        >
          Reviews
        </Title>
        <div className={s.halves}>
          <div className={s.list}>
            {reviews.map((review) => (
              <Review key={review.id} review={review} />
            ))}
          </div>
          <ReviewForm onReview={(review) => setReviews((before) => [review, ...before])} />
        </div>
      </div>
    </section>
  );
}

function Review({ review }: { review: LocalReview }) {
  const { id, name, rating, comment, picture, isSample } = review;
  return (
    <article className={s.review} aria-labelledby={id}>
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
