// Keeps the listing's search in state and in the URL, so that going back shows the same search.
import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from '../../ui/navigation.tsx';
import { everything, listingSearch, readListing } from './find-products.ts';
import type { Listing } from './find-products.ts';

/**
 * Returns the current listing and a function that changes parts of it. A change replaces the URL, so typing adds no
 * history entries. The first render shows all products, like the prerendered page.
 */
export function useListing(): [Listing, (part: Partial<Listing>) => void] {
  const arrival = useLocation();
  const [listing, setListing] = useState(everything);
  const current = useRef(everything);

  useLayoutEffect(() => {
    if (arrival.search === listingSearch(current.current)) return;
    current.current = readListing(arrival.search);
    setListing(current.current);
  }, [arrival]);

  function change(part: Partial<Listing>): void {
    current.current = { ...current.current, ...part };
    setListing(current.current);
    try {
      // Not through the router, which would treat every typed character as a navigation.
      const address = location.pathname + listingSearch(current.current);
      history.replaceState(history.state, '', address);
    } catch {
      // Some browsers refuse more than 100 URL changes in 30 s. The list is still right.
    }
  }

  return [listing, change];
}
