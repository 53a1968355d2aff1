// A product in a listing or on a slide. The whole card is a link; its button is a separate target.
import { ViewTransition } from 'react';
import type { Picture as ShopPicture, Product } from '../../../shop/catalogue/product.ts';
import { discountPercent } from '../../../shop/money.ts';
import { AppLink } from '../../platform/navigation.tsx';
import { Button } from '../form/button.tsx';
import { classNames } from '../class-names.ts';
import { Picture, type PictureProps, PictureWell } from './picture.tsx';
import { Price, Rosette } from './price.tsx';
import { useCard } from './use-card.ts';
import s from './product-card.module.css';

interface ProductCardProps {
  product: Product;
  headingLevel: 2 | 3;
  /** 'full' has every fact, 'brief' title and price. 'slide' is for the carousel: an arch, the tagline, centred. */
  shape?: 'full' | 'brief' | 'slide' | undefined;
  /** Instead of the product's first one. */
  picture?: ShopPicture | undefined;
  /** The `sizes` of the picture. */
  sizes: string;
  /** Of the picture, for cards in the first view. */
  priority?: PictureProps['priority'];
  /** Adds the button 'Add to Cart'. */
  onAddToCart?: (() => void) | undefined;
}

/** In a grid, the parts of cards side by side are aligned. */
export function ProductCard(props: ProductCardProps) {
  const { product, headingLevel, shape = 'full', sizes, priority, onAddToCart } = props;
  const { id, soldOut, transition, link, button } = useCard(product);
  const Heading = `h${headingLevel}` as const;
  const { price, originalPrice } = product;
  const [whole, closeUp] = product.pictures;
  const hasFacts = shape === 'full';
  const side = shape === 'brief' ? 288 : 384;
  const picture = { sizes, width: side, height: side };
  const prices = (
    <div className={s.price}>
      <Price now={price} was={originalPrice} />
      {hasFacts &&
        (soldOut ? (
          <b className={s.soldOut}>{soldOut}</b>
        ) : (
          <Rosette percent={discountPercent(price, originalPrice)} />
        ))}
    </div>
  );
  return (
    <article className={classNames(s.card, s[shape])} aria-labelledby={id}>
      <ViewTransition {...transition}>
        <PictureWell
          {...picture}
          className={s.well}
          picture={props.picture ?? whole}
          priority={priority}
        >
          {/* Not loaded before the style sheet shows it: on hover */}
          {shape !== 'slide' && closeUp && (
            <Picture {...picture} className={s.closeUp} picture={closeUp} alt="" />
          )}
        </PictureWell>
      </ViewTransition>
      <Heading id={id} className={s.name}>
        <AppLink {...link} />
      </Heading>
      {hasFacts && (
        <div className={s.about}>
          <p className={s.category}>{product.category}</p>
          <p className={s.words}>{product.tagline}</p>
          {prices}
        </div>
      )}
      {shape === 'slide' && <p className={s.words}>{product.tagline}</p>}
      {!hasFacts && prices}
      {onAddToCart && (
        <Button
          variant="line"
          size="small"
          wide
          className={s.button}
          {...button}
          onClick={onAddToCart}
        >
          Add to Cart
        </Button>
      )}
    </article>
  );
}
