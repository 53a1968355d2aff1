// /privacy
import { privacy } from '../../shop/policies/privacy.ts';
import { PolicyPage } from './policy-screen.tsx';

export default function PrivacyScreen() {
  return <PolicyPage policy={privacy} />;
}
