// Loads a product's reviews: the requested view, the response, votes, and what was just saved.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { ReviewPageResponse, ReviewsResponse } from '../../shop/payloads/review-pages.ts';
import {
  changeView,
  firstView,
  findPage,
  REVIEWS_PER_PAGE,
  sumRatingCounts,
  sumRatings,
  viewReviews,
} from '../../shop/reviews.ts';
import type { RatingSums, Review, ReviewPage, ReviewView } from '../../shop/reviews.ts';
import { sendRequest } from '../platform/request.ts';
import type { RequestResult } from '../platform/request.ts';

export const PATH = '/api/reviews';

/** One page of the matching reviews, and the sums over all reviews of the product. */
export type ReviewPageWithSums = ReviewPage & RatingSums;

/** What the list shows. */
interface Shown {
  view: ReviewView;
  page: ReviewPageWithSums;
}

interface Listing {
  /** What the controls show. */
  requested: ReviewView;
  /** Missing before the first response. */
  shown?: Shown;
}

/** Replaces reviews that could not be fetched. */
export const noReviews: ReviewPageWithSums = {
  reviews: [],
  page: 1,
  pages: 1,
  total: 0,
  ...sumRatingCounts({}),
};

export type Reviews = ReturnType<typeof useReviews>;

export function useReviews(productId: string) {
  const [{ requested, shown }, setListing] = useState<Listing>({ requested: firstView });
  /** By id: the votes of reviews that were pressed here. */
  const [pressed, setPressed] = useState<Readonly<Record<string, number>>>({});
  /** The latest listing; the state follows with the next rendering. */
  const current = useRef<Listing>({ requested: firstView });
  /** Counts requests, so that an overtaken response is dropped. */
  const turn = useRef(0);
  const hasFailed = useRef(false);

  function put(listing: Listing): void {
    current.current = listing;
    setListing(listing);
  }

  async function load(view: ReviewView, added?: Review): Promise<void> {
    turn.current += 1;
    const own = turn.current;
    put({ ...current.current, requested: view });
    const result = await getReviews(productId, view);
    if (own !== turn.current) return;
    hasFailed.current = !result.ok;
    // oxlint-disable-next-line no-console -- "logged only", says the specification
    if (!result.ok) console.error('The reviews could not be loaded', result);
    const before = current.current.shown ?? { view: firstView, page: noReviews };
    const got = result.ok ? { view, page: result.value } : before;
    put(settled(added ? { view, page: withSaved(got.page, added) } : got));
  }

  const begin = useEffectEvent(() => void load(firstView));
  const tryAgain = useEffectEvent(() => {
    if (hasFailed.current) void load(current.current.requested);
  });
  useEffect(() => {
    begin();
    addEventListener('online', tryAgain);
    return () => {
      turn.current += 1;
      removeEventListener('online', tryAgain);
    };
  }, []);

  /** Pressed votes stay, whatever the server counts. */
  const votes = ({ id, helpfulVotes }: Review) => Math.max(helpfulVotes, pressed[id] ?? 0);

  return {
    view: requested,
    /** Undefined until the first response. A failure is only logged and shows as no reviews. */
    page: shown?.page,
    /** The list still shows the previous view. */
    isWaiting: shown !== undefined && shown.view !== requested,
    votes,

    /** Changes filter, search or order, and goes to the first page. */
    change: (part: Partial<Omit<ReviewView, 'page'>>) =>
      void load(changeView(current.current.requested, part)),

    /** Resolves when the page is loaded. */
    turnTo: (page: number) => load({ ...current.current.requested, page }),

    /** Adds 1 to what is shown, at each press (section 4). The server counts one per visitor. */
    vote(review: Review): void {
      setPressed({ ...pressed, [review.id]: votes(review) + 1 });
      void voteHelpful(review.id);
    },

    /** Shows a review that was just saved, on top of all others. */
    async add(saved: Review): Promise<void> {
      const { requested: view, shown: before } = current.current;
      if (before?.view !== view || !isFirst(view)) return load(firstView, saved);
      put(settled({ view, page: withSaved(before.page, saved) }));
    },
  };
}

/**
 * Resolves to the page of a product's reviews that the view requests. The server filters, sorts and pages. A server
 * with only the specification's plain route returns all reviews of the shop: then the browser filters, sorts and
 * pages.
 */
export function getReviews(
  productId: string,
  view: ReviewView,
): Promise<RequestResult<ReviewPageWithSums>> {
  const { rating, keyword, sort, page } = view;
  const query = new URLSearchParams({
    productId,
    page: String(page),
    sort,
    rating: String(rating),
    q: keyword,
  });
  const PlainResponse = v.pipe(
    ReviewsResponse,
    v.transform((reviews) => reviews.filter((review) => review.productId === productId)),
    v.transform((own) => ({ ...viewReviews(own, view), ...sumRatings(own) })),
  );
  return sendRequest(`${PATH}?${query}`, { schema: v.union([ReviewPageResponse, PlainResponse]) });
}

/** The controls follow the list, because the server may return an earlier page than was requested. */
function settled({ view, page }: Shown): Listing {
  const reached = { ...view, page: page.page };
  return { requested: reached, shown: { view: reached, page } };
}

/** Votes for a review. Nobody can do anything about a lost vote, so its result is not told. */
export async function voteHelpful(reviewId: string): Promise<void> {
  const path = `${PATH}/${encodeURIComponent(reviewId)}/helpful`;
  await sendRequest(path, { method: 'POST', schema: v.unknown() });
}

function isFirst({ rating, keyword, sort, page }: ReviewView): boolean {
  return rating === 'all' && keyword === '' && sort === firstView.sort && page === 1;
}

/** Returns the first page of all reviews, with the saved one on top. Counts it, unless the page already has it. */
export function withSaved(page: ReviewPageWithSums, saved: Review): ReviewPageWithSums {
  const others = page.reviews.filter(({ id }) => id !== saved.id);
  const isNew = others.length === page.reviews.length;
  // A product has one featured review.
  const rest = saved.featured ? others.map((review) => ({ ...review, featured: false })) : others;
  const reviews = [saved, ...rest].slice(0, REVIEWS_PER_PAGE);
  if (!isNew) return { ...page, reviews };
  const counts = Object.fromEntries(page.breakdown.map(({ stars, count }) => [stars, count]));
  const sums = sumRatingCounts({ ...counts, [saved.rating]: (counts[saved.rating] ?? 0) + 1 });
  const { pages } = findPage(1, sums.count);
  return { ...sums, reviews, page: 1, pages, total: sums.count };
}
