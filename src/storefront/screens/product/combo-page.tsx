// The page of a combo. It alone of the product pages also puts into the cart.
import { useNavigate } from 'react-router';
import { brand } from '../../../shop/brand.ts';
import type { Product, ProductDetails } from '../../../shop/catalogue/product.ts';
import { AddedToast } from '../../features/cart/added-toast.tsx';
import { useAddToCart } from '../../features/cart/use-add-to-cart.ts';
import { Voices } from '../../features/home/sections.tsx';
import { ChocolateChoice } from '../../features/product/chocolate-choice.tsx';
import { needsContact } from '../../features/product/choice.ts';
import type { Choice } from '../../features/product/choice.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import s from './combo-page.module.css';
import { ProductPage } from './product-page.tsx';

interface ComboPageProps {
  product: Product;
  details: ProductDetails;
}

const combos = { to: '/combo', label: 'Combos' };

export function ComboPage({ product, details }: ComboPageProps) {
  const { added, add } = useAddToCart();
  const navigate = useNavigate();

  function onAdd(choice: Choice): void {
    const { quantity, chocolate } = choice;
    if (needsContact(product, choice)) void navigate('/Contactus');
    else add(product, { quantity, ...(chocolate !== undefined && { chocolate }) });
  }

  return (
    <>
      <ProductPage
        product={product}
        details={details}
        sections={['Features', 'Delivery Info', 'Occasion Ideas']}
        renderChoices={(control) => <ChocolateChoice product={product} control={control} />}
        questions="Frequently Asked Questions"
        parent={combos}
        renderMore={(choice) => (
          <div className={classNames(layout.row, s.more)}>
            <Button variant="line" onClick={() => onAdd(choice)}>
              Add to Cart
            </Button>
            <ButtonLink variant="quiet" to={`tel:${brand.phone}`}>
              <Icon name="phone" />
              Call Us
            </ButtonLink>
          </div>
        )}
      >
        <Voices />
      </ProductPage>
      <AddedToast added={added} />
    </>
  );
}
