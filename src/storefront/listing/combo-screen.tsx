// /combo: the two gift combos, and why to choose them.
import { comboProducts } from '../../shop/catalogue/catalogue.ts';
import { classNames } from '../ui/class-names.ts';
import { heart, pen, star, truck } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import { type Reason, Reasons } from '../ui/layout/reasons.tsx';
import { Title } from '../ui/layout/title.tsx';
import { WideCard } from './wide-card.tsx';
import s from './wide-card.module.css';

/** By the slugs of the combos. Not in the catalogue, which every page with a cart loads. */
export const contentsBySlug: Readonly<Record<string, readonly string[]>> = {
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
        <Title level={1}>Sweet Combo Packs</Title>
      </div>
      <div className={classNames(layout.wrap, s.list)}>
        {comboProducts.map((product, index) => (
          <WideCard
            key={product.id}
            product={product}
            contents={contentsBySlug[product.slug]}
            // The second is below the first view
            priority={index === 0 ? 'first' : undefined}
          />
        ))}
      </div>
      <Reasons paper reasons={reasons} />
    </>
  );
}
