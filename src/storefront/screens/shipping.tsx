// /shipping
import { shipping } from '../../shop/policies/shipping.ts';
import { PolicyPage } from './policy/policy-page.tsx';

export default function ShippingScreen() {
  return <PolicyPage policy={shipping} />;
}
