// /productspage: everything the shop lists, searched, filtered and put into the cart.
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import { comboProducts, listedProducts } from '../../shop/catalogue/catalogue.ts';
import { scalePicture } from '../../shop/catalogue/product.ts';
import type { Product } from '../../shop/catalogue/product.ts';
import fivestarGarland from '../../shop/catalogue/products/fivestar-garland.ts';
import { AddedToast, useAddToCart } from '../cart/add-to-cart.tsx';
import { classNames } from '../ui/class-names.ts';
import { Empty, LostBead } from '../ui/feedback/empty.tsx';
import { Button } from '../ui/form/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { LinkRow } from '../ui/layout/link-row.tsx';
import { Title } from '../ui/layout/title.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import { ClosedNote } from '../ui/product/for-sale.tsx';
import { ProductCard } from '../ui/product/product-card.tsx';
import { FilterBar, useListing } from './filter-bar.tsx';
import { everything, findProducts } from './find-products.ts';
import { VersionDialog } from './version-dialog.tsx';
import { WideCard } from './wide-card.tsx';
import s from './productspage-screen.module.css';

export default function ProductsScreen() {
  const { listing, shown, change } = useListing();
  /** The product to choose a version of. It stays set while the dialog closes, so that nothing jumps. */
  const [chosen, setChosen] = useState<Product>();
  const [isChoosing, setChoosing] = useState(false);
  const { added, add } = useAddToCart();
  const results = useRef<HTMLDivElement>(null);
  const products = useMemo(() => findProducts(listedProducts, shown, comboProducts), [shown]);

  // The same function at every render, so that the cards are rendered again only when others are shown.
  const addOrChooseVersion = useCallback(
    (product: Product): void => {
      if (!product.versions) return add(product);
      setChosen(product);
      setChoosing(true);
    },
    [add],
  );

  function showAll(): void {
    change(everything);
    // The button that had the focus is removed.
    results.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <div className={layout.wrap}>
        <div className={classNames(layout.pageHead, s.head)}>
          <Title level={1}>Our Products</Title>
          <FilterBar listing={listing} onChange={change} />
          <output>
            <VisuallyHidden>
              {products.length === 1 ? '1 product' : `${products.length} products`}
            </VisuallyHidden>
          </output>
        </div>
        <div className={s.apart}>
          <ClosedNote>
            Look around as long as you like. What is in your cart stays there.
          </ClosedNote>
        </div>
        <div ref={results} tabIndex={-1} className={classNames(layout.tall, s.results)}>
          {products.length > 0 ? (
            <ProductGrid products={products} onAddToCart={addOrChooseVersion} />
          ) : (
            <Empty
              className={s.empty}
              drawing={<LostBead />}
              title="No products found"
              text="Try adjusting your search or filter to find what you're looking for"
            >
              <Button onClick={showAll}>Show all products</Button>
            </Empty>
          )}
        </div>
        <div className={s.apart}>
          <LinkRow to="/combo" icon="box" title="Sweet Combo Packs" />
        </div>
      </div>
      {chosen && (
        <VersionDialog
          product={chosen}
          open={isChoosing}
          onClose={() => setChoosing(false)}
          onAdd={(product, selectedVersion) => add(product, { selectedVersion })}
        />
      )}
      <AddedToast added={added} />
    </>
  );
}

/** A card's width: three in a row from 768 px, two below. */
const CARD = '(width >= 64em) 24rem, (width >= 48em) 30vw, 46vw';
/** In the first row, where its own would be the second of three rings. */
const worn = {
  ...scalePicture(fivestarGarland),
  alt: 'Golden yellow chocolate garlands worn by two dress forms, Adult and Kids',
};
/** Of the pictures that a phone shows without scrolling. */
const priorities = ['first', 'soon'] as const;

interface ProductGridProps {
  products: readonly Product[];
  onAddToCart: (product: Product) => unknown;
}

/** Does not render again while its props are the same, so that changes around the cards cost a slow phone nothing. */
const ProductGrid = memo(function ProductGrid({ products, onAddToCart }: ProductGridProps) {
  const [only] = products;
  if (only && products.length === 1) {
    return <WideCard product={only} priority="first" onAddToCart={() => onAddToCart(only)} />;
  }
  return (
    <div className={layout.grid}>
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          headingLevel={2}
          picture={product === fivestarGarland ? worn : undefined}
          sizes={CARD}
          priority={priorities[index]}
          onAddToCart={() => onAddToCart(product)}
        />
      ))}
    </div>
  );
});
