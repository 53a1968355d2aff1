// The three garlands' page.
import type { Product, ProductDetails } from '../../../shop/catalogue/product.ts';
import { ShareButton } from '../../features/product/share-button.tsx';
import { ProductPage } from './product-page.tsx';
import type { ProductPageProps } from './product-page.tsx';

interface GarlandPageProps extends Pick<ProductPageProps, 'fullScreen' | 'badge' | 'renderOffer'> {
  product: Product;
  details: ProductDetails;
  share?: boolean;
}

export function GarlandPage({ share, ...rest }: GarlandPageProps) {
  return (
    <ProductPage
      {...rest}
      sections={['Magical Features', 'Delivery Magic', 'Perfect Celebrations']}
      questions="Sweet Questions"
      aside={share && <ShareButton title={rest.product.name} />}
    />
  );
}
