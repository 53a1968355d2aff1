// Every route of the shop. Those of the products follow from the catalogue. Another one is a line here and a screen named
// like it: the build finds the screen's styles by the path, so '/cart' is screens/cart.tsx.
import type { ComponentType } from 'react';
import type { Product, ProductDetails } from '../../shop/catalogue/product.ts';
import type { Policy } from '../../shop/policies/policy.ts';
import {
  PAYMENT_PAGE,
  plainPath,
  type PolicyName,
  policyNames,
  policyPath,
} from '../../shop/paths.ts';
import { productRoutes } from './computed.build.ts';

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
  load: () => import('../home/home-screen.tsx'),
};

/** Any other path. Its document is served with status 404. */
export const notFound: Route = {
  path: '/not-found',
  title: 'Page not found',
  isPrivate: true,
  load: () => import('./not-found-screen.tsx'),
};

/** The page of each kind of product. */
const productPages = {
  garland: () => import('../product/garland-page.tsx'),
  gift: () => import('../product/gift-page.tsx'),
  combo: () => import('../product/gift-page.tsx'),
  prod: () => import('../product/prod-page.tsx'),
};

async function loadProductPage({ slug, kind }: RouteProduct) {
  const [{ default: Page }, { default: product, details }] = await Promise.all([
    productPages[kind](),
    loadProduct(slug),
  ]);
  return { default: () => <Page product={product} details={details} /> };
}

const policies: Record<PolicyName, () => Promise<Policy>> = {
  Shipping: () => import('../../shop/policies/shipping.ts').then(({ shipping }) => shipping),
  Refunds: () => import('../../shop/policies/refunds.ts').then(({ refunds }) => refunds),
  Privacy: () => import('../../shop/policies/privacy.ts').then(({ privacy }) => privacy),
  Terms: () => import('../../shop/policies/terms.ts').then(({ terms }) => terms),
};

async function loadPolicyPage(name: PolicyName) {
  const [{ PolicyPage }, policy] = await Promise.all([
    import('../about/policy-screen.tsx'),
    policies[name](),
  ]);
  return { default: () => <PolicyPage policy={policy} /> };
}

export const routes: readonly Route[] = [
  home,
  {
    path: '/productspage',
    title: 'Our products',
    load: () => import('../listing/productspage-screen.tsx'),
  },
  {
    path: '/combo',
    title: 'Sweet combo packs',
    load: () => import('../listing/combo-screen.tsx'),
  },
  ...productRoutes.map((route) => ({ ...route, load: () => loadProductPage(route.product) })),
  {
    path: '/cart',
    title: 'Your shopping cart',
    isPrivate: true,
    load: () => import('../cart/cart-screen.tsx'),
  },
  {
    path: PAYMENT_PAGE,
    title: 'Delivery details',
    isPrivate: true,
    load: () => import('../checkout/deliveryform-screen.tsx'),
  },
  {
    path: '/success',
    title: 'Order placed',
    isPrivate: true,
    load: () => import('../checkout/success-screen.tsx'),
  },
  {
    path: '/your-orders',
    title: 'Your orders',
    isPrivate: true,
    load: () => import('../orders/your-orders-screen.tsx'),
  },
  {
    path: '/account',
    title: 'Your account',
    isPrivate: true,
    load: () => import('../account/account-screen.tsx'),
  },
  {
    path: '/login',
    title: 'Login',
    load: () => import('../account/login-screen.tsx'),
  },
  {
    path: '/signup',
    title: 'Sign up',
    load: () => import('../account/signup-screen.tsx'),
  },
  {
    path: '/forgot-password',
    title: 'Forgot password',
    isPrivate: true,
    load: () => import('../account/forgot-password-screen.tsx'),
  },
  {
    path: '/reset-password',
    title: 'Set a new password',
    isPrivate: true,
    load: () => import('../account/reset-password-screen.tsx'),
  },
  {
    path: '/confirm-email',
    title: 'Confirm your e-mail',
    isPrivate: true,
    load: () => import('../account/confirm-email-screen.tsx'),
  },
  {
    path: '/contactus',
    title: 'Contact us',
    load: () => import('../about/contactus-screen.tsx'),
  },
  ...policyNames.map((name) => ({
    path: policyPath(name),
    title: name,
    load: () => loadPolicyPage(name),
  })),
];

const byPath = new Map(routes.map((route) => [route.path, route]));

/** Returns the route of a path, ignoring case and a trailing slash. '/' is the home page. */
export function routeAt(pathname: string): Route {
  const path = plainPath(pathname);
  return path === '/' ? home : (byPath.get(path) ?? notFound);
}

// Loads the file of a product for its own page. The query makes a second module of the file: the bundler keeps the
// first, with only the short texts, for the pages that show many products.

interface ProductFile {
  default: Product;
  details: ProductDetails;
}

/** Resolves to all data of a product. */
export function loadProduct(slug: string): Promise<ProductFile> {
  // Not at the top level: Playwright imports the routes without Vite, which replaces this.
  const files = import.meta.glob<ProductFile>('../../shop/catalogue/products/*.ts', {
    query: '?page',
  });
  const load = files[`../../shop/catalogue/products/${slug}.ts`];
  if (!load) throw new Error(`The product ${slug} must be described in products/${slug}.ts`);
  return load();
}
