// /combo: the two gift combos, and why to choose them.
import { comboProducts } from '../../shop/catalogue/catalogue.ts';
import NextBigDay from '../ui/product/suggestions.tsx';
import { PackCard } from './pack-card.tsx';
import { classNames } from '../ui/class-names.ts';
import { heart, star, truck } from '../ui/icon-paths.ts';
import { pen } from '../ui/icon-paths-of-few.ts';
import layout from '../ui/layout/layout.module.css';
import { Reasons, type Reason } from '../ui/layout/reasons.tsx';
import { Title } from '../ui/layout/title.tsx';
import s from './combo-screen.module.css';

/** By the slugs of the combos. Not in the catalogue, which every page with a cart loads. */
export const contents: Readonly<Record<string, readonly string[]>> = {
  'wedding-delight': [
    'A garland for the bride and one for the groom',
    'Foil truffles on a bed of gold',
    'A red and gold box with a golden bow',
    'Your choice of chocolate',
  ],
  'birthday-combo-pack': [
    'A small chocolate garland',
    'A chocolate crown for the birthday star',
    'Foil truffles in a pink and teal box',
    'Your choice of chocolate',
  ],
};

const reasons: readonly Reason[] = [
  [heart, 'Handmade with Love', 'Every box is filled, tied and checked by hand.'],
  [pen, 'Sweet Personalization', 'Your favourite chocolates, and colours to match on request.'],
  [star, 'Vibrant Themes', 'Red and gold for weddings, pink and teal for birthdays.'],
  [truck, 'Quick & Cute Delivery', 'Ready in 2-3 days, then 2-4 days across India.'],
];

export default function ComboScreen() {
  return (
    <>
      <div className={classNames(layout.wrap, layout.pageHead)}>
        <Title
          level={1}
          className={s.title}
          text="Everything in one box. Pick the occasion, choose the chocolate and leave the rest to us."
        >
          Sweet Combo Packs
        </Title>
      </div>
      <div className={classNames(layout.wrap, s.packs)}>
        {comboProducts.map((product, index) => (
          <PackCard
            key={product.id}
            product={product}
            contents={contents[product.slug] ?? []}
            // The second is below the first view
            priority={index === 0 ? 'first' : undefined}
          />
        ))}
      </div>
      <Reasons paper reasons={reasons} />
      <div className={classNames(layout.wrap, s.gifts)}>
        <NextBigDay except={comboProducts.map(({ id }) => id)} />
      </div>
    </>
  );
}
