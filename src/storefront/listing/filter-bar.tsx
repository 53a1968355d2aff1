// The listing's search box and category chips.
import {
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ComponentProps } from 'react';
import { Input, InputGroup } from '../ui/form/field.tsx';
import { search as searchGlass } from '../ui/icon.tsx';
import { useLocation } from '../platform/navigation.tsx';
import s from './filter-bar.module.css';
import {
  categories,
  everything,
  listingSearch,
  QUERY_LIMIT,
  readListing,
} from './find-products.ts';
import type { Listing } from './find-products.ts';

const SEARCH = 'Search for products...';

interface FilterBarProps {
  listing: Listing;
  onChange: (part: Partial<Listing>) => void;
}

export function FilterBar({ listing, onChange }: FilterBarProps) {
  const box = useRef<HTMLInputElement>(null);

  // Applies text that was typed before hydration.
  const takeOver = useEffectEvent(() => {
    const typed = box.current?.value ?? '';
    if (typed !== '') onChange({ query: typed });
  });
  useEffect(() => takeOver(), []);

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
          maxLength={QUERY_LIMIT}
          value={listing.query}
          onChange={(event) => onChange({ query: event.target.value })}
        />
      </InputGroup>
      <fieldset aria-label="Category" className={s.chips}>
        {categories.map((category) => (
          <Chip
            key={category}
            pressed={category === listing.category}
            onClick={() => onChange({ category })}
          >
            {category}
          </Chip>
        ))}
      </fieldset>
    </search>
  );
}

// A toggle button for filters: 'all', 'chocolate', 'currency'.

function Chip({
  pressed,
  ...rest
}: { pressed: boolean } & Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...rest} aria-pressed={pressed} className={s.chip} />;
}

// Keeps the listing's search in state and in the URL, so that going back shows the same search.

interface ListingControl {
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
