// The reviews that match, three a page, with what filters, searches and sorts them.
import { useEffect, useId, useRef, useState } from 'react';
import { brand } from '../../shop/brand.ts';
import { formatDate } from '../../shop/dates.ts';
import { beginning, letters } from '../../shop/forms/clean-text.ts';
import {
  firstView,
  LONGEST_KEYWORD,
  pictureAddress,
  REVIEWS_PER_PAGE,
} from '../../shop/reviews.ts';
import type { Review, ReviewSort } from '../../shop/reviews.ts';
import { classNames } from '../ui/class-names.ts';
import { FullScreen } from '../ui/feedback/full-screen.tsx';
import { Button, IconButton } from '../ui/form/button.tsx';
import { Input, InputGroup, Select } from '../ui/form/field.tsx';
import { Icon, search as searchGlass } from '../ui/icon.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import { gentleScroll } from '../ui/motion/motion.ts';
import { Stars } from '../ui/product/stars.tsx';
import { Tag } from '../ui/product/tag.tsx';
import type { ReviewPageWithSums, Reviews } from './load-reviews.ts';
import s from './review-list.module.css';

/** The pause in typing after which the server is asked. */
const REST_MS = 250;
/** 'Featured' under fewer stars would praise a complaint. */
const PRAISE = 4;
/** Letters of a comment before 'Read More'. */
const SHORT_COMMENT = 150;

const thumb =
  'M7.5 10.5v9h-3v-9zM7.5 11l4-6.5c1.8 0 2.5 1.2 2.2 2.6L13 10h4.8a2 2 0 0 1 1.9 2.5l-1.3 5.3a2.2 2.2 0 0 1-2.1 1.7H7.5';
const sorts: readonly (readonly [ReviewSort, string])[] = [
  ['recent', 'Most recent'],
  ['helpful', 'Most helpful'],
  ['highest', 'Highest rated'],
  ['lowest', 'Lowest rated'],
];
const ratings = [5, 4, 3, 2, 1] as const;

export function ReviewList({ reviews, page }: { reviews: Reviews; page: ReviewPageWithSums }) {
  const list = useRef<HTMLDivElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const [clears, setClears] = useState(0);
  const { view, isWaiting } = reviews;

  async function turnTo(number: number): Promise<void> {
    await reviews.turnTo(number);
    // The pager is below the list: a visitor who turns the page begins to read at its top.
    const top = list.current?.getBoundingClientRect().top ?? 0;
    if (top < 0) list.current?.scrollIntoView({ block: 'start', behavior: gentleScroll() });
  }

  function clear(): void {
    reviews.change({ ...firstView, sort: view.sort });
    setClears(clears + 1);
    // The button that had the focus is removed.
    results.current?.focus({ preventScroll: true });
  }

  return (
    <div ref={list}>
      {/* With a key: what was typed just before, and is not searched for yet, is forgotten too */}
      <ReviewTools key={clears} reviews={reviews} />
      <output>
        {page.total < page.count && (
          <VisuallyHidden>{`${page.total} of ${page.count} reviews match`}</VisuallyHidden>
        )}
      </output>
      <div
        ref={results}
        tabIndex={-1}
        aria-busy={isWaiting}
        className={classNames(isWaiting && s.waiting)}
      >
        {page.reviews.map((review) => (
          <ReviewArticle key={review.id} review={review} reviews={reviews} />
        ))}
        {page.total === 0 && (
          <div className={s.none}>
            <p>No reviews match your criteria</p>
            <Button variant="line" size="small" onClick={clear}>
              Clear filters
            </Button>
          </div>
        )}
      </div>
      {page.count > REVIEWS_PER_PAGE && page.total > 0 && (
        <Pager page={page} onTurn={(number) => void turnTo(number)} />
      )}
    </div>
  );
}

