// The page of a combo.
import { ChocolateChoice } from './chocolate-choice.tsx';
import { useChoice } from './use-choice.ts';
import { Testimonials } from '../ui/product/testimonials.tsx';
import { ProductPage } from './product-page.tsx';
import type { ProductOfPage } from './product-page.tsx';

const combos = { to: '/combo', label: 'Combos' };

export default function ComboPage({ product, details }: ProductOfPage) {
  const control = useChoice(product);
  return (
    <ProductPage
      product={product}
      details={details}
      control={control}
      panels={[
        { title: 'Features', points: details.features },
        { title: 'Delivery Info', points: details.deliveryInfo, look: 'steps' },
        { title: 'Occasion Ideas', points: details.occasionIdeas, look: 'chips' },
      ]}
      parent={combos}
      // The name on the card that was tapped
      eyebrow={product.cardTitle}
      choices={<ChocolateChoice product={product} control={control} />}
      questions="Frequently Asked Questions"
    >
      <Testimonials testimonials={details.testimonials ?? []} />
    </ProductPage>
  );
}
