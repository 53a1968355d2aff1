// /privacy
import { privacy } from '../../shop/policies/privacy.ts';
import { PolicyPage } from './policy/policy-page.tsx';

export default function PrivacyScreen() {
  return <PolicyPage policy={privacy} />;
}
