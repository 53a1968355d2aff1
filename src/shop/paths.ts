// Facts about addresses that the storefront, the server and the build must agree on. What a page is called and who may
// index it stands in storefront/routes.tsx.

/** Whatever begins with one of these is an API route and answers in JSON, even if it does not exist. */
export const apiPrefixes = ['api', 'orders', 'payments', 'reviews', 'uploads', 'healthz', 'readyz'];

/**
 * Where people pay. Its document alone has a content security policy that lets the payment window in, so it is
 * entered by a page load.
 */
export const PAYMENT_PAGE = '/deliveryform';

/** '/ContactUs/' → '/contactus': pages are found without regard to case or a last slash. */
export function plainPath(path: string): string {
  return path.toLowerCase().replace(/(?<=.)\/$/, '');
}

/** Whether a path, with or without a query, must be entered by a page load. */
export function needsPageLoad(path: string): boolean {
  return plainPath(path.replace(/[?#].*/, '')) === PAYMENT_PAGE;
}
