// /prod: the standalone page of a Dairy Milk Garland with prices, codes and reviews of its own.
import { SlideShow } from './slide-show.tsx';
import { LocalReviews } from './local-reviews.tsx';
import { CodeBox } from './code-box.tsx';
import { useChoice } from './use-choice.ts';
import { useDiscountCode } from './use-discount-code.ts';
import { ProductPage } from './product-page.tsx';
import type { ProductOfPage } from './product-page.tsx';

export default function ProdPage({ product, details }: ProductOfPage) {
  const { code, control } = useDiscountCode(useChoice(product));
  return (
    <ProductPage
      product={product}
      details={details}
      control={control}
      panels={[
        { title: 'Product Details', points: details.facts ?? [] },
        { title: 'Features', points: details.features },
        { title: 'Delivery Info', points: details.deliveryInfo, look: 'steps' },
        { title: 'Occasion Ideas', points: details.occasionIdeas, look: 'chips' },
      ]}
      couponCode={code.applied}
      renderGallery={(gallery) => <SlideShow {...gallery} />}
      choices={<CodeBox code={code} />}
      questions="Frequently Asked Questions"
    >
      <LocalReviews />
    </ProductPage>
  );
}
