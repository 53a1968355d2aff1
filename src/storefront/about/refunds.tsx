// /refunds
import { refunds } from '../../shop/policies/refunds.ts';
import { PolicyPage } from './policy-screen.tsx';

export default function RefundsScreen() {
  return <PolicyPage policy={refunds} />;
}
