// Every route of the shop. A new one is a line here and a screen named like it: the build finds the screen's
// styles by the path, so '/cart' is screens/cart.tsx or screens/cart/cart.tsx.
import type { ComponentType } from 'react';

export interface Route {
  /** Canonical: lower case, no slash at the end. */
  path: string;
  /** Of the window and of search results; the shop's name is added. */
  title: string;
  description: string;
  load: () => Promise<{ default: ComponentType }>;
  /** Of no use to search engines: a visitor's own pages, and the page for wrong addresses. */
  isPrivate?: true;
  /** Entered by a full page load only, because its document has a content security policy of its own. */
  hasOwnDocument?: true;
}

export const home: Route = {
  path: '/home',
  title: 'Handmade chocolate and currency-note garlands',
  description:
    'Garlands of chocolate or crisp currency notes, crowns, bouquets and gift combos, handmade for weddings and birthdays and delivered across India.',
  load: () => import('./screens/home.tsx'),
};

/** Any other path. Its document is served with status 404. */
export const notFound: Route = {
  path: '/not-found',
  title: 'Page not found',
  description: 'There is no page at this address.',
  isPrivate: true,
  load: () => import('./screens/not-found.tsx'),
};

export const routes: readonly Route[] = [
  home,
  {
    path: '/productspage',
    title: 'Our products',
    description:
      'Chocolate garlands, currency-note garlands, a chocolate crown and a chocolate bouquet.',
    load: () => import('./screens/productspage.tsx'),
  },
  {
    path: '/combo',
    title: 'Sweet combo packs',
    description: 'Gift boxes of chocolate for weddings and birthdays, packed by hand.',
    load: () => import('./screens/combo.tsx'),
  },
  {
    path: '/weddingcombo',
    title: 'Wedding Delight',
    description: 'A red box of chocolate garlands and sweets for the couple of the day.',
    load: () => import('./screens/weddingcombo.tsx'),
  },
  {
    path: '/birthdaycombo',
    title: 'Birthday Combo Pack',
    description: 'A birthday box with a chocolate garland, a crown and truffles.',
    load: () => import('./screens/birthdaycombo.tsx'),
  },
  {
    path: '/dairymilkgarland',
    title: 'Dairy Milk Garland',
    description: 'About 50 Dairy Milk bars on one string, for adults and kids, made to order.',
    load: () => import('./screens/dairymilkgarland.tsx'),
  },
  {
    path: '/fivestargarland',
    title: '5 Star Garland',
    description: 'About 50 5 Star bars in gold and crimson, for adults and kids, made to order.',
    load: () => import('./screens/fivestargarland.tsx'),
  },
  {
    path: '/kitkatgarland',
    title: 'KitKat Garland',
    description: 'KitKat bars with rosettes of pleated currency notes, for adults and kids.',
    load: () => import('./screens/kitkatgarland.tsx'),
  },
  {
    path: '/sandlegarland',
    title: 'Sandal Garland',
    description: 'A fragrant garland of sandalwood shavings with a rosette.',
    load: () => import('./screens/sandlegarland.tsx'),
  },
  {
    path: '/chocolatecrown',
    title: 'Chocolate Crown',
    description: 'A crown of standing chocolate bars for the star of the day.',
    load: () => import('./screens/chocolatecrown.tsx'),
  },
  {
    path: '/chocolatebouquet',
    title: 'Chocolate Bouquet',
    description: 'A bouquet of truffles and bars that outlasts flowers.',
    load: () => import('./screens/chocolatebouquet.tsx'),
  },
  {
    path: '/prod',
    title: 'Dairy Milk Garland, special offer',
    description: 'The Dairy Milk Garland with discount codes of its own.',
    load: () => import('./screens/prod.tsx'),
  },
  {
    path: '/cart',
    title: 'Your shopping cart',
    description: 'What you have chosen, and what it comes to.',
    isPrivate: true,
    load: () => import('./screens/cart.tsx'),
  },
  {
    path: '/deliveryform',
    title: 'Delivery details',
    description: 'Where your gifts go, and the payment.',
    isPrivate: true,
    hasOwnDocument: true,
    load: () => import('./screens/deliveryform.tsx'),
  },
  {
    path: '/success',
    title: 'Order placed',
    description: 'Thank you for your order.',
    isPrivate: true,
    load: () => import('./screens/success.tsx'),
  },
  {
    path: '/your-orders',
    title: 'Your orders',
    description: 'What you have ordered so far.',
    isPrivate: true,
    load: () => import('./screens/your-orders.tsx'),
  },
  {
    path: '/login',
    title: 'Login',
    description: 'Login to order and to see your orders.',
    load: () => import('./screens/login.tsx'),
  },
  {
    path: '/signup',
    title: 'Sign up',
    description: 'Make an account to order your garlands and gifts.',
    load: () => import('./screens/signup.tsx'),
  },
  {
    path: '/contactus',
    title: 'Contact us',
    description: 'Talk to us about your day, your colours and your favourite chocolate.',
    load: () => import('./screens/contactus.tsx'),
  },
];

const byPath = new Map(routes.map((route) => [route.path, route]));

/** The route of a path, without regard to case or a slash at the end. '/' is the home page. */
export function routeAt(pathname: string): Route {
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  return path === '' ? home : (byPath.get(path) ?? notFound);
}
