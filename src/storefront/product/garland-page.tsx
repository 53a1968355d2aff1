// The page of a garland, with its own reviews.
import { ShareButton } from './share-button.tsx';
import { useChoice } from './use-choice.ts';
import s from './garland-page.module.css';
import { ProductPage } from './product-page.tsx';
import type { ProductOfPage } from './product-page.tsx';
import { ProductReviews } from '../reviews/product-reviews.tsx';

export default function GarlandPage({ product, details }: ProductOfPage) {
  const { badge, offer, canBeShared } = details;
  const control = useChoice(product);
  const { percent } = control.amounts;
  return (
    <ProductPage
      product={product}
      details={details}
      control={control}
      panels={[
        { title: 'Magical Features', points: details.features },
        { title: 'Delivery Magic', points: details.deliveryInfo, look: 'steps' },
        { title: 'Perfect Celebrations', points: details.occasionIdeas, look: 'chips' },
      ]}
      reviews={`${product.link}#reviews`}
      mark={badge}
      aside={canBeShared && <ShareButton title={product.name} />}
      offer={
        offer &&
        percent > 0 && (
          <p className={s.offer}>
            {percent}% {offer}
          </p>
        )
      }
      questions="Sweet Questions"
    >
      <ProductReviews product={product} />
    </ProductPage>
  );
}
