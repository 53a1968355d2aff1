// /sandlegarland: the page of the Sandal Garland.
import { details } from '../../shop/catalogue/sandal-garland.details.ts';
import { sandalGarland } from '../../shop/catalogue/sandal-garland.ts';
import { GiftPage } from './product/gift-page.tsx';

export default function SandalGarlandPage() {
  return <GiftPage product={sandalGarland} details={details} />;
}
