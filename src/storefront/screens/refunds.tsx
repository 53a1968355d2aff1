// /refunds
import { refunds } from '../../shop/policies/refunds.ts';
import { PolicyPage } from './policy/policy-page.tsx';

export default function RefundsScreen() {
  return <PolicyPage policy={refunds} />;
}
