// /terms
import { terms } from '../../shop/policies/terms.ts';
import { PolicyPage } from './policy-screen.tsx';

export default function TermsScreen() {
  return <PolicyPage policy={terms} />;
}
