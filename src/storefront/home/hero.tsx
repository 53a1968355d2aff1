// The hero of the home page: the heading is inside the loop of the garland.
import { useState } from 'react';
import { dairyMilkPictures } from '../../shop/catalogue/dairy-milk-pictures.ts';
import { classNames } from '../ui/class-names.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { Decoration, PauseAnimation } from '../ui/motion/decoration.tsx';
import { pictureSet, pictureUrl, sourceSet, sparingSizes } from '../ui/product/picture-address.ts';
import { Tag } from '../ui/product/tag.tsx';
import s from './hero.module.css';

const emoji = ['❤️', '🍫', '💛', '🍬', '❤️', '🍫', '❤️'] as const;
/** In the page from the start; they fall again and again (specification, section 9). */
const AT_START = 15;
/** Slots for those that follow. Each falls once, in 5 s at most, long before its slot is used again. */
const SLOTS = 15;

const [square] = dairyMilkPictures;
/** Of the square on phones: at most 720 pixels, because it is what they wait for. */
const PHONE = sparingSizes('(width >= 30em) 100vw, min(100vw, 22.5rem)');
const BACKDROP = 'home-3-hero';
/** As hero.module.css lays it out. */
const WINDOW = 'max(100vw, min(100vw + 12rem, 194svh))';
const widths = [960, 1200, 1600, 2400] as const;

export function Hero() {
  return (
    <section className={s.hero} aria-label="Welcome">
      <Falling />
      <PauseAnimation />
      <div className={s.columns}>
        <div className={s.loop}>
          <HeroPicture />
          <h1 className={s.words}>
            <span>Wear it.</span> <span>Share it.</span> <span className={s.last}>Eat it.</span>
          </h1>
        </div>
        <div className={classNames(layout.wrap, s.lead)}>
          <Tag className={s.for}>For kids &amp; Adults</Tag>
          <p>Garlands of chocolate and currency notes, handmade for every big day.</p>
          <div className={s.ways}>
            <ButtonLink to="/productspage">Shop Now</ButtonLink>
            <ButtonLink to="/combo" variant="line" className={s.heroSecond}>
              View Combos
            </ButtonLink>
          </div>
        </div>
      </div>
      <div className={s.facts}>
        <ul className={layout.wrap} aria-label="At a glance">
          <li>
            <b>500+</b> happy customers
          </li>
          <li>
            <b>About 50</b> in a garland
          </li>
          <li>
            <b>2-3 days</b> to make
          </li>
        </ul>
      </div>
    </section>
  );
}

/**
 * Falling hearts and chocolates beside the text; some hearts float up instead. One more falls each second after 2 s. Positions, sizes and speeds are in the style sheet, because the page has no
 * style attributes. So is the clock: a pause, a hidden tab and reduced motion stop it with everything else.
 */
function Falling() {
  const [later, setLater] = useState(0);
  return (
    <Decoration className={s.fall}>
      {Array.from({ length: AT_START + Math.min(later, SLOTS) }, (_, slot) => (
        <i key={numberAt(slot, later)}>{emoji[slot % emoji.length]}</i>
      ))}
      <b onAnimationIteration={() => setLater(later + 1)} />
    </Decoration>
  );
}

/** Returns the number of the piece in a slot: the latest of those that take turns there. */
function numberAt(slot: number, later: number): number {
  if (slot < AT_START) return slot;
  const latest = AT_START + later - 1;
  return latest - ((latest - slot) % SLOTS);
}

/**
 * Behind the words: a square on phones, a backdrop as wide as the window from 768 px up. Both show the same, so one
 * text describes them.
 */
function HeroPicture() {
  return (
    <picture className={s.picture}>
      {(['avif', 'webp'] as const).map((format) => (
        <source
          key={format}
          media="(width >= 48em)"
          type={`image/${format}`}
          srcSet={sourceSet(BACKDROP, widths, format)}
          sizes={WINDOW}
          width={2400}
          height={1040}
        />
      ))}
      <source type="image/avif" srcSet={pictureSet(square.name, 960, 'avif')} sizes={PHONE} />
      <img
        fetchPriority="high"
        sizes={PHONE}
        srcSet={pictureSet(square.name, 960, 'webp')}
        src={pictureUrl(square.name, 480, 'webp')}
        width={960}
        height={960}
        alt={square.alt}
      />
    </picture>
  );
}
