// The hero of the home page: the heading is inside the loop of the garland.
import { ButtonLink } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout/layout.module.css';
import { PauseAnimation } from '../ui/motion/pause-animation.tsx';
import { Tag } from '../ui/product/tag.tsx';
import { Falling } from './falling.tsx';
import { HeroPicture } from './hero-picture.tsx';
import s from './hero.module.css';

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
          <Tag>For kids &amp; Adults</Tag>
          <p>Garlands of chocolate or play notes, handmade for every big day.</p>
          <div className={s.ways}>
            <ButtonLink to="/productspage">Shop Now</ButtonLink>
            <ButtonLink to="/combo" variant="line" className={s.second}>
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
            <b>About 50</b> chocolates in a garland
          </li>
          <li>
            <b>2-3 days</b> to make yours by hand
          </li>
        </ul>
      </div>
    </section>
  );
}
