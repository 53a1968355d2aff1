// 'Discover Our Products!': the occasions that the shop makes things for, beside one large picture.
import { useRef } from 'react';
import type { Picture as ShopPicture } from '../../shop/catalogue/product.ts';
import birthdayComboPack from '../../shop/catalogue/products/birthday-combo-pack.ts';
import fivestarGarland from '../../shop/catalogue/products/fivestar-garland.ts';
import weddingDelight from '../../shop/catalogue/products/wedding-delight.ts';
import { AppLink } from '../platform/app-link.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Picture } from '../ui/product/picture.tsx';
import { useNear } from '../platform/timing.tsx';
import wait from '../ui/layout/later.module.css';
import s from './discover.module.css';

const table: ShopPicture = {
  name: 'home-1-wide',
  alt: 'Chocolate bouquet, open red gift box and a purple chocolate garland among petals on a warm cream table',
  focus: [0.68, 0.5],
};

const occasions = [
  ['Weddings', 'Two garlands in one red and gold box', weddingDelight.link],
  ['Birthdays', 'A crown and a garland for the star', birthdayComboPack.link],
  ['Farewells', 'A string of sweet reasons to come back', '/productspage?q=farewell'],
  ['Prize days', 'A gold star to wear to the photo', fivestarGarland.link],
] as const;

export function Discover() {
  const section = useRef<HTMLElement>(null);
  const isNear = useNear(section, '75%');
  return (
    <section
      ref={section}
      className={classNames(s.discover, !isNear && wait.later)}
      aria-labelledby="discover"
    >
      <div className={s.picture}>
        <Picture picture={table} sizes="(width >= 64em) 60vw, 200vw" width={720} height={640} />
      </div>
      <div className={s.words}>
        <h2 id="discover">Discover Our Products!</h2>
        <p>
          Bouquets that outlast flowers, wedding boxes that arrive dressed for the day, and crowns
          for the birthday star.
        </p>
        <ul className={s.occasions}>
          {occasions.map(([name, words, to]) => (
            <li key={name}>
              <AppLink to={to}>{name}</AppLink>
              <span>{words}</span>
              <Icon name="next" />
            </li>
          ))}
        </ul>
        <ButtonLink to="/productspage">Explore more..</ButtonLink>
      </div>
    </section>
  );
}
