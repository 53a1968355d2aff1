// What search engines and chats show under a page's title. Apart from the routes, because only documents need it. A
// product has its own in the catalogue.
import { loadProduct } from './load-product.ts';
import type { Route } from './routes.tsx';

const descriptions: Readonly<Record<string, string>> = {
  '/home':
    'Garlands of chocolate or crisp currency notes, crowns, bouquets and gift combos, handmade for weddings and birthdays and delivered across India.',
  '/not-found': 'There is no page at this address.',
  '/productspage':
    'Chocolate garlands, currency-note garlands, a chocolate crown and a chocolate bouquet.',
  '/combo': 'Gift boxes of chocolate for weddings and birthdays, packed by hand.',
  '/cart': 'What you have chosen, and what it comes to.',
  '/deliveryform': 'Where your gifts go, and the payment.',
  '/success': 'Thank you for your order.',
  '/your-orders': 'What you have ordered so far.',
  '/account': 'Your name, your password and the devices you are logged in on.',
  '/login': 'Login to order and to see your orders.',
  '/signup': 'Make an account to order your garlands and gifts.',
  '/forgot-password': 'Ask for a link to set a new password.',
  '/reset-password': 'Choose a new password for your account.',
  '/confirm-email': 'Confirm that the e-mail of your account is yours.',
  '/contactus': 'Talk to us about your day, your colours and your favourite chocolate.',
};

/** The description of a route's page. Throws for a route without one: the build fails then. */
export async function descriptionOf({ path, product }: Route): Promise<string> {
  if (product) return (await loadProduct(product.slug)).details.searchDescription;
  const description = descriptions[path];
  if (description === undefined)
    throw new Error(`${path} has no description: add one to descriptions.ts`);
  return description;
}
