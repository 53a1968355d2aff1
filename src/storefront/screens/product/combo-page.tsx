// The page of a combo. It alone of the product pages also puts into the cart.
import { AddedToast } from '../../features/cart/added-toast.tsx';
import { useAddToCart } from '../../features/cart/use-add-to-cart.ts';
import { ChocolateChoice } from '../../features/product/chocolate-choice.tsx';
import { needsContact } from '../../features/product/choice.ts';
import { DeliveryBox } from '../../features/product/delivery-box.tsx';
import { useChoice } from '../../features/product/use-choice.ts';
import { Button } from '../../ui/button.tsx';
import { navigate } from '../../ui/navigation.tsx';
import { Testimonials } from '../../ui/testimonials.tsx';
import { ProductPage } from './product-page.tsx';
import type { ProductOfPage } from './product-page.tsx';

const combos = { to: '/combo', label: 'Combos' };

export default function ComboPage({ product, details }: ProductOfPage) {
  const control = useChoice(product);
  const { added, add } = useAddToCart();
  const { choice } = control;

  function onAdd(): void {
    const { quantity, chocolate } = choice;
    if (needsContact(product, choice)) navigate('/Contactus');
    else add(product, { quantity, ...(chocolate !== undefined && { chocolate }) });
  }

  return (
    <>
      <ProductPage
        product={product}
        details={details}
        control={control}
        panels={[
          { title: 'Features', points: details.features },
          { title: 'Occasion Ideas', points: details.occasionIdeas },
        ]}
        parent={combos}
        choices={<ChocolateChoice product={product} control={control} />}
        more={
          <Button variant="line" wide onClick={onAdd}>
            Add to Cart
          </Button>
        }
        delivery={<DeliveryBox kind={product.kind} points={details.deliveryInfo} />}
        questions="Frequently Asked Questions"
      >
        <Testimonials testimonials={details.testimonials ?? []} />
      </ProductPage>
      <AddedToast added={added} />
    </>
  );
}
