// The product cards of a listing, or a message when nothing was found.
import { memo } from 'react';
import { emptyPicture } from '../../../shop/catalogue/catalogue.ts';
import type { Product } from '../../../shop/catalogue/product.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import layout from '../../ui/layout.module.css';
import { ProductCard } from '../../ui/product-card.tsx';
import { everything } from './find-products.ts';
import type { Listing } from './find-products.ts';

/** A card's width: three in a row from 768 px, two below. */
const CARD = '(width >= 64em) 24rem, (width >= 48em) 30vw, 46vw';
/** Of the pictures that a phone shows without scrolling. */
const priorities = ['first', 'soon'] as const;

interface ProductGridProps {
  products: readonly Product[];
  onAddToCart: (product: Product) => unknown;
  onShowAll: (all: Listing) => void;
}

/** Renders nothing again while its props are the same: what happens around the cards leaves a slow phone alone. */
export const ProductGrid = memo(function ProductGrid({
  products,
  onAddToCart,
  onShowAll,
}: ProductGridProps) {
  if (products.length === 0) {
    return (
      <Empty
        picture={emptyPicture}
        title="No products found"
        text="Try adjusting your search or filter to find what you're looking for"
      >
        <Button onClick={() => onShowAll(everything)}>Show all products</Button>
      </Empty>
    );
  }
  return (
    <div className={layout.grid}>
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          headingLevel={2}
          sizes={CARD}
          priority={priorities[index]}
          onAddToCart={() => onAddToCart(product)}
        />
      ))}
    </div>
  );
});
