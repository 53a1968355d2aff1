// /birthdaycombo: the page of the Birthday Combo Pack.
import { details } from '../../shop/catalogue/birthday-combo-pack.details.ts';
import { birthdayComboPack } from '../../shop/catalogue/birthday-combo-pack.ts';
import { ComboPage } from './product/combo-page.tsx';

export default function BirthdayComboPage() {
  return <ComboPage product={birthdayComboPack} details={details} />;
}