/** Filter, search and sort. */
function ReviewTools({ reviews: { view, change } }: { reviews: Reviews }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The box is ahead of the view while somebody types. It follows when the view changes otherwise.
  const [typed, setTyped] = useState({ text: view.keyword, seen: view.keyword });
  if (typed.seen !== view.keyword) setTyped({ text: view.keyword, seen: view.keyword });

  function search(value: string): void {
    const text = beginning(value, LONGEST_KEYWORD);
    setTyped({ ...typed, text });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change({ keyword: text }), REST_MS);
  }

  function filter(value: string): void {
    change({ rating: ratings.find((rating) => String(rating) === value) ?? 'all' });
  }

  return (
    <search className={s.tools}>
      <InputGroup icon={searchGlass}>
        <Input
          type="search"
          enterKeyHint="search"
          aria-label="Search reviews"
          placeholder="Search reviews"
          autoComplete="off"
          value={typed.text}
          onChange={({ target }) => search(target.value)}
        />
      </InputGroup>
      <Select
        aria-label="Filter by rating"
        value={view.rating}
        onChange={({ target }) => filter(target.value)}
      >
        <option value="all">All stars</option>
        {ratings.map((rating) => (
          <option key={rating} value={rating}>
            {starText(rating)}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Sort by"
        value={view.sort}
        onChange={({ target }) => change({ sort: target.value as ReviewSort })}
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

/** '1 star', '5 stars' */
export function starText(stars: number): string {
  return stars === 1 ? '1 star' : `${stars} stars`;
}

/** What people wrote has its own text direction, whatever script it is in. */
function ReviewArticle({ review, reviews }: { review: Review; reviews: Reviews }) {
  const nameId = useId();
  const name = reviewName(review);
  const votes = reviews.votes(review);
  return (
    <article aria-labelledby={nameId} className={s.review}>
      <div className={s.who}>
        <header>
          <span className={s.face} aria-hidden="true">
            {letters(name)[0]?.toUpperCase()}
          </span>
          <div>
            <b id={nameId} dir="auto">
              {name}
            </b>
            {review.createdAt && (
              <time dateTime={review.createdAt}>{formatDate(review.createdAt)}</time>
            )}
          </div>
        </header>
        <div className={s.marks}>
          <Stars rating={review.rating} />
          {review.verified && (
            <Tag tone="good" small>
              Verified
            </Tag>
          )}
          {review.featured && review.rating >= PRAISE && (
            <Tag tone="lilac" small>
              Featured
            </Tag>
          )}
        </div>
      </div>
      {review.title && <h3 dir="auto">{review.title}</h3>}
      <Comment text={reviewComment(review)} />
      {review.images.length > 0 && <ReviewPhotos names={review.images} author={name} />}
      {review.answer && (
        <div className={s.answer}>
          <b>{`Answer from ${brand.name}`}</b>
          <p dir="auto">{review.answer}</p>
        </div>
      )}
      <Button variant="quiet" onClick={() => reviews.vote(review)}>
        <Icon name={thumb} />
        {'Helpful '}
        <span>{`(${votes})`}</span>
      </Button>
    </article>
  );
}

/** Returns the author's name, or 'Anonymous'. */
export function reviewName({ name }: { name: string }): string {
  return name.trim() || 'Anonymous';
}

/** Returns the comment, or 'No comment provided.' */
export function reviewComment({ comment }: { comment: string }): string {
  return comment.trim() || 'No comment provided.';
}

function Comment({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const short = shortComment(text);
  return (
    <div className={s.comment}>
      <p dir="auto">{isOpen ? text : (short ?? text)}</p>
      {short !== undefined && (
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Read Less' : 'Read More'}
        </Button>
      )}
    </div>
  );
}

/** Returns the beginning of a comment of more than 150 letters, which 'Read More' expands; undefined for a shorter one. */
export function shortComment(comment: string): string | undefined {
  const all = letters(comment);
  if (all.length <= SHORT_COMMENT) return undefined;
  return `${all.slice(0, SHORT_COMMENT).join('').trimEnd()}…`;
}

/** The pictures of a review, files under /uploads: small in the list, large on a tap. */
function ReviewPhotos({ names, author }: { names: Review['images']; author: string }) {
  const [isOpen, setOpen] = useState(false);
  const [index, setIndex] = useState(0);
  const alt = (at: number) => `Photo ${at + 1} of ${names.length} by ${author}`;

  function show(at: number): void {
    setIndex(at);
    setOpen(true);
  }

  return (
    <>
      <div className={s.thumbs}>
        {names.map((name, at) => (
          <button key={name} type="button" onClick={() => show(at)}>
            <img
              src={pictureAddress(name, 'small')}
              alt={alt(at)}
              width={80}
              height={80}
              loading="lazy"
              decoding="async"
            />
          </button>
        ))}
      </div>
      <FullScreen
        open={isOpen}
        onClose={() => setOpen(false)}
        label={`Pictures by ${author}`}
        noun="photo"
        index={index}
        count={names.length}
        // After the last comes the first
        onTurn={(by) => setIndex((index + by + names.length) % names.length)}
      >
        <img
          className={s.large}
          src={pictureAddress(names[index] ?? '', 'full')}
          alt={alt(index)}
        />
      </FullScreen>
    </>
  );
}

interface PagerProps {
  page: ReviewPageWithSums;
  onTurn: (page: number) => void;
}

/** At an end its button keeps the keyboard's focus, and is marked as disabled. */
function Pager({ page: { page, pages }, onTurn }: PagerProps) {
  const [isFirst, isLast] = [page <= 1, page >= pages];
  return (
    <div className={s.pager}>
      <IconButton
        label="Previous page"
        icon="prev"
        aria-disabled={isFirst}
        onClick={() => !isFirst && onTurn(page - 1)}
      />
      <output>{`Page ${page} of ${pages}`}</output>
      <IconButton
        label="Next page"
        icon="next"
        aria-disabled={isLast}
        onClick={() => !isLast && onTurn(page + 1)}
      />
    </div>
  );
}
