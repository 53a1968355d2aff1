// Figures, list and form of a product's reviews. Loaded when the section comes near the view.
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { ReviewsSkeleton } from './reviews-skeleton.tsx';
import { NoReviews } from './no-reviews.tsx';
import { RatingSummary } from './rating-summary.tsx';
import { ReviewForm } from './review-form.tsx';
import { ReviewList } from './review-list.tsx';
import type { ReviewedProduct } from './reviewed-product.ts';
import s from './reviews.module.css';
import { useReviewForm } from './use-review-form.ts';
import { useReviews } from './use-reviews.ts';

export interface ReviewsProps {
  product: ReviewedProduct;
  /** The signed-in person. */
  author: { name: string; email: string } | undefined;
  isWriting: boolean;
  /** The form has done its work, or is not wanted any more. */
  onClose: () => void;
}

export function Reviews({ product, author, isWriting, onClose }: ReviewsProps) {
  const reviews = useReviews(product.id);
  const form = useReviewForm({
    productId: product.id,
    authorName: author?.name,
    onSaved: (saved) => void reviews.add(saved),
  });
  const { page } = reviews;
  const place = useRef<HTMLDivElement>(null);
  const isHeld = useHeldRoom(place, page !== undefined);

  return (
    <>
      {isWriting && (
        <ReviewForm form={form} email={author?.email ?? ''} product={product} onClose={onClose} />
      )}
      <div ref={place} className={classNames(s.body, isHeld && s.held)}>
        {page === undefined && <ReviewsSkeleton />}
        {page?.count === 0 && <NoReviews />}
        {page !== undefined && page.count > 0 && (
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
 * Whether the room of the skeleton is kept. What takes its place may be lower; as long as the visitor is
 * looking at it, nothing below may jump up.
 */
function useHeldRoom(place: RefObject<HTMLElement | null>, isLoaded: boolean): boolean {
  const [isHeld, setHeld] = useState(true);
  useEffect(() => {
    if (!isLoaded || !place.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      const isBelow = ({ isIntersecting, boundingClientRect }: IntersectionObserverEntry) =>
        !isIntersecting && boundingClientRect.top > 0;
      if (!entries.some(isBelow)) return;
      observer.disconnect();
      setHeld(false);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place, isLoaded]);
  return isHeld;
}
