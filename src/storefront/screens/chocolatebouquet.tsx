// /chocolatebouquet: the page of the Chocolate Bouquet.
import { details } from '../../shop/catalogue/chocolate-bouquet.details.ts';
import { chocolateBouquet } from '../../shop/catalogue/chocolate-bouquet.ts';
import { GiftPage } from './product/gift-page.tsx';

export default function ChocolateBouquetPage() {
  return <GiftPage product={chocolateBouquet} details={details} />;
}
