// /dairymilkgarland: the page of the Dairy Milk Garland.
import { details } from '../../shop/catalogue/dairy-milk-garland.details.ts';
import { dairyMilkGarland } from '../../shop/catalogue/dairy-milk-garland.ts';
import { GarlandPage } from './product/garland-page.tsx';

export default function DairyMilkGarlandPage() {
  return <GarlandPage product={dairyMilkGarland} details={details} share />;
}
