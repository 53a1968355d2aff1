// Figures, list and form of a product's reviews. Loaded when the section comes near the view.
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Product } from '../../shop/catalogue/product.ts';
import { groupDigits } from '../../shop/money.ts';
import { formatAverage } from '../../shop/reviews.ts';
import type { RatingSums } from '../../shop/reviews.ts';
import type { User } from '../session/session.ts';
import layout from '../ui/layout/layout.module.css';
import { Stars } from '../ui/product/stars.tsx';
import { useReviews } from './load-reviews.ts';
import { useReviewForm } from './post-review.ts';
import { ReviewForm } from './review-form.tsx';
import { ReviewList, starText } from './review-list.tsx';
import s from './review-panel.module.css';

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
  const isEmpty = page?.count === 0;
  const { box, isHeld } = useHeldRoom(page !== undefined, isEmpty);

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
          <div className={layout.beside}>
            <RatingSummary sums={page} />
            <ReviewList reviews={reviews} page={page} />
          </div>
        )}
      </div>
    </>
  );
}

/**
 * Keeps the height of what is pending after the reviews are loaded, because they may be lower: nothing that the visitor
 * sees below them may jump up. Returns whether it is kept, and the ref of the element that holds them.
 * @param isEmpty then the heading above moves as well
 */
function useHeldRoom(isLoaded: boolean, isEmpty: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(true);
  const height = useRef(0);
  useLayoutEffect(() => {
    if (!isLoaded) height.current = box.current?.offsetHeight ?? 0;
  }, [isLoaded]);
  useLayoutEffect(() => {
    const { current } = box;
    if (!isLoaded || !current) return undefined;
    current.style.minHeight = isHeld ? `${height.current}px` : '';
    if (!isHeld) return undefined;
    const look = () => {
      const { top, bottom } = current.getBoundingClientRect();
      const end = isEmpty ? top : (current.lastElementChild?.getBoundingClientRect().bottom ?? top);
      // Above the view it can go only where the browser keeps the view in its place.
      const isPast = bottom <= 0 && CSS.supports('overflow-anchor', 'auto');
      if (isPast || end >= innerHeight) setHeld(false);
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [isLoaded, isHeld, isEmpty]);
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
            <span>{starText(stars)}</span>
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
