// A combo on the combo listing: a large picture, the contents of the box, and the price. The whole card is a link.
import { useId } from 'react';
import type { Product } from '../../shop/catalogue/product.ts';
import { AppLink } from '../platform/app-link.tsx';
import { Icon } from '../ui/icon.tsx';
import { PictureWell, type PictureProps } from '../ui/product/picture.tsx';
import { Price, Saving } from '../ui/product/price.tsx';
import s from './pack-card.module.css';

interface PackCardProps {
  product: Product;
  /** The contents of the box. */
  contents: readonly string[];
  priority?: PictureProps['priority'];
}

export function PackCard({ product, contents, priority }: PackCardProps) {
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
          {contents.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
        <div className={s.price}>
          <Price now={price} was={originalPrice} big />
          <Saving amount={originalPrice - price} />
        </div>
        {/* The card is the link: this shows that it is one */}
        <span className={s.more} aria-hidden="true">
          Choose the chocolate <Icon name="next" />
        </span>
      </div>
    </article>
  );
}
