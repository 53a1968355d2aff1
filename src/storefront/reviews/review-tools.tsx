// Filter, search and sort of the review list.
import { useEffect, useRef, useState } from 'react';
import type { ReviewSort } from '../../shop/review.ts';
import type { ReviewView } from '../../shop/reviews.ts';
import { Input, Select } from '../ui/form/input.tsx';
import { InputGroup } from '../ui/form/input-group.tsx';
import s from './review-tools.module.css';
import { starWords } from './star-words.ts';
import { search as searchGlass } from '../ui/icon-paths-of-few.ts';

/** The pause in typing after which the server is asked. */
const REST_MS = 250;
/** The limit of the server. */
const LONGEST_KEYWORD = 100;

const sorts: readonly (readonly [ReviewSort, string])[] = [
  ['recent', 'Most recent'],
  ['helpful', 'Most helpful'],
  ['highest', 'Highest rated'],
  ['lowest', 'Lowest rated'],
];
const ratings = [5, 4, 3, 2, 1] as const;

interface ReviewToolsProps {
  view: ReviewView;
  onChange: (part: Partial<Omit<ReviewView, 'page'>>) => void;
}

export function ReviewTools({ view, onChange }: ReviewToolsProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The box is ahead of the view while somebody types. It follows when the view changes otherwise.
  const [typed, setTyped] = useState({ text: view.keyword, seen: view.keyword });
  if (typed.seen !== view.keyword) setTyped({ text: view.keyword, seen: view.keyword });

  function search(text: string): void {
    setTyped({ ...typed, text });
    clearTimeout(timer.current);
    const keyword = text.slice(0, LONGEST_KEYWORD);
    timer.current = setTimeout(() => onChange({ keyword }), REST_MS);
  }

  return (
    <search className={s.tools}>
      <InputGroup icon={searchGlass} className={s.search}>
        <Input
          type="search"
          enterKeyHint="search"
          aria-label="Search reviews"
          placeholder="Search reviews"
          autoComplete="off"
          maxLength={LONGEST_KEYWORD}
          value={typed.text}
          onChange={({ target }) => search(target.value)}
        />
      </InputGroup>
      <Select
        aria-label="Filter by rating"
        value={view.rating}
        onChange={({ target }) => onChange({ rating: readRating(target.value) })}
      >
        <option value="all">All stars</option>
        {ratings.map((rating) => (
          <option key={rating} value={rating}>
            {starWords(rating)}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Sort by"
        value={view.sort}
        onChange={({ target }) => onChange({ sort: target.value as ReviewSort })}
      >
        {sorts.map(([sort, words]) => (
          <option key={sort} value={sort}>
            {words}
          </option>
        ))}
      </Select>
    </search>
  );
}

function readRating(value: string): ReviewView['rating'] {
  return ratings.find((rating) => String(rating) === value) ?? 'all';
}
