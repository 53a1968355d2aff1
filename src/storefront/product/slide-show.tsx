// A gallery that advances by itself until it is paused or touched.
import { useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/form/icon-button.tsx';
import { useAutoplay } from '../ui/motion/motion.ts';
import { Gallery } from './gallery.tsx';
import type { GalleryProps } from './gallery.tsx';
import s from './slide-show.module.css';
import { turn } from './turn.ts';

/** Specification, section 9. */
const EVERY_MS = 5000;

export function SlideShow({ children, ...gallery }: GalleryProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isPaused, setPaused] = useState(false);
  const [hasMoved, setMoved] = useState(false);
  const { index, onIndex, pictures } = gallery;

  const restart = useAutoplay(place, {
    everyMs: EVERY_MS,
    wanted: !isPaused,
    advance: () => {
      setMoved(true);
      onIndex(turn(index, 1, pictures.length));
    },
    onTouch: () => setPaused(true),
  });

  function turnByHand(to: number): void {
    onIndex(to);
    restart();
  }

  return (
    <Gallery
      {...gallery}
      isMoving={!isPaused}
      ref={place}
      onIndex={turnByHand}
      className={classNames(hasMoved && !isPaused && s.moving)}
    >
      {children}
      <IconButton
        label="Pause slides"
        icon={isPaused ? 'play' : 'pause'}
        aria-pressed={isPaused}
        className={s.pause}
        onClick={() => setPaused(!isPaused)}
      />
    </Gallery>
  );
}
