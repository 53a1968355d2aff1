// The product gallery: a large picture with arrows, thumbnails, zoom and full screen; also as a slide show.
import { useRef, useState, ViewTransition } from 'react';
import type { PointerEvent, ReactNode, Ref } from 'react';
import type { Picture as PictureData } from '../../shop/catalogue/product.ts';
import { onDemand } from '../platform/load.tsx';
import { useIdle } from '../platform/timing.tsx';
import { classNames } from '../ui/class-names.ts';
import { LoadFailure } from '../ui/feedback/note.tsx';
import { IconButton } from '../ui/form/button.tsx';
import { full } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import { useAutoplay } from '../ui/motion/motion.ts';
import { hasWideMaster } from '../ui/product/picture-address.ts';
import { Picture } from '../ui/product/picture.tsx';
import { Thumbs, Track, turn } from './gallery-track.tsx';
import s from './gallery.module.css';

/** The `sizes` of the large picture. On phones at most 720 pixels: it is what they wait for. */
const STAGE =
  '(width >= 64em) 38rem, (width >= 48em) 54vw, (width >= 30em) 100vw, min(100vw, 22.5rem)';
/** The `sizes` for the zoom: the largest picture that exists. */
const CLOSE_UP = '1200px';
/** How long a slide shows (specification, section 9). */
const EVERY_MS = 5000;

const FullScreenGallery = onDemand(
  () => import('./full-screen-gallery.tsx'),
  (tryAgain) => <LoadFailure what="The full-screen view" {...tryAgain} />,
);

export interface GalleryProps {
  ref?: Ref<HTMLDivElement>;
  className?: string | undefined;
  name: string;
  pictures: readonly PictureData[];
  index: number;
  onIndex: (index: number) => void;
  /** The pictures change by themselves, so the next one loads ahead. */
  isMoving?: boolean;
  /** Over the picture: a control. */
  children?: ReactNode;
}

/**
 * Loads the first picture with the page and the thumbnails once the page is idle. The other pictures load when somebody
 * reaches for them: by a pointer over the gallery, a swipe, an arrow or a thumbnail.
 */
export function Gallery(props: GalleryProps) {
  const { ref, className, name, pictures, index, onIndex, isMoving, children } = props;
  const isIdle = useIdle();
  const [isReached, setReached] = useState(false);
  const [isNear, setNear] = useState(false);
  /** Undefined until it is first opened. */
  const [isOpen, setOpen] = useState<boolean>();

  const reach = () => setReached(true);

  function show(to: number): void {
    reach();
    onIndex(to);
  }

  const turnBy = (by: number) => show(turn(index, by, pictures.length));

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    if (event.pointerType !== 'mouse') return;
    if (!isNear) setNear(true);
    const stage = event.currentTarget;
    const { left, top, width, height } = stage.getBoundingClientRect();
    const pointer = [(event.clientX - left) / width, (event.clientY - top) / height] as const;
    const [x, y] = zoomOrigin(pointer, pictures[index]!.focus);
    stage.style.setProperty('--mx', `${(x * 100).toFixed(1)}%`);
    stage.style.setProperty('--my', `${(y * 100).toFixed(1)}%`);
  }

  function onStageClick(event: { target: EventTarget }): void {
    const onControl = event.target instanceof Element && event.target.closest('button');
    if (!onControl) setOpen(true);
  }

  const ahead = isMoving && isIdle ? turn(index, 1, pictures.length) : index;
  const slides = pictures.map((picture, at) => {
    if (!isReached && ![0, index, ahead].includes(at)) return null;
    return (
      <Picture
        key={picture.name}
        picture={picture}
        className={picture.name.endsWith('detail') ? s.fill : undefined}
        sizes={isNear && at === index ? CLOSE_UP : STAGE}
        width={960}
        height={960}
        wide={hasWideMaster(picture.name)}
        // Not lazy: the other pictures are mounted only when they should load.
        priority={at === 0 ? 'first' : 'soon'}
      />
    );
  });

  return (
    <div
      ref={ref}
      className={classNames(s.gallery, className)}
      // Not a finger: it may only be scrolling the page.
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && reach()}
      onFocus={reach}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keyboards use the button inside */}
      <div className={s.stage} onPointerMove={onPointerMove} onClick={onStageClick}>
        {/* The target of the view transition from a tapped card */}
        <ViewTransition name={pictures[0]?.name ?? 'auto'} share="auto" default="none">
          <Track label={name} index={index} onIndex={onIndex} onSwipe={reach} slides={slides} />
        </ViewTransition>
        {children}
        <IconButton
          className={classNames(s.disc, s.full)}
          label="View full screen"
          icon={full}
          onClick={() => setOpen(true)}
        />
        <IconButton
          className={classNames(s.disc, s.prev)}
          label="Previous image"
          icon="prev"
          onClick={() => turnBy(-1)}
        />
        <IconButton
          className={classNames(s.disc, s.next)}
          label="Next image"
          icon="next"
          onClick={() => turnBy(1)}
        />
      </div>
      <Thumbs
        className={s.thumbs}
        pictures={pictures}
        index={index}
        onIndex={show}
        isLoaded={isIdle || isReached}
      />
      {isOpen !== undefined && (
        <FullScreenGallery
          name={name}
          open={isOpen}
          onClose={() => setOpen(false)}
          pictures={pictures}
          index={index}
          onIndex={onIndex}
          onTurn={turnBy}
        />
      )}
    </div>
  );
}

/** How much the zoom enlarges (specification, section 9); the style sheet has it too. */
const ZOOM = 2.5;
/** Of the hole of a garland, about the middle of the picture, in parts of its width. */
const HOLE = 0.22;

/**
 * Returns the point that stays where it is while the picture is enlarged, in parts of its width and height: the one
 * under the pointer. In the middle, where a garland has its hole, the picture's focus comes into the middle instead.
 */
export function zoomOrigin(
  [x, y]: readonly [number, number],
  focus: PictureData['focus'],
): readonly [number, number] {
  if (Math.hypot(x - 0.5, y - 0.45) > HOLE) return [x, y];
  const centred = (at: number) => Math.min(Math.max((at * ZOOM - 0.5) / (ZOOM - 1), 0), 1);
  return [centred(focus[0]), centred(focus[1])];
}

/** A gallery that advances by itself until it is paused or touched. */
export function SlideShow(gallery: GalleryProps) {
  const show = useRef<HTMLDivElement>(null);
  const [isPaused, setPaused] = useState(false);
  const [hasMoved, setMoved] = useState(false);
  const { index, onIndex, pictures } = gallery;

  const restart = useAutoplay(show, {
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
      ref={show}
      onIndex={turnByHand}
      className={classNames(hasMoved && !isPaused && s.moving)}
    >
      <IconButton
        label="Pause slides"
        icon={isPaused ? 'play' : 'pause'}
        aria-pressed={isPaused}
        className={classNames(s.disc, s.pause, layout.ifMoving)}
        onClick={() => setPaused(!isPaused)}
      />
    </Gallery>
  );
}
