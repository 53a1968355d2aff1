// /combo: the two gift combos, and why to choose them.
import { useId } from 'react';
import { comboProducts } from '../../shop/catalogue/catalogue.ts';
import type { Product } from '../../shop/catalogue/product.ts';
import { AppLink } from '../platform/navigation.tsx';
import { classNames } from '../ui/class-names.ts';
import { heart, Icon, pen, star, truck } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import { type Reason, Reasons } from '../ui/layout/reasons.tsx';
import { Title } from '../ui/layout/title.tsx';
import { type PictureProps, PictureWell } from '../ui/product/picture.tsx';
import { Price } from '../ui/product/price.tsx';
import s from './combo-screen.module.css';

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
        <Title level={1} className={s.title}>
          Sweet Combo Packs
        </Title>
      </div>
      <div className={classNames(layout.wrap, s.packs)}>
        {comboProducts.map((product, index) => (
          <PackCard
            key={product.id}
            product={product}
            // The second is below the first view
            priority={index === 0 ? 'first' : undefined}
          />
        ))}
      </div>
      <Reasons paper reasons={reasons} />
    </>
  );
}

interface PackCardProps {
  product: Product;
  priority: PictureProps['priority'];
}

/** A combo: a large picture, the contents of the box, and the price. The whole card is a link. */
function PackCard({ product, priority }: PackCardProps) {
  const id = useId();
  const { price, originalPrice } = product;
  return (
    <article className={s.pack} aria-labelledby={id}>
      <PictureWell
        className={s.well}
        picture={product.pictures[0]}
        sizes="(width >= 75em) 38rem, (width >= 48em) 46vw, 92vw"
        width={608}
        height={608}
        priority={priority}
      />
      <div className={s.words}>
        <p className={s.tagline}>{product.tagline}</p>
        <h2 id={id}>
          <AppLink to={product.link}>{product.cardTitle ?? product.name}</AppLink>
        </h2>
        <ul className={s.contents} aria-label="In the box">
          {contentsBySlug[product.slug]?.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
        <Price now={price} was={originalPrice} big />
        {/* The card is the link: this shows that it is one */}
        <span className={s.more} aria-hidden="true">
          Choose the chocolate <Icon name="next" />
        </span>
      </div>
    </article>
  );
}
