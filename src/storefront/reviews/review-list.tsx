// The reviews that match, three a page.
import { useRef } from 'react';
import type { ReviewPageWithSums } from './reviews.ts';
import { firstView, REVIEWS_PER_PAGE } from '../../shop/reviews.ts';
import { Button } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/form/icon-button.tsx';
import { gentleScroll } from '../ui/motion/ui-motion.ts';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import { ReviewArticle } from './review-article.tsx';
import s from './review-list.module.css';
import { ReviewTools } from './review-tools.tsx';
import type { Reviews } from './load-reviews.ts';

interface ReviewListProps {
  reviews: Reviews;
  page: ReviewPageWithSums;
}

export function ReviewList({ reviews, page }: ReviewListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { view, isWaiting } = reviews;

  async function turnTo(number: number): Promise<void> {
    await reviews.turnTo(number);
    // The pager is below the list: a visitor who turns the page begins to read at its top.
    const top = list.current?.getBoundingClientRect().top ?? 0;
    if (top < 0) list.current?.scrollIntoView({ block: 'start', behavior: gentleScroll() });
  }

  return (
    <div ref={list}>
      <ReviewTools view={view} onChange={reviews.change} />
      <output>
        {page.total < page.count && (
          <VisuallyHidden>
            {page.total} of {page.count} reviews match
          </VisuallyHidden>
        )}
      </output>
      <div aria-busy={isWaiting} className={classNames(isWaiting && s.waiting)}>
        {page.reviews.map((review) => (
          <ReviewArticle
            key={review.id}
            review={review}
            hasVoted={reviews.hasVoted(review)}
            onVote={() => void reviews.vote(review)}
          />
        ))}
        {page.total === 0 && (
          <div className={s.none}>
            <p>No reviews match your criteria</p>
            <Button
              variant="line"
              size="small"
              onClick={() => reviews.change({ ...firstView, sort: view.sort })}
            >
              Clear filters
            </Button>
          </div>
        )}
      </div>
      {page.count > REVIEWS_PER_PAGE && page.total > 0 && (
        <Pager page={page.page} pages={page.pages} onTurn={(number) => void turnTo(number)} />
      )}
    </div>
  );
}

interface PagerProps {
  /** From 1. */
  page: number;
  pages: number;
  onTurn: (page: number) => void;
}

/** At an end its button keeps the keyboard's focus, and is marked as disabled. */
function Pager({ page, pages, onTurn }: PagerProps) {
  const [isFirst, isLast] = [page <= 1, page >= pages];
  return (
    <div className={s.pager}>
      <IconButton
        label="Previous page"
        icon="prev"
        aria-disabled={isFirst}
        onClick={() => !isFirst && onTurn(page - 1)}
      />
      <output>
        Page {page} of {pages}
      </output>
      <IconButton
        label="Next page"
        icon="next"
        aria-disabled={isLast}
        onClick={() => !isLast && onTurn(page + 1)}
      />
    </div>
  );
}
