// Rules about paths that the storefront, the server and the build share. Titles and indexing are in
// storefront/app/routes.tsx.

/** The first segments of API paths. These paths return JSON, even for routes that do not exist. */
export const apiPrefixes = ['api', 'orders', 'payments', 'reviews', 'uploads', 'healthz', 'readyz'];

/**
 * The payment page. Only its document has a content security policy that allows the payment window, so it needs
 * a page load.
 */
export const PAYMENT_PAGE = '/deliveryform';

/**
 * How a shopper comes back from the payment provider's page, as `payment` in the query. `made`: perhaps paid, not
 * confirmed yet · `failed`: says the provider · `refused`: the report is not genuine.
 */
export type PaymentReturn = 'made' | 'failed' | 'refused';

/** The policy pages, by the names of their links. */
export const policyNames = ['Shipping', 'Refunds', 'Privacy', 'Terms'] as const;
export type PolicyName = (typeof policyNames)[number];

/** Returns the path of a policy page: 'Shipping' → '/shipping'. */
export const policyPath = (name: PolicyName): string => `/${name.toLowerCase()}`;

/** Normalises a path: '/ContactUs/' → '/contactus'. Routes ignore case and a trailing slash. */
export function plainPath(path: string): string {
  return path.toLowerCase().replace(/(?<=.)\/$/, '');
}

/** Returns whether a path, with or without a query, needs a page load. */
export function needsPageLoad(path: string): boolean {
  return plainPath(path.replace(/[?#].*/, '')) === PAYMENT_PAGE;
}
