// /weddingcombo: the page of the Wedding Delight.
import { details } from '../../shop/catalogue/wedding-delight.details.ts';
import { weddingDelight } from '../../shop/catalogue/wedding-delight.ts';
import { ComboPage } from './product/combo-page.tsx';

export default function WeddingComboPage() {
  return <ComboPage product={weddingDelight} details={details} />;
}
