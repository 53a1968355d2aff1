// 'Choose Chocolate Type'. For a chocolate that is not on the list, the shopper contacts the shop first.
import type { Product } from '../../shop/catalogue/product.ts';
import { AppLink } from '../platform/app-link.tsx';
import { Field } from '../ui/form/field.tsx';
import { Select } from '../ui/form/input.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { needsContact } from './choice.ts';
import s from './chocolate-choice.module.css';
import type { ChoiceControl } from './use-choice.ts';

interface ChocolateChoiceProps {
  product: Product;
  control: ChoiceControl;
}

/** Renders nothing if the product has no list of chocolates. */
export function ChocolateChoice({ product, control }: ChocolateChoiceProps) {
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
