// The page of the single gifts (sandal garland, crown, bouquet) and of the combos.
import { ChocolateChoice } from './chocolate-choice.tsx';
import { useChoice } from './use-choice.ts';
import { Testimonials } from '../ui/product/testimonials.tsx';
import { ProductPage } from './product-page.tsx';
import type { ProductOfPage } from './product-page.tsx';

const combos = { to: '/combo', label: 'Combos' };

export default function GiftPage({ product, details }: ProductOfPage) {
  const control = useChoice(product);
  const isCombo = product.kind === 'combo';
  return (
    <ProductPage
      product={product}
      details={details}
      control={control}
      panels={[
        { title: 'Features', points: details.features },
        {
          title: isCombo ? 'Delivery Info' : 'Delivery & Packaging Info',
          points: details.deliveryInfo,
          look: 'steps',
        },
        { title: 'Occasion Ideas', points: details.occasionIdeas, look: 'chips' },
      ]}
      {...(isCombo
        ? // The name on the card that was tapped
          { parent: combos, eyebrow: product.cardTitle }
        : { mark: 'Special price!' })}
      choices={<ChocolateChoice product={product} control={control} />}
      questions="Frequently Asked Questions"
    >
      {isCombo && <Testimonials testimonials={details.testimonials ?? []} />}
    </ProductPage>
  );
}
