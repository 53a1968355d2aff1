// The page of the single gifts: sandal garland, crown, bouquet.
import type { Product, ProductDetails } from '../../../shop/catalogue/product.ts';
import { ChocolateChoice } from '../../features/product/chocolate-choice.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ProductPage } from './product-page.tsx';

interface GiftPageProps {
  product: Product;
  details: ProductDetails;
}

const specialPrice = () => <Tag>Special price!</Tag>;

export function GiftPage({ product, details }: GiftPageProps) {
  return (
    <ProductPage
      product={product}
      details={details}
      sections={['Features', 'Delivery & Packaging Info', 'Occasion Ideas']}
      renderChoices={(control) => <ChocolateChoice product={product} control={control} />}
      questions="Frequently Asked Questions"
      renderOffer={specialPrice}
    />
  );
}
