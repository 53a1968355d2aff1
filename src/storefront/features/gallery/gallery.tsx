// The product gallery: a large picture with arrows, thumbnails, zoom and full screen.
import { useRef, useState } from 'react';
import type { PointerEvent, ReactNode, Ref } from 'react';
import type { Picture as PictureData } from '../../../shop/catalogue/product.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Picture } from '../../ui/picture.tsx';
import s from './gallery.module.css';
import { Thumbs } from './thumbs.tsx';
import { Track } from './track.tsx';
import { turn } from './turn.ts';
import { full } from '../../ui/icon-paths.ts';
import { useShowAll } from './use-show-all.ts';

/** The `sizes` of the large picture. */
const STAGE = '(width >= 64em) 38rem, (width >= 48em) 54vw, 100vw';
/** The `sizes` for the zoom: the largest picture that exists. */
const CLOSE_UP = '1200px';

const Lightbox = onDemand(() => import('./lightbox.tsx'));

export interface GalleryProps {
  ref?: Ref<HTMLDivElement>;
  className?: string | undefined;
  name: string;
  pictures: readonly PictureData[];
  index: number;
  onIndex: (index: number) => void;
  /** Where a click opens full screen: below 768 px, or at every width. */
  fullScreen: 'small' | 'always';
  /** Overlays of the picture: rosette, badge. */
  children?: ReactNode;
}

/** Loads only the first picture with the page, and the others once the page is idle or the gallery is used. */
export function Gallery(props: GalleryProps) {
  const { ref, className, name, pictures, index, onIndex, fullScreen, children } = props;
  const [showsAll, showAll] = useShowAll();
  const [isNear, setNear] = useState(false);
  /** Undefined until it is first opened. */
  const [isOpen, setOpen] = useState<boolean>();
  const opener = useRef<HTMLButtonElement>(null);
  const many = pictures.length > 1;

  const turnBy = (by: number) => onIndex(turn(index, by, pictures.length));

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    if (event.pointerType !== 'mouse') return;
    if (!isNear) setNear(true);
    const stage = event.currentTarget;
    const box = stage.getBoundingClientRect();
    stage.style.setProperty('--mx', percent(event.clientX - box.left, box.width));
    stage.style.setProperty('--my', percent(event.clientY - box.top, box.height));
  }

  function onStageClick(event: { target: EventTarget }): void {
    const onControl = event.target instanceof Element && event.target.closest('button');
    if (!onControl && opener.current?.offsetParent) opener.current.click();
  }

  const slides = pictures.map((picture, at) => {
    if (!showsAll && at !== 0 && at !== index) return null;
    const sizes = isNear && at === index ? CLOSE_UP : STAGE;
    return (
      <Picture
        key={picture.name}
        picture={picture}
        sizes={sizes}
        width={960}
        height={960}
        // Not lazy: the other pictures are mounted only when they should load.
        priority={at === 0 ? 'first' : 'soon'}
      />
    );
  });
  const closeUps = pictures.map((picture) => (
    <Picture key={picture.name} picture={picture} sizes={CLOSE_UP} width={1200} height={1200} />
  ));

  return (
    <div
      ref={ref}
      className={classNames(s.gallery, className)}
      onPointerEnter={showAll}
      onPointerDown={showAll}
      onFocus={showAll}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keyboards use the button inside */}
      <div
        className={classNames(s.stage, fullScreen === 'always' && s.always)}
        onPointerMove={onPointerMove}
        onClick={onStageClick}
      >
        <Track label={name} index={index} onIndex={onIndex} slides={slides} />
        {children}
        {many && (
          <>
            <IconButton
              className={classNames(s.control, s.arrow)}
              label="Previous image"
              icon="prev"
              onClick={() => turnBy(-1)}
            />
            <IconButton
              className={classNames(s.control, s.arrow, s.next)}
              label="Next image"
              icon="next"
              onClick={() => turnBy(1)}
            />
          </>
        )}
        <IconButton
          ref={opener}
          className={classNames(s.control, s.full)}
          label="View full screen"
          icon={full}
          onClick={() => setOpen(true)}
        />
      </div>
      {many && <Thumbs pictures={pictures} index={index} onIndex={onIndex} showsAll={showsAll} />}
      {isOpen !== undefined && (
        <Lightbox
          name={name}
          open={isOpen}
          onClose={() => setOpen(false)}
          index={index}
          onIndex={onIndex}
          onTurn={turnBy}
          slides={closeUps}
        />
      )}
    </div>
  );
}

function percent(part: number, whole: number): string {
  return `${((part / whole) * 100).toFixed(1)}%`;
}
