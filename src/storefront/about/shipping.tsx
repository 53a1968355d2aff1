// /shipping
import { shipping } from '../../shop/policies/shipping.ts';
import { PolicyPage } from './policy-screen.tsx';

export default function ShippingScreen() {
  return <PolicyPage policy={shipping} />;
}
