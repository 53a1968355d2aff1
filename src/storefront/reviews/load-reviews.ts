// Loads a product's reviews: the requested view, the response, votes, and what was just saved.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import {
  HelpfulResponse,
  ReviewPageResponse,
  ReviewsResponse,
} from '../../shop/payloads/reviews.ts';
import {
  changeView,
  firstView,
  findPage,
  reviewOrder,
  REVIEWS_PER_PAGE,
  sumRatingCounts,
  sumRatings,
  viewReviews,
} from '../../shop/reviews.ts';
import type { RatingSums, Review, ReviewPage, ReviewView } from '../../shop/reviews.ts';
import { sendRequest } from '../platform/request.ts';
import type { RequestResult } from '../platform/request.ts';
import { inBrowser } from '../platform/storage.ts';

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
  const [voted, setVoted] = useState(readVoted);
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

  function setVotes(reviewId: string, votes: number): void {
    const { shown: before } = current.current;
    if (!before) return;
    const after = { ...before, page: withVotes(before.page, reviewId, votes) };
    put({ ...current.current, shown: after });
  }

  function setVote(reviewId: string, isVoted: boolean): void {
    // Another tab may have voted meanwhile.
    const others = [...new Set([...readVoted(), ...voted])].filter((id) => id !== reviewId);
    const next = isVoted ? [...others, reviewId] : others;
    saveVoted(next);
    setVoted(next);
  }

  return {
    view: requested,
    /** Undefined until the first response. A failure is only logged and shows as no reviews. */
    page: shown?.page,
    /** The list still shows the previous view. */
    isWaiting: shown !== undefined && shown.view !== requested,
    hasVoted: ({ id }: Review) => voted.includes(id),

    /** Changes filter, search or order, and goes to the first page. */
    change: (part: Partial<Omit<ReviewView, 'page'>>) =>
      void load(changeView(current.current.requested, part)),

    /** Resolves when the page is loaded. */
    turnTo: (page: number) => load({ ...current.current.requested, page }),

    /** Shows the vote at once, then what the server has counted. */
    async vote({ id, helpfulVotes }: Review): Promise<void> {
      if (voted.includes(id)) return;
      setVote(id, true);
      setVotes(id, helpfulVotes + 1);
      const result = await voteHelpful(id);
      if (result.ok) return setVotes(id, result.value.helpfulVotes);
      // oxlint-disable-next-line no-console -- nobody can do anything about a lost vote
      console.error('The vote was not counted', result);
      setVote(id, false);
      setVotes(id, helpfulVotes);
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

/** Votes for a review; repeated votes of a visitor count once. Resolves to the number of votes. */
export function voteHelpful(reviewId: string): Promise<RequestResult<HelpfulResponse>> {
  const path = `${PATH}/${encodeURIComponent(reviewId)}/helpful`;
  return sendRequest(path, { method: 'POST', schema: HelpfulResponse });
}

/**
 * Returns the page with another number of votes on one review. If the featured review is on it, the most helpful of the
 * page is featured now; if not, that is unknown until the server is asked again.
 */
export function withVotes(
  page: ReviewPageWithSums,
  reviewId: string,
  helpfulVotes: number,
): ReviewPageWithSums {
  const reviews = page.reviews.map((review) =>
    review.id === reviewId ? { ...review, helpfulVotes } : review,
  );
  if (!reviews.some(({ featured }) => featured)) return { ...page, reviews };
  const [best] = reviews.toSorted(reviewOrder.helpful);
  return {
    ...page,
    reviews: reviews.map((review) => ({ ...review, featured: review === best })),
  };
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

/**
 * The ids of the reviews that this browser found helpful, the oldest vote first, so that the button says so after a
 * reload. Only the server counts: it accepts one vote of a visitor, whatever is stored here.
 */
const stored = inBrowser('maalai.helpful');
/** Far more than anybody presses; the oldest are forgotten. */
const MOST_VOTES = 500;

export function readVoted(): readonly string[] {
  const parsed = v.safeParse(v.array(v.string()), stored.read());
  return parsed.success ? parsed.output : [];
}

/** If the browser refuses storage, the button forgets with the next page load; the server does not. */
export function saveVoted(voted: readonly string[]): void {
  stored.write(voted.slice(-MOST_VOTES));
}
