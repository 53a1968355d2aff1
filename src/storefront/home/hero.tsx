// The hero of the home page: the heading is inside the loop of the garland.
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { dairyMilkPictures } from '../../shop/catalogue/dairy-milk-pictures.ts';
import { classNames } from '../ui/class-names.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { Decoration, PauseAnimation } from '../ui/motion/decoration.tsx';
import { pictureSet, pictureUrl, sourceSet, sparingSizes } from '../ui/product/picture-address.ts';
import { WideSources } from '../ui/product/picture.tsx';
import { Tag } from '../ui/product/tag.tsx';
import s from './hero.module.css';

const emoji = ['❤️', '🍫', '💛', '🍫', '❤️', '🍫', '❤️'] as const;
/** They fall at the start, and then in turn, one each second after 2 s (specification, section 9). */
const FALLING = 15;
/** Hearts that float up all the time. */
const FLOATING = 3;
/** How long they wait for the picture of the hero, once the page is alive. */
const LONGEST_WAIT_MS = 1_000;

const [square] = dairyMilkPictures;
/** Of the square on phones: at most 720 pixels, because it is what they wait for. Low ones show what lies beside it. */
const PHONE = sparingSizes('(width >= 30em) 100vw, min(100vw, 22.5rem)');
const BACKDROP = 'home-3-hero';
/** As hero.module.css lays it out. */
const WINDOW = 'max(100vw, min(100vw + 12rem, 194svh))';
const widths = [960, 1200, 1600, 2400] as const;

export function Hero() {
  const picture = useRef<HTMLImageElement>(null);
  return (
    <section className={s.hero} aria-label="Welcome">
      <Falling picture={picture} />
      <PauseAnimation />
      <div className={s.columns}>
        <div className={s.loop}>
          <HeroPicture ref={picture} />
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
 * Hearts and chocolates that fall beside the text, and hearts that float up. Positions, sizes and speeds are in the style
 * sheet, because the page has no style attributes. The compositor moves them alone, and another fall renders nothing: a piece is used again.
 */
function Falling({ picture }: { picture: RefObject<HTMLImageElement | null> }) {
  const [begun, setBegun] = useState(false);
  const turn = useRef(0);

  // Over an empty hero they would be all that a visitor with a slow line sees.
  useEffect(() => {
    const begin = () => setBegun(true);
    const late = setTimeout(begin, LONGEST_WAIT_MS);
    picture.current?.decode().then(begin, begin);
    return () => clearTimeout(late);
  }, [picture]);

  /** Lets the next piece fall again, but none in the first 2 s. */
  function fallAgain(falls: Animation[]) {
    const fall = falls[turn.current];
    if (!fall || Number(fall.currentTime) < 2000) return;
    // Not `play`: after it the style sheet could no longer pause the piece.
    fall.currentTime = 0;
    turn.current = (turn.current + 1) % FALLING;
  }

  return (
    <Decoration className={classNames(s.fall, begun && s.begun)} onSecond={fallAgain}>
      {Array.from({ length: FALLING + FLOATING }, (_, index) => (
        <i key={index}>{index < FALLING ? emoji[index % emoji.length] : '❤️'}</i>
      ))}
    </Decoration>
  );
}

/**
 * Behind the words: a square on phones, with what lies beside it on low ones, a backdrop as wide as the window from
 * 768 px up. All show the same, so one text describes them.
 */
function HeroPicture({ ref }: { ref: RefObject<HTMLImageElement | null> }) {
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
      <WideSources name={square.name} media="(width < 48em) and (height < 45em)" sizes="43rem" />
      <source type="image/avif" srcSet={pictureSet(square.name, 960, 'avif')} sizes={PHONE} />
      <img
        ref={ref}
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
