import { plainPath } from '../../shop/paths.ts';

/** Returns the `aria-current` of a link to `to` on the page at `here`. */
export function currentPage(to: string, here: string): 'page' | undefined {
  return plainPath(to) === plainPath(here) ? 'page' : undefined;
}
