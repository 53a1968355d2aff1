// The three garlands' page.
import type { ReactNode } from 'react';
import type { Product, ProductDetails } from '../../../shop/catalogue/product.ts';
import type { LinePrice } from '../../../shop/price-line.ts';
import { ShareButton } from '../../features/product/share-button.tsx';
import { useChoice } from '../../features/product/use-choice.ts';
import { ProductPage } from './product-page.tsx';
import type { ProductPageProps } from './product-page.tsx';
import { ProductReviews } from './product-reviews.tsx';

interface GarlandPageProps extends Pick<ProductPageProps, 'fullScreen' | 'badge'> {
  product: Product;
  details: ProductDetails;
  share?: boolean;
  /** Above the price. */
  renderOffer?: (amounts: LinePrice) => ReactNode;
}

export function GarlandPage({ share, renderOffer, ...rest }: GarlandPageProps) {
  const { product, details } = rest;
  const control = useChoice(product);
  return (
    <ProductPage
      {...rest}
      control={control}
      panels={[
        { title: 'Magical Features', points: details.features },
        { title: 'Delivery Magic', points: details.deliveryInfo },
        { title: 'Perfect Celebrations', points: details.occasionIdeas },
      ]}
      reviews={`${product.link}#reviews`}
      aside={share && <ShareButton title={product.name} />}
      offer={renderOffer?.(control.amounts)}
      questions="Sweet Questions"
    >
      <ProductReviews product={product} />
    </ProductPage>
  );
}
