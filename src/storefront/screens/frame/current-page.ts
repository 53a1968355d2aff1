import { plainPath } from '../../../shop/paths.ts';

/** The `aria-current` of a link to `to` on the page at `here`. */
export function currentPage(to: string, here: string): 'page' | undefined {
  return plainPath(to) === plainPath(here) ? 'page' : undefined;
}
