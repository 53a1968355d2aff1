// The end of the listing: the way to the combos, which are not in it.
import birthdayComboPack from '../../shop/catalogue/products/birthday-combo-pack.ts';
import weddingDelight from '../../shop/catalogue/products/wedding-delight.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout/layout.module.css';
import { PictureWell } from '../ui/product/picture.tsx';
import s from './combos-panel.module.css';

export function CombosPanel() {
  return (
    <section
      className={classNames(layout.section, layout.festive, layout.dark)}
      aria-labelledby="combos"
    >
      <div className={classNames(layout.wrap, s.columns)}>
        {[weddingDelight, birthdayComboPack].map(({ id, pictures: [picture] }) => (
          <PictureWell
            key={id}
            picture={picture}
            sizes="(width >= 48em) 22rem, 92vw"
            width={352}
            height={352}
            alt=""
          />
        ))}
        <div className={s.words}>
          <h2 id="combos">Sweet Combo Packs</h2>
          <p>A wedding or a birthday in one box: garlands, foil truffles and a bow on top.</p>
          <ButtonLink to="/combo" variant="gold">
            View Combos
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
