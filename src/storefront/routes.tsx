// Every route of the shop. A new one is a line here and a screen named like it: the build finds the screen's
// styles by the path, so '/cart' is screens/cart.tsx or screens/cart/cart.tsx.
import type { ComponentType } from 'react';
import { PAYMENT_PAGE, plainPath } from '../shop/paths.ts';

export interface Route {
  /** Canonical: lower case, no slash at the end. */
  path: string;
  /** Of the window and of search results; the shop's name is added. */
  title: string;
  /** The name of the product that the page is about; the chat link tells it. */
  product?: string;
  load: () => Promise<{ default: ComponentType }>;
  /** Of no use to search engines: a visitor's own pages, and the page for wrong addresses. */
  isPrivate?: true;
}

export const home: Route = {
  path: '/home',
  title: 'Handmade chocolate and currency-note garlands',
  load: () => import('./screens/home.tsx'),
};

/** Any other path. Its document is served with status 404. */
export const notFound: Route = {
  path: '/not-found',
  title: 'Page not found',
  isPrivate: true,
  load: () => import('./screens/not-found.tsx'),
};

export const routes: readonly Route[] = [
  home,
  {
    path: '/productspage',
    title: 'Our products',
    load: () => import('./screens/productspage.tsx'),
  },
  {
    path: '/combo',
    title: 'Sweet combo packs',
    load: () => import('./screens/combo.tsx'),
  },
  {
    path: '/weddingcombo',
    title: 'Wedding Delight',
    product: 'Wedding Delight',
    load: () => import('./screens/weddingcombo.tsx'),
  },
  {
    path: '/birthdaycombo',
    title: 'Birthday Combo Pack',
    product: 'Birthday Combo Pack',
    load: () => import('./screens/birthdaycombo.tsx'),
  },
  {
    path: '/dairymilkgarland',
    title: 'Dairy Milk Garland',
    product: 'Dairy Milk Garland',
    load: () => import('./screens/dairymilkgarland.tsx'),
  },
  {
    path: '/fivestargarland',
    title: 'Fivestar Garland',
    product: 'Fivestar Garland',
    load: () => import('./screens/fivestargarland.tsx'),
  },
  {
    path: '/kitkatgarland',
    title: 'KitKat Garland',
    product: 'KitKat Garland',
    load: () => import('./screens/kitkatgarland.tsx'),
  },
  {
    path: '/sandlegarland',
    title: 'Sandal Garland',
    product: 'Sandal Garland',
    load: () => import('./screens/sandlegarland.tsx'),
  },
  {
    path: '/chocolatecrown',
    title: 'Chocolate Crown',
    product: 'Chocolate Crown',
    load: () => import('./screens/chocolatecrown.tsx'),
  },
  {
    path: '/chocolatebouquet',
    title: 'Chocolate Bouquet',
    product: 'Chocolate Bouquet',
    load: () => import('./screens/chocolatebouquet.tsx'),
  },
  {
    path: '/prod',
    title: 'Dairy Milk Garland, special offer',
    product: 'Dairy Milk Garland',
    load: () => import('./screens/prod.tsx'),
  },
  {
    path: '/cart',
    title: 'Your shopping cart',
    isPrivate: true,
    load: () => import('./screens/cart.tsx'),
  },
  {
    path: PAYMENT_PAGE,
    title: 'Delivery details',
    isPrivate: true,
    load: () => import('./screens/deliveryform.tsx'),
  },
  {
    path: '/success',
    title: 'Order placed',
    isPrivate: true,
    load: () => import('./screens/success.tsx'),
  },
  {
    path: '/your-orders',
    title: 'Your orders',
    isPrivate: true,
    load: () => import('./screens/your-orders.tsx'),
  },
  {
    path: '/account',
    title: 'Your account',
    isPrivate: true,
    load: () => import('./screens/account.tsx'),
  },
  {
    path: '/login',
    title: 'Login',
    load: () => import('./screens/login.tsx'),
  },
  {
    path: '/signup',
    title: 'Sign up',
    load: () => import('./screens/signup.tsx'),
  },
  {
    path: '/forgot-password',
    title: 'Forgot password',
    isPrivate: true,
    load: () => import('./screens/forgot-password.tsx'),
  },
  {
    path: '/reset-password',
    title: 'Set a new password',
    isPrivate: true,
    load: () => import('./screens/reset-password.tsx'),
  },
  {
    path: '/confirm-email',
    title: 'Confirm your e-mail',
    isPrivate: true,
    load: () => import('./screens/confirm-email.tsx'),
  },
  {
    path: '/contactus',
    title: 'Contact us',
    load: () => import('./screens/contactus.tsx'),
  },
];

const byPath = new Map(routes.map((route) => [route.path, route]));

/** The route of a path, without regard to case or a slash at the end. '/' is the home page. */
export function routeAt(pathname: string): Route {
  const path = plainPath(pathname);
  return path === '/' ? home : (byPath.get(path) ?? notFound);
}
