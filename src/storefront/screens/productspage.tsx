// /productspage: everything the shop lists, searched, filtered and put into the cart.
import { useState } from 'react';
import { comboProducts, listedProducts } from '../../shop/catalogue/catalogue.ts';
import chocolateBouquet from '../../shop/catalogue/products/chocolate-bouquet.ts';
import type { Product } from '../../shop/catalogue/product.ts';
import { AddedToast } from '../features/cart/added-toast.tsx';
import { useAddToCart } from '../features/cart/use-add-to-cart.ts';
import { FilterBar } from '../features/catalogue/filter-bar.tsx';
import { everything, findProducts } from '../features/catalogue/find-products.ts';
import { ProductGrid } from '../features/catalogue/product-grid.tsx';
import { useListing } from '../features/catalogue/use-listing.ts';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout.module.css';
import { navigate } from '../ui/navigation.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Title } from '../ui/title.tsx';
import s from './productspage.module.css';

const loadVersionDialog = () => import('../features/cart/version-dialog.tsx');
const VersionDialog = onDemand(loadVersionDialog);

export default function ProductsScreen() {
  const [listing, setListing] = useListing();
  const [asked, setAsked] = useState<Product>();
  const [asking, setAsking] = useState(false);
  const { added, add } = useAddToCart();
  const products = findProducts(listedProducts, listing, comboProducts);

  function ask(product: Product): void {
    if (!product.versions) return add(product);
    void askVersion(product);
  }

  async function askVersion(product: Product): Promise<void> {
    try {
      await loadVersionDialog();
      setAsked(product);
      setAsking(true);
    } catch {
      // The product's page asks as well
      navigate(product.link);
    }
  }

  return (
    <div className={layout.wrap}>
      <div className={classNames(layout.pageHead, s.head)}>
        <Title level={1} className={s.title}>
          Our Products
        </Title>
        <FilterBar listing={listing} onChange={setListing} />
        <output className={s.count}>
          {products.length === 1 ? '1 product' : `${products.length} products`}
        </output>
      </div>
      <div className={s.results}>
        <ProductGrid
          products={products}
          onAddToCart={ask}
          onShowAll={() => setListing(everything)}
          emptyPicture={chocolateBouquet.pictures[0]}
        />
      </div>
      {asked && (
        <VersionDialog
          product={asked}
          open={asking}
          onClose={() => setAsking(false)}
          onAdd={(product, selectedVersion) => add(product, { selectedVersion })}
        />
      )}
      <AddedToast added={added} />
    </div>
  );
}
