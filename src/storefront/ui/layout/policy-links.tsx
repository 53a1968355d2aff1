// The links to the policy pages. They load a page like any other link: too few visitors follow them to prefetch code.
import { policyNames, policyPath } from '../../../shop/paths.ts';

export function PolicyLinks() {
  return policyNames.map((name) => (
    <a key={name} href={policyPath(name)}>
      {name}
    </a>
  ));
}
