// How the frame tells where it is: addresses are matched without regard to case or a last slash.

/** '/ContactUs/' → '/contactus'. */
export function plainPath(path: string): string {
  return path.toLowerCase().replace(/(?<=.)\/+$/, '');
}

/** The `aria-current` of a link to `to` on the page at `here`. */
export function currentPage(to: string, here: string): 'page' | undefined {
  return plainPath(to) === plainPath(here) ? 'page' : undefined;
}
