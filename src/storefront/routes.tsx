// Every route of the shop. Those of the products follow from the catalogue. Another one is a line here and a screen named
// like it: the build finds the screen's styles by the path, so '/cart' is screens/cart.tsx.
import type { ComponentType } from 'react';
import type { Product } from '../shop/catalogue/product.ts';
import { PAYMENT_PAGE, plainPath, policyNames, policyPath } from '../shop/paths.ts';
import { loadProduct } from './load-product.ts';
import { productRoutes } from './product-routes.ts';

type RouteProduct = Pick<Product, 'name' | 'slug' | 'kind'>;

export interface Route {
  /** Canonical: lower case, no slash at the end. */
  path: string;
  /** Of the window and of search results; the shop's name is added. */
  title: string;
  /** The product that the page is about. */
  product?: RouteProduct;
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

/** The page of each kind of product. */
const productPages = {
  garland: () => import('./screens/product/garland-page.tsx'),
  gift: () => import('./screens/product/gift-page.tsx'),
  combo: () => import('./screens/product/combo-page.tsx'),
  prod: () => import('./screens/product/prod-page.tsx'),
};

async function loadProductPage({ slug, kind }: RouteProduct) {
  const [{ default: Page }, { default: product, details }] = await Promise.all([
    productPages[kind](),
    loadProduct(slug),
  ]);
  return { default: () => <Page product={product} details={details} /> };
}

const policyScreens = {
  Shipping: () => import('./screens/shipping.tsx'),
  Refunds: () => import('./screens/refunds.tsx'),
  Privacy: () => import('./screens/privacy.tsx'),
  Terms: () => import('./screens/terms.tsx'),
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
  ...productRoutes.map((route) => ({ ...route, load: () => loadProductPage(route.product) })),
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
  ...policyNames.map((name) => ({
    path: policyPath(name),
    title: name,
    load: policyScreens[name],
  })),
];

const byPath = new Map(routes.map((route) => [route.path, route]));

/** Returns the route of a path, ignoring case and a trailing slash. '/' is the home page. */
export function routeAt(pathname: string): Route {
  const path = plainPath(pathname);
  return path === '/' ? home : (byPath.get(path) ?? notFound);
}
