// Reviews: answered in public, hidden for one of few reasons, shown again.
import { hideReasons } from '../../shop/forms/owner.ts';
import { pictureAddress } from '../../shop/reviews.ts';
import { Field, Hidden, nothingTyped, Tag } from '../parts.tsx';
import type { Typed } from '../parts.tsx';

export interface DeskReview {
  id: string;
  /** What names it: its title, else the beginning of its comment. */
  label: string;
  rating: number;
  title: string;
  comment: string;
  /** 'Anjali Deshmukh · Dairy Milk Garland · verified' */
  facts: string;
  author: string;
  /** 'today, 8:12' */
  time: string;
  images: readonly string[];
  answer: string;
  /** When it was given; '' without one. */
  since: string;
  /** 'Public since Sun 29 Nov' */
  answeredSince: string | undefined;
  hidden: { reason: string; by: string; on: string } | undefined;
  /** Returns the id of the act of one more form on it. */
  draw: () => string;
}

interface ReviewsProps {
  average: string;
  shown: number;
  hiddenCount: number;
  reviews: readonly DeskReview[];
  /** What was typed at one of them. */
  typed: (Typed & { id: string }) | undefined;
  /** The query of this page. */
  page: string;
  /** The link to older ones. */
  older: string | undefined;
  /** The link to those that were hidden earlier. */
  olderHidden: string | undefined;
}

export function reviewsPage(props: ReviewsProps) {
  const { average, shown, hiddenCount, reviews, typed, page, older, olderHidden } = props;
  return (
    <>
      <p className="lead">
        <b>{average}</b>
        {` from ${shown} shown, ${hiddenCount} hidden`}
      </p>
      {reviews.length === 0 && <p>No reviews yet.</p>}
      {reviews.map((review) => (
        <Review
          key={review.id}
          review={review}
          page={page}
          typed={typed?.id === review.id ? typed : nothingTyped}
        />
      ))}
      {(older ?? olderHidden) !== undefined && (
        <p className="pager">
          {olderHidden === undefined ? (
            <span />
          ) : (
            <a className="quiet" href={olderHidden}>
              Older hidden reviews
            </a>
          )}
          {older !== undefined && (
            <a className="quiet" href={older}>
              Older reviews
            </a>
          )}
        </p>
      )}
    </>
  );
}

interface ReviewProps {
  review: DeskReview;
  page: string;
  typed: Typed;
}

function Review({ review, page, typed }: ReviewProps) {
  const { id, label, rating, title, comment, facts, time, images, hidden, draw, author } = review;
  return (
    <article className={hidden ? 'card review off' : 'card review'} aria-label={label} id={id}>
      <div className="stack">
        <p className="row">
          <span className={`stars s${rating}`}>
            <i aria-hidden="true" />
            {rating}
            <span className="sr"> of 5</span>
          </span>
          {hidden && (
            <Tag tone="bad" icon="off">
              Hidden
            </Tag>
          )}
          <small>{time}</small>
        </p>
        <blockquote dir="auto">
          {title !== '' && <b>{title}</b>}
          {comment}
        </blockquote>
        <p>
          <small>{facts}</small>
        </p>
        {images.length > 0 && (
          <ul className="photos">
            {images.map((name) => (
              <li key={name}>
                <img
                  className="pic"
                  src={pictureAddress(name, 'small')}
                  width={96}
                  height={96}
                  alt={`By ${author}`}
                  loading="lazy"
                />
                <form method="post" action={`/reviews/${id}/picture`}>
                  <Hidden act={draw()} />
                  <input type="hidden" name="name" value={name} />
                  <button className="quiet">Remove picture</button>
                </form>
              </li>
            ))}
          </ul>
        )}
      </div>
      <footer className="stack">
        {hidden ? (
          <>
            <p>
              <b>{`Hidden: ${hidden.reason}`}</b>
              <br />
              <small>{`${hidden.by}, ${hidden.on}. Its writer got the reason by e-mail. The average leaves it out.`}</small>
            </p>
            <form method="post" action={`/reviews/${id}/show`}>
              <Hidden act={draw()} />
              <button className="btn line">Show again</button>
            </form>
          </>
        ) : (
          <Acts review={review} page={page} typed={typed} />
        )}
      </footer>
    </article>
  );
}

function Acts({ review, page, typed }: ReviewProps) {
  const { id, draw, answer, since, answeredSince } = review;
  return (
    <>
      <form className="stack" method="post" action={`/reviews/${id}/answer${page}`}>
        <Hidden act={draw()} />
        <input type="hidden" name="since" value={since} />
        <Field
          id={`answer-${id}`}
          name="answer"
          label="Answer"
          rows={1}
          maxLength={1000}
          placeholder="Everyone can read it"
          typed={typed}
          defaultValue={answer}
          hint={answeredSince}
        />
        <button className={answer === '' ? 'btn line' : 'btn next'}>Publish answer</button>
      </form>
      <form className="hide" method="post" action={`/reviews/${id}/hide${page}`}>
        <Hidden act={draw()} />
        <Field
          id={`reason-${id}`}
          name="reason"
          label="Reason"
          typed={typed}
          options={['', ...hideReasons].map((reason) => (
            <option key={reason} value={reason}>
              {reason || 'Choose to hide'}
            </option>
          ))}
        />
        <button className="btn line">Hide</button>
      </form>
    </>
  );
}
