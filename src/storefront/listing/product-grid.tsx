// The product cards of a listing.
import { memo } from 'react';
import type { Product } from '../../shop/catalogue/product.ts';
import layout from '../ui/layout/layout.module.css';
import { ProductCard } from '../ui/product/product-card.tsx';

/** A card's width: three in a row from 768 px, two below. */
const CARD = '(width >= 64em) 24rem, (width >= 48em) 30vw, 46vw';
/** Of the pictures that a phone shows without scrolling. */
const priorities = ['first', 'soon'] as const;

interface ProductGridProps {
  products: readonly Product[];
  onAddToCart: (product: Product) => unknown;
}

/** Does not render again while its props are the same, so that changes around the cards cost a slow phone nothing. */
export const ProductGrid = memo(function ProductGrid({ products, onAddToCart }: ProductGridProps) {
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
