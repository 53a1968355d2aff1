// /productspage: everything the shop lists, searched, filtered and put into the cart.
import { useCallback, useMemo, useState } from 'react';
import { comboProducts, listedProducts } from '../../shop/catalogue/catalogue.ts';
import type { Product } from '../../shop/catalogue/product.ts';
import { AddedToast } from '../features/cart/added-toast.tsx';
import { useAddToCart } from '../features/cart/use-add-to-cart.ts';
import { CombosPanel } from '../features/catalogue/combos-panel.tsx';
import { FilterBar } from '../features/catalogue/filter-bar.tsx';
import { everything, findProducts } from '../features/catalogue/find-products.ts';
import { ProductGrid } from '../features/catalogue/product-grid.tsx';
import { useListing } from '../features/catalogue/use-listing.ts';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout.module.css';
import { navigate } from '../ui/navigation.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Title } from '../ui/title.tsx';
import unseen from '../ui/visually-hidden.module.css';
import s from './productspage.module.css';

const loadVersionDialog = () => import('../features/cart/version-dialog.tsx');
const VersionDialog = onDemand(loadVersionDialog);
const NothingFound = onDemand(() => import('../features/catalogue/nothing-found.tsx'));

export default function ProductsScreen() {
  const { listing, shown, change } = useListing();
  const [asked, setAsked] = useState<Product>();
  const [asking, setAsking] = useState(false);
  const { added, add } = useAddToCart();
  const products = useMemo(() => findProducts(listedProducts, shown, comboProducts), [shown]);

  // The same function at every render, so that the cards are rendered again only when others are shown.
  const ask = useCallback(
    async (product: Product): Promise<void> => {
      if (!product.versions) return add(product);
      try {
        await loadVersionDialog();
        setAsked(product);
        setAsking(true);
      } catch {
        // The product's page asks as well
        navigate(product.link);
      }
    },
    [add],
  );

  const isFound = products.length > 0;
  return (
    <>
      <div className={layout.wrap}>
        <div className={classNames(layout.pageHead, s.head)}>
          <Title level={1} className={s.title}>
            Our Products
          </Title>
          <FilterBar listing={listing} onChange={change} />
          {/* What is below says that there are none */}
          <output className={isFound ? s.count : unseen.hidden}>
            {products.length === 1 ? '1 product' : `${products.length} products`}
          </output>
        </div>
        <div className={s.results}>
          {isFound ? (
            <ProductGrid products={products} onAddToCart={ask} />
          ) : (
            <NothingFound onShowAll={() => change(everything)} />
          )}
        </div>
      </div>
      {/* Otherwise the combos are among what is suggested */}
      {isFound && <CombosPanel />}
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
