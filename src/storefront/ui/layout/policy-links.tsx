// The links to the policy pages. They load a page like any other link: too few visitors follow them to prefetch code.
import { policyNames, policyPath } from '../../../shop/paths.ts';

/** @param target '_blank' where a form must not be lost */
export function PolicyLinks({ target }: { target?: '_blank' }) {
  return policyNames.map((name) => (
    <a key={name} href={policyPath(name)} target={target}>
      {name}
    </a>
  ));
}
