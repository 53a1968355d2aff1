// The listing on screen and in the address: a way back shows what was searched before.
import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from '../../ui/navigation.tsx';
import { everything, listingSearch, readListing } from './find-products.ts';
import type { Listing } from './find-products.ts';

/**
 * The current listing and how to change parts of it. A change replaces the address, so the history
 * holds one entry however much is typed. The first render shows everything, as the prerendered page does.
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
      // Not through the router: for it, every letter typed would be a change of page.
      const address = location.pathname + listingSearch(current.current);
      history.replaceState(history.state, '', address);
    } catch {
      // Some browsers refuse more than 100 changes of the address in 30 s. The list is right all the same.
    }
  }

  return [listing, change];
}
