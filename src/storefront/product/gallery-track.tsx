// The pictures in a scroll-snap row, moved by swiping or by its index, and the thumbnails that select one.
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { Picture as PictureData } from '../../shop/catalogue/product.ts';
import { classNames } from '../ui/class-names.ts';
import { Picture } from '../ui/product/picture.tsx';
import { SCALE_SIZES } from '../ui/product/picture-address.ts';
import s from './gallery-track.module.css';

interface TrackProps {
  /** The row's accessible name. */
  label: string;
  index: number;
  onIndex: (index: number) => void;
  /** Called while a finger or a wheel moves the row. */
  onSwipe?: () => void;
  /** Called on a tap. There is another way for people without a pointer. */
  onTap?: () => void;
  slides: readonly ReactNode[];
  className?: string | undefined;
}

/** Calls `onIndex` with the picture in view, and scrolls to `index` when it changes elsewhere. */
export function Track({ label, index, onIndex, onSwipe, onTap, slides, className }: TrackProps) {
  const row = useRef<HTMLDivElement>(null);
  const inView = useRef(0);
  const isHeld = useRef(false);

  useLayoutEffect(() => {
    // A swipe already moved the row here; scrolling again would interrupt it.
    if (inView.current === index) return;
    inView.current = index;
    isHeld.current = true;
    align(row.current, index);
  }, [index]);

  useEffect(() => {
    const element = row.current;
    if (!element) return;
    // Also runs when a row in a dialog gets its width, and when its pictures get another one.
    const observer = new ResizeObserver(() => align(element, inView.current));
    for (const each of [element, element.firstElementChild]) if (each) observer.observe(each);
    for (const move of ['touchstart', 'wheel', 'keydown']) {
      element.addEventListener(move, () => (isHeld.current = false), { passive: true });
    }
    return () => observer.disconnect();
  }, []);

  function onScroll(): void {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = row.current ?? {};
    if (clientWidth === 0) return;
    if (!isHeld.current) onSwipe?.();
    // The picture in the middle of the row, which may be narrower than a picture
    const at = Math.floor(((scrollLeft + clientWidth / 2) / scrollWidth) * slides.length);
    if (at === inView.current || at < 0 || at >= slides.length) return;
    // An unfinished swipe would move the row on to its own target.
    if (isHeld.current) return align(row.current, inView.current);
    inView.current = at;
    onIndex(at);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- see onTap
    <div
      ref={row}
      className={classNames(s.track, className)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset implies form fields
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
      tabIndex={0}
      onScroll={onScroll}
      onClick={onTap}
    >
      {slides.map((slide, at) => (
        <div key={at} className={s.slide} aria-hidden={at !== index}>
          {slide}
        </div>
      ))}
    </div>
  );
}

function align(row: HTMLElement | null, index: number): void {
  if (!row) return;
  const width = row.scrollWidth / row.childElementCount;
  row.scrollTo({ left: (index + 0.5) * width - row.clientWidth / 2, behavior: 'instant' });
}

/** The `sizes` of a thumbnail. */
const SIZES = '(width >= 64em) 5.75rem, (width >= 48em) 4.5rem, 3rem';

interface ThumbsProps {
  pictures: readonly PictureData[];
  index: number;
  onIndex: (index: number) => void;
  /** While false, the buttons are empty placeholders. */
  isLoaded: boolean;
  className?: string | undefined;
}

export function Thumbs({ pictures, index, onIndex, isLoaded, className }: ThumbsProps) {
  return (
    <div className={classNames(s.thumbs, className)}>
      {pictures.map((picture, at) => (
        <button
          key={picture.name}
          type="button"
          aria-label={`Image ${at + 1} of ${pictures.length}`}
          aria-current={at === index ? 'true' : undefined}
          onClick={() => onIndex(at)}
        >
          {isLoaded && (
            <Picture
              picture={picture}
              alt=""
              // The last one is to scale, as in the tiles of the versions.
              sizes={at === pictures.length - 1 ? SCALE_SIZES : SIZES}
              width={112}
              height={112}
            />
          )}
        </button>
      ))}
    </div>
  );
}

/** Returns the index `by` steps after `index`, wrapping around at both ends. */
export function turn(index: number, by: number, count: number): number {
  return count === 0 ? 0 : (((index + by) % count) + count) % count;
}
