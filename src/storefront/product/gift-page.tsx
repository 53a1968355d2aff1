// The page of the single gifts: sandal garland, crown, bouquet.
import { ChocolateChoice } from './chocolate-choice.tsx';
import { useChoice } from './use-choice.ts';
import { ProductPage } from './product-page.tsx';
import type { ProductOfPage } from './product-page.tsx';

export default function GiftPage({ product, details }: ProductOfPage) {
  const control = useChoice(product);
  return (
    <ProductPage
      product={product}
      details={details}
      control={control}
      panels={[
        { title: 'Features', points: details.features },
        { title: 'Delivery & Packaging Info', points: details.deliveryInfo, look: 'steps' },
        { title: 'Occasion Ideas', points: details.occasionIdeas, look: 'chips' },
      ]}
      mark="Special price!"
      choices={<ChocolateChoice product={product} control={control} />}
      questions="Frequently Asked Questions"
    />
  );
}
