// A product with a large picture, as wide as the page: a combo, or the only one that a search has found.
import { ViewTransition } from 'react';
import type { Product } from '../../shop/catalogue/product.ts';
import { discountPercent, formatRupees } from '../../shop/money.ts';
import { AppLink } from '../platform/navigation.tsx';
import { classNames } from '../ui/class-names.ts';
import buttons from '../ui/form/button.module.css';
import { Button } from '../ui/form/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { StringList } from '../ui/layout/string-list.tsx';
import { type PictureProps, PictureWell } from '../ui/product/picture.tsx';
import { Price, Rosette } from '../ui/product/price.tsx';
import { useCard } from '../ui/product/use-card.ts';
import s from './wide-card.module.css';

interface WideCardProps {
  product: Product;
  priority: PictureProps['priority'];
  /** Of a combo: what is in the box. */
  contents?: readonly string[] | undefined;
  /** Of what was found: adds all facts of a card in a grid, and its button. */
  onAddToCart?: () => void;
}

/** The whole card is a link; its button is a separate target. */
export function WideCard({ product, priority, contents, onAddToCart }: WideCardProps) {
  const { id, soldOut, transition, link, button } = useCard(product);
  const { price, originalPrice, pictures, versions, tagline } = product;
  return (
    <article className={classNames(s.card, !contents && s.found)} aria-labelledby={id}>
      <ViewTransition {...transition}>
        <PictureWell
          className={s.well}
          picture={pictures[0]}
          sizes={`(width >= 75em) 38rem, (width >= 48em) 46vw, ${contents ? '92vw' : '65vw'}`}
          width={608}
          height={608}
          priority={priority}
        />
      </ViewTransition>
      <div className={s.words}>
        {contents && <p className={s.label}>{tagline}</p>}
        <h2 id={id}>
          <AppLink {...link} />
        </h2>
        {contents ? (
          <StringList aria-label="In the box">
            {contents.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </StringList>
        ) : (
          <>
            <p className={s.label}>{product.category}</p>
            <p>{tagline}</p>
            {versions && (
              <StringList>
                {versions.map((version) => (
                  <li key={version.key}>
                    <b>{version.name}</b> <span>{version.size}</span>{' '}
                    <b translate="no">{formatRupees(version.price)}</b>
                  </li>
                ))}
              </StringList>
            )}
          </>
        )}
        <div className={s.price}>
          <Price now={price} was={originalPrice} big={contents !== undefined} />
          {!contents &&
            (soldOut ? (
              <b>{soldOut}</b>
            ) : (
              <Rosette percent={discountPercent(price, originalPrice)} />
            ))}
        </div>
        {onAddToCart ? (
          <Button variant="line" wide className={s.button} {...button} onClick={onAddToCart}>
            Add to Cart
          </Button>
        ) : (
          // Looks like a button: the card is the link
          <span className={buttons.button} aria-hidden="true">
            Choose the chocolate <Icon name="next" />
          </span>
        )}
      </div>
    </article>
  );
}
