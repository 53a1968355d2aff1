// Every route of the shop. Those of the products follow from the catalogue. Another one is a line here and a screen named
// like it: the build finds the screen's styles by the path, so '/cart' is the one cart-screen.tsx.
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

const page = (path: string, title: string, load: Route['load']): Route => ({ path, title, load });

const privatePage = (path: string, title: string, load: Route['load']): Route => ({
  ...page(path, title, load),
  isPrivate: true,
});

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

interface ProductFile {
  default: Product;
  details: ProductDetails;
}

/**
 * Resolves to all data of a product, for its own page. The query makes a second module of the file: the bundler keeps
 * the first, with only the short texts, for the pages that show many products.
 */
export function loadProduct(slug: string): Promise<ProductFile> {
  // Not at the top level: Playwright imports the routes without Vite, which replaces this.
  const files = import.meta.glob<ProductFile>('../../shop/catalogue/products/*.ts', {
    query: '?page',
  });
  const load = files[`../../shop/catalogue/products/${slug}.ts`];
  if (!load) throw new Error(`The product ${slug} must be described in products/${slug}.ts`);
  return load();
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

export const home = page(
  '/home',
  'Handmade chocolate and currency-note garlands',
  () => import('../home/home-screen.tsx'),
);

/** Any other path. Its document is served with status 404. */
export const notFound = privatePage(
  '/not-found',
  'Page not found',
  () => import('./not-found-screen.tsx'),
);

export const routes: readonly Route[] = [
  home,
  page('/productspage', 'Our products', () => import('../listing/productspage-screen.tsx')),
  page('/combo', 'Sweet combo packs', () => import('../listing/combo-screen.tsx')),
  ...productRoutes.map((route) => ({ ...route, load: () => loadProductPage(route.product) })),
  privatePage('/cart', 'Your shopping cart', () => import('../cart/cart-screen.tsx')),
  privatePage(
    PAYMENT_PAGE,
    'Delivery details',
    () => import('../checkout/deliveryform-screen.tsx'),
  ),
  privatePage('/success', 'Order placed', () => import('../checkout/success-screen.tsx')),
  privatePage('/your-orders', 'Your orders', () => import('../orders/your-orders-screen.tsx')),
  privatePage('/account', 'Your account', () => import('../account/account-screen.tsx')),
  page('/login', 'Login', () => import('../account/login-screen.tsx')),
  page('/signup', 'Sign up', () => import('../account/signup-screen.tsx')),
  privatePage(
    '/forgot-password',
    'Forgot password',
    () => import('../account/forgot-password-screen.tsx'),
  ),
  privatePage(
    '/reset-password',
    'Set a new password',
    () => import('../account/reset-password-screen.tsx'),
  ),
  privatePage(
    '/confirm-email',
    'Confirm your e-mail',
    () => import('../account/confirm-email-screen.tsx'),
  ),
  page('/contactus', 'Contact us', () => import('../about/contactus-screen.tsx')),
  ...policyNames.map((name) => page(policyPath(name), name, () => loadPolicyPage(name))),
];

const byPath = new Map(routes.map((route) => [route.path, route]));

/** Returns the route of a path, ignoring case and a trailing slash. '/' is the home page. */
export function routeAt(pathname: string): Route {
  const path = plainPath(pathname);
  return path === '/' ? home : (byPath.get(path) ?? notFound);
}
