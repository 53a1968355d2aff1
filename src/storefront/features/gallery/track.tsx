// The pictures side by side in a row that snaps: swiped by finger, or moved by the index.
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import s from './track.module.css';

interface TrackProps {
  /** What the row is called. */
  label: string;
  index: number;
  onIndex: (index: number) => void;
  slides: readonly ReactNode[];
  className?: string | undefined;
}

/** Tells of the picture in view through `onIndex`, and follows `index` when that changes elsewhere. */
export function Track({ label, index, onIndex, slides, className }: TrackProps) {
  const row = useRef<HTMLDivElement>(null);
  const inView = useRef(0);
  const isHeld = useRef(false);

  useLayoutEffect(() => {
    // Where the finger brought the row itself, moving it again would cut the swipe short.
    if (inView.current === index) return;
    inView.current = index;
    isHeld.current = true;
    align(row.current, index);
  }, [index]);

  useEffect(() => {
    const element = row.current;
    if (!element) return;
    // Also the moment at which a row in a dialog gets its width.
    const observer = new ResizeObserver(() => align(element, inView.current));
    observer.observe(element);
    for (const move of ['touchstart', 'wheel', 'keydown']) {
      element.addEventListener(move, () => (isHeld.current = false), { passive: true });
    }
    return () => observer.disconnect();
  }, []);

  function onScroll(): void {
    const { scrollLeft = 0, clientWidth = 0 } = row.current ?? {};
    if (clientWidth === 0) return;
    const at = Math.round(scrollLeft / clientWidth);
    if (at === inView.current || at < 0 || at >= slides.length) return;
    // A swipe that has not come to rest yet would take the row back to where it was going.
    if (isHeld.current) return align(row.current, inView.current);
    inView.current = at;
    onIndex(at);
  }

  return (
    <div
      ref={row}
      className={classNames(s.track, className)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would promise fields
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
      tabIndex={0}
      onScroll={onScroll}
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
  row?.scrollTo({ left: index * row.clientWidth, behavior: 'instant' });
}
