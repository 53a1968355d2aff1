// The end of the listing: the way on to the combos, which are not in it.
import type { Product } from '../../../shop/catalogue/product.ts';
import birthdayComboPack from '../../../shop/catalogue/products/birthday-combo-pack.ts';
import weddingDelight from '../../../shop/catalogue/products/wedding-delight.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout.module.css';
import { PictureWell } from '../../ui/picture.tsx';
import s from './combos-panel.module.css';

export function CombosPanel() {
  return (
    <section className={classNames(layout.festive, layout.dark, s.panel)} aria-labelledby="combos">
      <div className={classNames(layout.wrap, s.columns)}>
        <Box product={weddingDelight} />
        <div className={s.words}>
          <h2 id="combos">Sweet Combo Packs</h2>
          <p>A wedding or a birthday in one box: garlands, foil truffles and a bow on top.</p>
          <ButtonLink to="/combo" variant="gold">
            View Combos
          </ButtonLink>
        </div>
        <Box product={birthdayComboPack} className={s.second} />
      </div>
    </section>
  );
}

function Box({ product, className }: { product: Product; className?: string | undefined }) {
  return (
    <PictureWell
      className={className}
      picture={product.pictures[0]}
      sizes="(width >= 48em) 22rem, 92vw"
      width={352}
      height={352}
      alt=""
    />
  );
}
