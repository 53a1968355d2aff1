// A product in a listing or on a slide. The whole card is a link; its button is a separate target.
import { useId, type ReactNode } from 'react';
import type { Product } from '../../shop/catalogue/product.ts';
import { discountPercent } from '../../shop/money.ts';
import { AppLink } from './app-link.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { PictureWell, type PictureProps } from './picture.tsx';
import { Price } from './price.tsx';
import s from './product-card.module.css';
import { Rosette } from './rosette.tsx';

interface ProductCardProps {
  product: Product;
  headingLevel: 2 | 3;
  /** 'slide' is for the carousel: an arch, the tagline, centred. */
  shape?: 'card' | 'slide' | undefined;
  /** Title and price only. */
  brief?: boolean | undefined;
  pictureIndex?: number | undefined;
  /** The `sizes` of the picture. */
  sizes: string;
  /** Of the picture, for cards in the first view. */
  priority?: PictureProps['priority'];
  /** Adds the button 'Add to Cart'. */
  onAddToCart?: (() => void) | undefined;
  /** Shown between the price and the button. */
  children?: ReactNode;
}

export function ProductCard({
  product,
  headingLevel,
  shape = 'card',
  brief,
  pictureIndex = 0,
  sizes,
  priority,
  onAddToCart,
  children,
}: ProductCardProps) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  const picture = product.pictures[pictureIndex] ?? product.pictures[0];
  const slide = shape === 'slide';
  return (
    <article className={classNames(s.card, slide && s.slide)} aria-labelledby={id}>
      <PictureWell
        className={s.well}
        picture={picture}
        sizes={sizes}
        width={384}
        height={384}
        priority={priority}
      >
        <Rosette
          percent={discountPercent(product.price, product.originalPrice)}
          className={slide ? s.low : undefined}
        />
      </PictureWell>
      <Heading id={id} className={s.name}>
        <AppLink to={product.link}>{product.cardTitle ?? product.name}</AppLink>
      </Heading>
      {slide && <p className={s.words}>{product.tagline}</p>}
      {!slide && !brief && product.kind !== 'combo' && (
        <p className={s.category}>{product.category}</p>
      )}
      {!slide && !brief && <p className={classNames(s.words, s.clamp)}>{product.summary}</p>}
      <Price now={product.price} was={product.originalPrice} className={s.price} />
      {children}
      {onAddToCart && (
        <Button
          variant="line"
          size="small"
          wide
          className={s.button}
          aria-describedby={id}
          onClick={onAddToCart}
        >
          Add to Cart
        </Button>
      )}
    </article>
  );
}
