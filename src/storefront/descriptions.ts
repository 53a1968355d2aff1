// What search engines and chats show under a page's title. Apart from the routes, because only documents need it.
import type { Route } from './routes.tsx';

const descriptions: Readonly<Record<string, string>> = {
  '/home':
    'Garlands of chocolate or crisp currency notes, crowns, bouquets and gift combos, handmade for weddings and birthdays and delivered across India.',
  '/not-found': 'There is no page at this address.',
  '/productspage':
    'Chocolate garlands, currency-note garlands, a chocolate crown and a chocolate bouquet.',
  '/combo': 'Gift boxes of chocolate for weddings and birthdays, packed by hand.',
  '/weddingcombo': 'A red box of chocolate garlands and sweets for the couple of the day.',
  '/birthdaycombo': 'A birthday box with a chocolate garland, a crown and truffles.',
  '/dairymilkgarland':
    'About 50 Dairy Milk bars on one string, for adults and kids, made to order.',
  '/fivestargarland':
    'About 50 5 Star bars in gold and crimson, for adults and kids, made to order.',
  '/kitkatgarland': 'KitKat bars with rosettes of pleated currency notes, for adults and kids.',
  '/sandlegarland': 'A fragrant garland of sandalwood shavings with a rosette.',
  '/chocolatecrown': 'A crown of standing chocolate bars for the star of the day.',
  '/chocolatebouquet': 'A bouquet of truffles and bars that outlasts flowers.',
  '/prod': 'The Dairy Milk Garland with discount codes of its own.',
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
export function descriptionOf({ path }: Route): string {
  const description = descriptions[path];
  if (description === undefined)
    throw new Error(`${path} has no description: add one to descriptions.ts`);
  return description;
}
