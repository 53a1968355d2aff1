// One review.
import { useId, useState } from 'react';
import type { Review } from '../../shop/review.ts';
import { formatDate } from '../../shop/long-date.ts';
import { reviewComment, reviewName, shortComment } from './review-texts.ts';
import { Button } from '../ui/form/button.tsx';
import { Stars } from '../ui/product/stars.tsx';
import { Tag } from '../ui/product/tag.tsx';
import s from './review-article.module.css';
import { ReviewPhotos } from './review-photos.tsx';

interface ReviewArticleProps {
  review: Review;
  hasVoted: boolean;
  onVote: () => void;
}

/** What people wrote has its own text direction, whatever script it is in. */
export function ReviewArticle({ review, hasVoted, onVote }: ReviewArticleProps) {
  const nameId = useId();
  const name = reviewName(review);
  return (
    <article aria-labelledby={nameId} className={s.review}>
      <div className={s.who}>
        <header>
          <span className={s.face} aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <div>
            <b id={nameId} dir="auto">
              {name}
            </b>
            {review.createdAt && (
              <time dateTime={review.createdAt}>{formatDate(review.createdAt)}</time>
            )}
          </div>
        </header>
        <div className={s.marks}>
          <Stars rating={review.rating} />
          {review.verified && (
            <Tag tone="good" small>
              Verified
            </Tag>
          )}
          {review.featured && (
            <Tag tone="lilac" small>
              Featured
            </Tag>
          )}
        </div>
      </div>
      {review.title && <h3 dir="auto">{review.title}</h3>}
      <Comment text={reviewComment(review)} />
      {review.images.length > 0 && <ReviewPhotos names={review.images} author={name} />}
      <Button variant="line" size="small" aria-pressed={hasVoted} onClick={onVote}>
        Helpful ({review.helpfulVotes})
      </Button>
    </article>
  );
}

function Comment({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const short = shortComment(text);
  return (
    <div className={s.comment}>
      <p dir="auto">{isOpen ? text : (short ?? text)}</p>
      {short !== undefined && (
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Read Less' : 'Read More'}
        </Button>
      )}
    </div>
  );
}
