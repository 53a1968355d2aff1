// Keeps the listing's search in state and in the URL, so that going back shows the same search.
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from '../platform/navigation.tsx';
import { everything, listingSearch, readListing } from './find-products.ts';
import type { Listing } from './find-products.ts';

export interface ListingControl {
  /** What the search box and the chips show. */
  readonly listing: Listing;
  /** What the cards show. Follows `listing` after the next paint, so that a slow phone responds to a tap at once. */
  readonly shown: Listing;
  /** The URL follows, without a new history entry. Stays the same function. */
  change(part: Partial<Listing>): void;
}

/** Returns the current listing. The first render shows all products, like the prerendered page. */
export function useListing(): ListingControl {
  const arrival = useLocation();
  const [listing, setListing] = useState(everything);
  const [shown, setShown] = useState(everything);
  const current = useRef(everything);
  const isChanged = useRef(false);

  useLayoutEffect(() => {
    if (arrival.search === listingSearch(current.current)) return;
    current.current = readListing(arrival.search);
    setListing(current.current);
    setShown(current.current);
  }, [arrival]);

  const change = useCallback((part: Partial<Listing>): void => {
    const changed = { ...current.current, ...part };
    current.current = changed;
    setListing(changed);
    isChanged.current = true;
    startTransition(() => setShown(changed));
  }, []);

  // After the paint too: the browser takes as long for a URL as React for the cards.
  useEffect(() => {
    if (!isChanged.current) return;
    try {
      // Not through the router, which would treat every typed character as a navigation.
      history.replaceState(history.state, '', location.pathname + listingSearch(shown));
    } catch {
      // Some browsers refuse more than 100 URL changes in 30 s. The list is still right.
    }
  }, [shown]);

  return { listing, shown, change };
}
