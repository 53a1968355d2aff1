// /terms
import { terms } from '../../shop/policies/terms.ts';
import { PolicyPage } from './policy/policy-page.tsx';

export default function TermsScreen() {
  return <PolicyPage policy={terms} />;
}
