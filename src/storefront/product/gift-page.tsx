// The page of the single gifts (sandal garland, crown, bouquet) and of the combos.
import { Testimonials } from '../ui/product/testimonials.tsx';
import type { Product } from '../../shop/catalogue/product.ts';
import { AppLink } from '../platform/navigation.tsx';
import { Field, Select } from '../ui/form/field.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { needsContact, useChoice } from './choice.ts';
import { ProductPage } from './product-page.tsx';
import type { ProductOfPage } from './product-page.tsx';
import s from './product-page.module.css';
import type { ChoiceControl } from './choice.ts';

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

// 'Choose Chocolate Type'. For a chocolate that is not on the list, the shopper contacts the shop first.

interface ChocolateChoiceProps {
  product: Product;
  control: ChoiceControl;
}

/** Renders nothing if the product has no list of chocolates. */
function ChocolateChoice({ product, control }: ChocolateChoiceProps) {
  const { chocolates } = product;
  const { choice, chooseChocolate } = control;
  if (!chocolates) return null;
  return (
    <div>
      <Field label="Choose Chocolate Type">
        {(field) => (
          <Select
            {...field}
            value={choice.chocolate}
            onChange={(event) => chooseChocolate(event.target.value)}
          >
            {chocolates.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div aria-live="polite">
        {needsContact(product, choice) && (
          <Note className={s.note}>
            We can use almost any chocolate. <AppLink to="/Contactus">Contact us</AppLink> and tell
            us which one you would like.
          </Note>
        )}
      </div>
    </div>
  );
}
