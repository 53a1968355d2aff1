// The listing's search box and category chips, whose values are in the URL too.
import {
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { beginning } from '../../shop/forms/clean-text.ts';
import { useLocation } from '../platform/navigation.tsx';
import { Input, InputGroup } from '../ui/form/field.tsx';
import { chocolate, Icon, search as searchGlass } from '../ui/icon.tsx';
import {
  categories,
  everything,
  listingSearch,
  QUERY_LIMIT,
  readListing,
} from './find-products.ts';
import type { Listing } from './find-products.ts';
import s from './filter-bar.module.css';

const SEARCH = 'Search for products...';

interface FilterBarProps {
  listing: Listing;
  onChange: (part: Partial<Listing>) => void;
}

const icons = {
  chocolate,
  currency:
    'M3.5 7h17v10h-17zM12 9.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4M6.5 12h.01M17.5 12h.01',
} as const;

export function FilterBar({ listing, onChange }: FilterBarProps) {
  const box = useRef<HTMLInputElement>(null);

  // Not `maxLength`, with which browsers cut a pasted emoji in two.
  const search = (text: string) => onChange({ query: beginning(text, QUERY_LIMIT) });

  // Applies text that was typed before hydration.
  const adoptEarlyInput = useEffectEvent(() => {
    const typed = box.current?.value ?? '';
    if (typed !== '') search(typed);
  });
  useEffect(() => adoptEarlyInput(), []);

  return (
    <search className={s.filters}>
      <InputGroup icon={searchGlass} className={s.search}>
        <Input
          ref={box}
          type="search"
          enterKeyHint="search"
          aria-label={SEARCH}
          placeholder={SEARCH}
          autoComplete="off"
          value={listing.query}
          onChange={({ target }) => search(target.value)}
        />
      </InputGroup>
      <fieldset aria-label="Category" className={s.chips}>
        {categories.map((category) => (
          <button
            key={category}
            type="button"
            aria-pressed={category === listing.category}
            className={s.chip}
            onClick={() => onChange({ category })}
          >
            {category !== 'all' && <Icon name={icons[category]} />}
            <span>{category}</span>
          </button>
        ))}
      </fieldset>
    </search>
  );
}

/**
 * Returns the current listing, in state and in the URL, so that going back shows the same search. The first render
 * shows all products, like the prerendered page.
 */
export function useListing() {
  const arrival = useLocation();
  /** What the search box and the chips show. */
  const [listing, setListing] = useState(everything);
  /** What the cards show. Follows `listing` after the next paint, so that a slow phone responds to a tap at once. */
  const [shown, setShown] = useState(everything);
  const current = useRef(everything);
  const isChanged = useRef(false);

  useLayoutEffect(() => {
    if (arrival.search === listingSearch(current.current)) return;
    current.current = readListing(arrival.search);
    setListing(current.current);
    setShown(current.current);
  }, [arrival]);

  /** The URL follows, without a new history entry. Stays the same function. */
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
