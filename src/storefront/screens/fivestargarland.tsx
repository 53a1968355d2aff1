// /fivestargarland: the page of the 5 Star Garland.
import { details } from '../../shop/catalogue/fivestar-garland.details.ts';
import { fivestarGarland } from '../../shop/catalogue/fivestar-garland.ts';
import { GarlandPage } from './product/garland-page.tsx';

export default function FivestarGarlandPage() {
  return <GarlandPage product={fivestarGarland} details={details} share />;
}
