// The state of a product's reviews: the requested view, the response, and the changes to it.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getReviews, voteHelpful } from './reviews.ts';
import type { ReviewPageWithSums } from './reviews.ts';
import type { Review } from '../../shop/review.ts';
import { changeView, firstView } from '../../shop/reviews.ts';
import type { ReviewView } from '../../shop/reviews.ts';
import { noReviews, withSaved, withVotes } from './review-page.ts';
import { readVoted, saveVoted } from './voted.ts';

interface Shown {
  view: ReviewView;
  page: ReviewPageWithSums;
}

interface Listing {
  /** The view of the controls. */
  asked: ReviewView;
  /** The view of the list; missing before the first response. */
  shown?: Shown;
}

export interface Reviews {
  readonly view: ReviewView;
  /** Undefined until the first response. A failure is only logged and shows as no reviews. */
  readonly page: ReviewPageWithSums | undefined;
  /** The list still shows the previous view. */
  readonly isWaiting: boolean;
  hasVoted(review: Review): boolean;
  /** Changes filter, search or order, and goes to the first page. */
  change(part: Partial<Omit<ReviewView, 'page'>>): void;
  /** Resolves when the page is loaded. */
  turnTo(page: number): Promise<void>;
  /** Shows the vote at once, then what the server has counted. */
  vote(review: Review): Promise<void>;
  /** Shows a review that was just saved, on top of all others. */
  add(saved: Review): Promise<void>;
}

export function useReviews(productId: string): Reviews {
  const [{ asked, shown }, setListing] = useState<Listing>({ asked: firstView });
  const [voted, setVoted] = useState(readVoted);
  /** The latest listing; the state follows with the next rendering. */
  const current = useRef<Listing>({ asked: firstView });
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
    put({ ...current.current, asked: view });
    const reply = await getReviews(productId, view);
    if (own !== turn.current) return;
    hasFailed.current = !reply.ok;
    // oxlint-disable-next-line no-console -- "logged only", says the specification
    if (!reply.ok) console.error('The reviews could not be loaded', reply);
    const got = reply.ok ? { view, page: reply.value } : (current.current.shown ?? nothing);
    put(settled(added ? { view, page: withSaved(got.page, added) } : got));
  }

  const begin = useEffectEvent(() => void load(firstView));
  const tryAgain = useEffectEvent(() => {
    if (hasFailed.current) void load(current.current.asked);
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
    view: asked,
    page: shown?.page,
    isWaiting: shown !== undefined && shown.view !== asked,
    hasVoted: ({ id }) => voted.includes(id),
    change: (part) => void load(changeView(current.current.asked, part)),
    turnTo: (page) => load({ ...current.current.asked, page }),

    async vote({ id, helpfulVotes }) {
      if (voted.includes(id)) return;
      setVote(id, true);
      setVotes(id, helpfulVotes + 1);
      const reply = await voteHelpful(id);
      if (reply.ok) return setVotes(id, reply.value.helpfulVotes);
      // oxlint-disable-next-line no-console -- nobody can do anything about a lost vote
      console.error('The vote was not counted', reply);
      setVote(id, false);
      setVotes(id, helpfulVotes);
    },

    async add(saved) {
      const { asked: view, shown: before } = current.current;
      if (before?.view !== view || !isFirst(view)) return load(firstView, saved);
      put(settled({ view, page: withSaved(before.page, saved) }));
    },
  };
}

const nothing: Shown = { view: firstView, page: noReviews };

/** The controls follow the list, because the server may return an earlier page than was requested. */
function settled({ view, page }: Shown): Listing {
  const reached = { ...view, page: page.page };
  return { asked: reached, shown: { view: reached, page } };
}

function isFirst({ rating, keyword, sort, page }: ReviewView): boolean {
  return rating === 'all' && keyword === '' && sort === firstView.sort && page === 1;
}
