// The listing's search box and category chips.
import { useEffect, useEffectEvent, useRef } from 'react';
import { Chip } from './chip.tsx';
import { Input } from '../ui/form/input.tsx';
import { InputGroup } from '../ui/form/input-group.tsx';
import s from './filter-bar.module.css';
import { categories, QUERY_LIMIT } from './find-products.ts';
import type { Listing } from './find-products.ts';
import { search as searchGlass } from '../ui/icon-paths-of-few.ts';

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
