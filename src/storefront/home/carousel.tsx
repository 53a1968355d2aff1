// The 'Our Exclusive Products' carousel: a native scroll-snap list with arrows, dots and an autoplay that can be
// paused. The picture of a slide is fetched when it is the next one, and no step leads to a slide without its picture.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Product } from '../../shop/catalogue/product.ts';
import { useNear } from '../platform/timing.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/form/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { Title } from '../ui/layout/title.tsx';
import { gentleScroll, useAutoplay } from '../ui/motion/motion.ts';
import { ProductCard } from '../ui/product/product-card.tsx';
import s from './carousel.module.css';

/** How long a slide shows (specification, section 9). */
const EVERY_MS = 3000;

export function Carousel({ products }: { products: readonly Product[] }) {
  const reel = useRef<HTMLUListElement>(null);
  const [position, setPosition] = useState(0);
  const [isPaused, setPaused] = useState(false);
  /** The slides, from the first, whose pictures may be fetched; the others wait. */
  const [wanted, setWanted] = useState(1);
  const isSeen = useNear(reel, '0px');

  const want = (slides: number) => setWanted((before) => Math.max(before, slides));

  function arrive(list: HTMLUListElement) {
    const measures = measure(list);
    const now = currentPosition(measures);
    setPosition(now);
    want(slidesUntil(now + 1, measures));
  }

  const begin = useEffectEvent(() => reel.current && arrive(reel.current));
  useEffect(() => {
    if (isSeen) begin();
  }, [isSeen]);

  /** Over a slow connection, autoplay stays where it is until the pictures are there; an arrow moves once they are. */
  function turn(by: 1 | -1, isByHand: boolean) {
    const list = reel.current;
    if (!list) return;
    const measures = measure(list);
    const to = nextPosition(measures, by);
    const go = () => list.scrollTo({ left: to * measures.step, behavior: gentleScroll() });
    const count = slidesUntil(to, measures);
    const missing = [...list.children]
      .slice(0, count)
      .map((slide) => slide.querySelector('img')!)
      .filter(({ complete }) => !complete);
    if (missing.length === 0) return go();
    want(count);
    if (isByHand) void Promise.allSettled(missing.map((picture) => picture.decode())).then(go);
  }

  const restart = useAutoplay(reel, {
    everyMs: EVERY_MS,
    wanted: !isPaused,
    advance: () => turn(1, false),
    onTouch: () => setPaused(true),
  });

  function turnByHand(by: 1 | -1) {
    turn(by, true);
    restart();
  }

  return (
    <section
      className={classNames(layout.section, layout.festive, layout.dark, layout.underPaper)}
      aria-labelledby="exclusive"
    >
      <div className={layout.wrap}>
        <Title level={2} id="exclusive">
          Our Exclusive Products
        </Title>
        <ul ref={reel} className={s.reel} onScroll={(event) => arrive(event.currentTarget)}>
          {products.map((product, index) => (
            <li key={product.id} className={index < wanted ? undefined : layout.later}>
              <ProductCard
                product={product}
                headingLevel={3}
                shape="slide"
                sizes="(width >= 48em) 24rem, (width >= 40em) 46vw, 92vw"
              />
            </li>
          ))}
        </ul>
        <div className={s.controls}>
          <IconButton label="Previous slide" icon="prev" onClick={() => turnByHand(-1)} />
          <span className={s.dots} aria-hidden="true">
            {products.map((product, index) => (
              <i key={product.id} className={classNames(index === position && s.on)} />
            ))}
          </span>
          <IconButton label="Next slide" icon="next" onClick={() => turnByHand(1)} />
          <IconButton
            label="Pause slides"
            icon={isPaused ? 'play' : 'pause'}
            aria-pressed={isPaused}
            className={layout.ifMoving}
            onClick={() => setPaused(!isPaused)}
          />
        </div>
      </div>
    </section>
  );
}

interface Measures {
  /** The scroll offset from the left. */
  scrolled: number;
  /** The distance between the left edges of two slides: width and gap. */
  step: number;
  /** The width of the visible area. */
  width: number;
  slides: number;
}

function measure(reel: HTMLElement): Measures {
  const [first, second] = reel.children as HTMLCollectionOf<HTMLElement>;
  return {
    scrolled: reel.scrollLeft,
    step: first && second ? second.offsetLeft - first.offsetLeft : reel.clientWidth,
    width: reel.clientWidth,
    slides: reel.childElementCount,
  };
}

/** Returns the number of positions: there is never empty space after the last slide. */
export function positionCount({ slides, width, step }: Measures): number {
  const sideBySide = Math.max(1, Math.round(width / step));
  return Math.max(1, slides - sideBySide + 1);
}

/** Returns the current position, 0 for the first. */
export function currentPosition(measures: Measures): number {
  const nearest = Math.round(measures.scrolled / measures.step);
  return Math.min(nearest, positionCount(measures) - 1);
}

/** Returns the position `by` steps on, wrapping around at both ends. */
export function nextPosition(measures: Measures, by: 1 | -1): number {
  const count = positionCount(measures);
  return (currentPosition(measures) + by + count) % count;
}

/** Returns the number of slides, from the first, up to the last one in view at a position, be it only its edge. */
export function slidesUntil(position: number, { width, step, slides }: Measures): number {
  return Math.min(position + Math.ceil(width / step), slides);
}
