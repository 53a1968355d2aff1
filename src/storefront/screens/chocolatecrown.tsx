// /chocolatecrown: the page of the Chocolate Crown.
import { details } from '../../shop/catalogue/chocolate-crown.details.ts';
import { chocolateCrown } from '../../shop/catalogue/chocolate-crown.ts';
import { GiftPage } from './product/gift-page.tsx';

export default function ChocolateCrownPage() {
  return <GiftPage product={chocolateCrown} details={details} />;
}
