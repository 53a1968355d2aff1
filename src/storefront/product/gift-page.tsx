// The page of the single gifts (sandal garland, crown, bouquet) and of the combos.
import { AppLink } from '../platform/navigation.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { Field, Select } from '../ui/form/field.tsx';
import { Testimonials } from '../ui/product/testimonials.tsx';
import { needsContact, useChoice } from './choice.ts';
import { ProductPage } from './product-page.tsx';
import type { ProductOfPage } from './product-page.tsx';
import s from './product-page.module.css';

export default function GiftPage({ product, details }: ProductOfPage) {
  const control = useChoice(product);
  const { choice, chooseChocolate } = control;
  const isCombo = product.kind === 'combo';
  const choices = product.chocolates && (
    <div>
      <Field label="Choose Chocolate Type">
        {(field) => (
          <Select
            {...field}
            value={choice.chocolate}
            onChange={(event) => chooseChocolate(event.target.value)}
          >
            {product.chocolates?.map((option) => (
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
            <span>We can use almost any chocolate. </span>
            <AppLink to="/Contactus">Contact us</AppLink>
            <span> and tell us which one you would like.</span>
          </Note>
        )}
      </div>
    </div>
  );
  return (
    <ProductPage
      product={product}
      details={details}
      control={control}
      panels={[
        { title: 'Features', points: details.features },
        {
          title: isCombo ? 'Delivery Info' : 'Delivery & Packaging Info',
          points: details.deliveryInfo ?? [],
          // for a single gift also how it is packed
          steps: isCombo ? 4 : 5,
        },
        ...(isCombo ? [] : [{ title: 'Occasion Ideas', points: details.occasionIdeas ?? [] }]),
      ]}
      options={{ choices, mark: isCombo ? undefined : 'Special price!' }}
      questions="Frequently Asked Questions"
    >
      {isCombo && <Testimonials testimonials={details.testimonials ?? []} />}
    </ProductPage>
  );
}
