// Suggests other gifts for the next occasion.
import { findProduct } from '../../../shop/catalogue/catalogue.ts';
import { classNames } from '../class-names.ts';
import layout from '../layout/layout.module.css';
import { Title } from '../layout/title.tsx';
import { ProductCard } from './product-card.tsx';
import s from './suggestions.module.css';

/** For a birthday, a wedding, a farewell and a prize day; then garlands. */
const SUGGESTIONS = ['COMBO_003', 'COMBO_001', '1', '2', '3', '4', '5'];

/**
 * `except`: the ids of the page's own products. The row continues after the last of them, so that it differs between
 * pages. It has four cards, or two, which fill a row of a phone. Renders nothing if fewer are left.
 */
export default function NextBigDay({ except = [] }: { except?: readonly string[] }) {
  const start = SUGGESTIONS.indexOf(except.at(-1) ?? '') + 1;
  const left = [...SUGGESTIONS.slice(start), ...SUGGESTIONS.slice(0, start)].filter(
    (id) => !except.includes(id),
  );
  if (left.length < 2) return null;
  const ids = left.slice(0, left.length < 4 ? 2 : 4);
  return (
    <section className={s.next} aria-labelledby="next-big-day">
      <Title level={2} id="next-big-day">
        For the next big day
      </Title>
      <div className={classNames(layout.grid, layout.four)}>
        {ids
          .flatMap((id) => findProduct(id) ?? [])
          .map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              headingLevel={3}
              shape="brief"
              sizes="(width >= 48em) 18rem, 46vw"
            />
          ))}
      </div>
    </section>
  );
}
