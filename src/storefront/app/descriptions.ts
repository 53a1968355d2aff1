// The descriptions that search engines and chats show under a page's title. Separate from the routes, because only
// documents need them. Those of the products are in the catalogue.
import { loadProduct } from './load-product.ts';
import type { Route } from './routes.tsx';

const descriptions: Readonly<Record<string, string>> = {
  '/home':
    'Garlands of chocolate or play currency notes, crowns, bouquets and gift combos, handmade for weddings and birthdays and delivered across India.',
  '/not-found': 'There is no page at this address.',
  '/productspage':
    'Chocolate garlands, currency-note garlands, a chocolate crown and a chocolate bouquet.',
  '/combo': 'Gift boxes of chocolate for weddings and birthdays, packed by hand.',
  '/cart': 'The gifts you have chosen, and the total.',
  '/deliveryform': 'Your delivery address and the payment.',
  '/success': 'Thank you for your order.',
  '/your-orders': 'The orders you have placed so far.',
  '/account': 'Your name, your password and the devices you are logged in on.',
  '/login': 'Log in to order and to see your orders.',
  '/signup': 'Create an account to order your garlands and gifts.',
  '/forgot-password': 'Get a link to set a new password.',
  '/reset-password': 'Choose a new password for your account.',
  '/confirm-email': 'Confirm the e-mail of your account.',
  '/contactus': 'Tell us your occasion, your colours and your favourite chocolate.',
  '/shipping': 'How long your gift takes, where we deliver in India and how you follow the parcel.',
  '/refunds': 'How to cancel an order, and what we do if a gift is damaged, missing or late.',
  '/privacy': 'What we keep about you, why and for how long, and how you can have it erased.',
  '/terms': 'The rules for buying garlands and gifts from us: orders, prices, coupons and reviews.',
};

/** Returns the description of a route's page. Throws for a route without one, which fails the build. */
export async function descriptionOf({ path, product }: Route): Promise<string> {
  if (product) return (await loadProduct(product.slug)).details.searchDescription;
  const description = descriptions[path];
  if (description === undefined)
    throw new Error(`${path} has no description: add one to descriptions.ts`);
  return description;
}
