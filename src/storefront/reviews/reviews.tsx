// Figures, list and form of a product's reviews. Loaded when the section comes near the view.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Product } from '../../shop/catalogue/product.ts';
import { groupDigits } from '../../shop/money.ts';
import { formatAverage } from '../../shop/reviews.ts';
import type { RatingSums } from '../../shop/reviews.ts';
import type { User } from '../session/session.ts';
import { Stars } from '../ui/product/stars.tsx';
import { useReviews } from './load-reviews.ts';
import { useReviewForm } from './post-review.ts';
import { ReviewForm } from './review-form.tsx';
import { ReviewList, starWords } from './review-list.tsx';
import s from './reviews.module.css';

export interface ReviewsProps {
  product: Pick<Product, 'id' | 'link'>;
  /** The signed-in person. */
  author: User | undefined;
  isWriting: boolean;
  /** Shown if there are no reviews. */
  none: ReactNode;
  /** Shown until they are loaded. */
  pending: ReactNode;
  /** Called when the reviews are shown, or that there are none. */
  onShown: (isEmpty: boolean) => void;
  /** Called when the form was sent or closed. */
  onClose: () => void;
}

export function Reviews(props: ReviewsProps) {
  const { product, author, isWriting, none, pending, onClose } = props;
  const reviews = useReviews(product.id);
  const form = useReviewForm(product.id, author, (saved) => void reviews.add(saved));
  const { page } = reviews;
  const { box, isHeld } = useHeldRoom(page !== undefined);
  const isEmpty = page?.count === 0;

  const onShown = useEffectEvent(props.onShown);
  const isShown = page !== undefined && !(isEmpty && isHeld);
  useLayoutEffect(() => {
    if (isShown) onShown(isEmpty);
  }, [isShown, isEmpty]);

  return (
    <>
      {isWriting && (
        <ReviewForm form={form} email={author?.email ?? ''} product={product} onClose={onClose} />
      )}
      <div ref={box} className={s.body}>
        {page === undefined && pending}
        {isEmpty && !isWriting && none}
        {page !== undefined && !isEmpty && (
          <div className={s.reviews}>
            <RatingSummary sums={page} />
            <ReviewList reviews={reviews} page={page} />
          </div>
        )}
      </div>
    </>
  );
}

/**
 * Keeps the height of what is pending after the reviews are loaded, because they may be lower: as long as the visitor
 * is looking at them, nothing below may jump up. Returns whether it is kept, and the ref of the element that holds them.
 */
function useHeldRoom(isLoaded: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(true);
  const height = useRef(0);
  useLayoutEffect(() => {
    if (!isLoaded) height.current = box.current?.offsetHeight ?? 0;
  }, [isLoaded]);
  useLayoutEffect(() => {
    if (isLoaded && box.current) {
      box.current.style.minHeight = isHeld ? `${height.current}px` : '';
    }
  }, [isLoaded, isHeld]);
  useEffect(() => {
    if (!isLoaded || !box.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      const isBelow = ({ isIntersecting, boundingClientRect }: IntersectionObserverEntry) =>
        !isIntersecting && boundingClientRect.top > 0;
      if (!entries.some(isBelow)) return;
      observer.disconnect();
      setHeld(false);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isLoaded]);
  return { box, isHeld };
}

/** The average and its breakdown. The bars are hidden from screen readers, which read the figures beside them. */
function RatingSummary({ sums: { average, count, breakdown } }: { sums: RatingSums }) {
  return (
    <div className={s.summary}>
      <div className={s.average}>
        <strong>{formatAverage(average)}</strong>
        <div>
          <Stars rating={average} label={`${formatAverage(average)} out of 5 stars`} />
          <p>{count === 1 ? 'From 1 review' : `From ${groupDigits(String(count))} reviews`}</p>
        </div>
      </div>
      <ul className={s.bars} aria-label="Star breakdown">
        {breakdown.map(({ stars, percent }) => (
          <li key={stars}>
            <span>{starWords(stars)}</span>
            <svg
              className={s.bar}
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect width={percent} height="1" />
            </svg>
            <span>{`${percent}%`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
