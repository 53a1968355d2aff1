// The 'Our Exclusive Products' carousel: a native scroll-snap list with arrows, dots and an autoplay that can be
// paused.
import { useRef, useState } from 'react';
import type { Product } from '../../../shop/catalogue/product.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import layout from '../../ui/layout.module.css';
import { gentleScroll } from '../../ui/motion.ts';
import { ProductCard } from '../../ui/product-card.tsx';
import { Title } from '../../ui/title.tsx';
import { useAutoplay } from '../../ui/use-autoplay.ts';
import { placeAfter, placeNow, type Measures } from './carousel-steps.ts';
import s from './carousel.module.css';

/** Specification, section 9. */
const EVERY_MS = 3000;

function measure(reel: HTMLElement): Measures {
  const [first, second] = reel.children as HTMLCollectionOf<HTMLElement>;
  const step = first && second ? second.offsetLeft - first.offsetLeft : reel.clientWidth;
  return {
    scrolled: reel.scrollLeft,
    step,
    width: reel.clientWidth,
    slides: reel.childElementCount,
  };
}

export function Carousel({ products }: { products: readonly Product[] }) {
  const reel = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState(0);
  const [isPaused, setPaused] = useState(false);

  function turn(by: 1 | -1) {
    if (!reel.current) return;
    const measures = measure(reel.current);
    const left = placeAfter(measures, by) * measures.step;
    reel.current.scrollTo({ left, behavior: gentleScroll() });
  }

  const restart = useAutoplay(reel, {
    everyMs: EVERY_MS,
    wanted: !isPaused,
    advance: () => turn(1),
    onTouch: () => setPaused(true),
  });

  function turnByHand(by: 1 | -1) {
    turn(by);
    restart();
  }

  return (
    <section
      className={classNames(layout.section, layout.festive, layout.dark, layout.underPaper)}
      aria-labelledby="exclusive"
    >
      <div className={layout.wrap}>
        <Title
          level={2}
          id="exclusive"
          text="Made by hand, to order. Your chocolates, your notes, your colours."
        >
          Our Exclusive Products
        </Title>
        <ul
          ref={reel}
          className={s.reel}
          onScroll={(event) => setPlace(placeNow(measure(event.currentTarget)))}
        >
          {products.map((product) => (
            <li key={product.id}>
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
              <i key={product.id} className={classNames(index === place && s.on)} />
            ))}
          </span>
          <IconButton label="Next slide" icon="next" onClick={() => turnByHand(1)} />
          <IconButton
            label="Pause slides"
            icon={isPaused ? 'play' : 'pause'}
            aria-pressed={isPaused}
            className={s.pause}
            onClick={() => setPaused(!isPaused)}
          />
        </div>
      </div>
    </section>
  );
}
