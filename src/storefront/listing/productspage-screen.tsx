// /productspage: everything the shop lists, searched, filtered and put into the cart.
import { useCallback, useMemo, useRef, useState } from 'react';
import { comboProducts, listedProducts } from '../../shop/catalogue/catalogue.ts';
import type { Product } from '../../shop/catalogue/product.ts';
import { AddedToast } from '../cart/added-toast.tsx';
import { useAddToCart } from '../cart/add-to-cart.tsx';
import { FilterBar } from './filter-bar.tsx';
import { everything, findProducts } from './find-products.ts';
import { ProductGrid } from './product-grid.tsx';
import { useListing } from './use-listing.ts';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout/layout.module.css';
import { CombosPanel } from './combos-panel.tsx';
import { NothingFound } from './nothing-found.tsx';
import { VersionDialog } from './version-dialog.tsx';
import { Title } from '../ui/layout/title.tsx';
import { useNear } from '../platform/timing.tsx';
import s from './productspage-screen.module.css';

export default function ProductsScreen() {
  const { listing, shown, change } = useListing();
  const [asked, setAsked] = useState<Product>();
  const [asking, setAsking] = useState(false);
  const { added, add } = useAddToCart();
  const end = useRef<HTMLDivElement>(null);
  const isNearEnd = useNear(end, '100%');
  const products = useMemo(() => findProducts(listedProducts, shown, comboProducts), [shown]);

  // The same function at every render, so that the cards are rendered again only when others are shown.
  const ask = useCallback(
    (product: Product): void => {
      if (!product.versions) return add(product);
      setAsked(product);
      setAsking(true);
    },
    [add],
  );

  return (
    <>
      <div className={layout.wrap}>
        <div className={classNames(layout.pageHead, s.head)}>
          <Title level={1} className={s.title}>
            Our Products
          </Title>
          <FilterBar listing={listing} onChange={change} />
          <output className={s.count}>
            {products.length === 1 ? '1 product' : `${products.length} products`}
          </output>
        </div>
        <div className={s.results}>
          {products.length > 0 ? (
            <ProductGrid products={products} onAddToCart={ask} />
          ) : (
            <NothingFound onShowAll={() => change(everything)} />
          )}
        </div>
      </div>
      {/* If nothing is found, the combos are among the suggestions. */}
      <div ref={end}>{isNearEnd && products.length > 0 && <CombosPanel />}</div>
      {asked && (
        <VersionDialog
          product={asked}
          open={asking}
          onClose={() => setAsking(false)}
          onAdd={(product, selectedVersion) => add(product, { selectedVersion })}
        />
      )}
      <AddedToast added={added} />
    </>
  );
}
