// Loads the file of a product for its own page. The query makes a second module of the file: the bundler keeps the
// first, with only the short texts, for the pages that show many products.
import type { Product, ProductDetails } from '../../shop/catalogue/product.ts';

export interface ProductFile {
  default: Product;
  details: ProductDetails;
}

/** Resolves to all data of a product. */
export function loadProduct(slug: string): Promise<ProductFile> {
  // Not at the top level: Playwright imports the routes without Vite, which replaces this.
  const files = import.meta.glob<ProductFile>('../../shop/catalogue/products/*.ts', {
    query: '?page',
  });
  const load = files[`../../shop/catalogue/products/${slug}.ts`];
  if (!load) throw new Error(`The product ${slug} must be described in products/${slug}.ts`);
  return load();
}
