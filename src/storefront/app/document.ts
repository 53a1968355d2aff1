// The HTML around a page: head, styles, and the script that hydrates it; and the descriptions that search engines and
// chats show. Used by the build and in development.
import { html } from 'hono/html';
import { brand } from '../../shop/brand.ts';
import { documentTitle } from './app.tsx';
import { loadProduct, type Route } from './routes.tsx';

export interface DocumentParts {
  route: Route;
  description: string;
  /** Public address of the shop if it is known: 'https://maalai.example'. */
  origin?: string | undefined;
  /** Whether the shop has no live payment keys; the browser reads it from `<html data-demo>`. */
  demo: boolean;
  /** The prerendered page. */
  body: string;
  /** All styles of the first view. */
  styles: string;
  /** Address of the style sheet for what the page shows later; none in development. */
  laterStyles?: string | undefined;
  /** Fonts of the first view. */
  fonts: readonly string[];
  boot: {
    /** The script that runs before anything is drawn. */
    script: string;
    /** The module that hydrates the page. */
    entry: string;
    /** Modules that it will need, fetched at the same time. */
    modules: readonly string[];
  };
  /** Address of the picture that chats and social networks show, 1200 by 630. */
  sharePicture?: string | undefined;
  /** JSON-LD, without a '<' in it. */
  structuredData?: string | undefined;
}

/** Root of the React tree. */
export const rootId = 'root';

const escape = (text: string) => html`${text}`.toString();

type Attributes = Record<string, string | true | undefined>;

function tag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined) return '';
    return value === true ? ` ${key}` : ` ${key}="${escape(value)}"`;
  });
  return `<${name}${written.join('')}>`;
}

/** Returns the whole document. It has no style attributes and no inline handlers, because its policy allows neither. */
export function renderDocument(parts: DocumentParts): string {
  const { route, demo, body, styles, laterStyles, fonts, boot } = parts;
  const bootTag = tag('script', {
    'data-entry': boot.entry,
    'data-modules': boot.modules.join(' ') || undefined,
  });
  return [
    '<!doctype html>',
    tag('html', { lang: 'en-IN', 'data-demo': demo || undefined, 'data-styles': laterStyles }),
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escape(documentTitle(route))}</title>`,
    `${bootTag}${boot.script}</script>`,
    ...fonts.map((href) =>
      tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href }),
    ),
    `<style>${styles}</style>`,
    ...describe(parts),
    `</head><body><div id="${rootId}">${body}</div></body></html>`,
  ].join('');
}

function describe(parts: DocumentParts): string[] {
  const { route, description, origin = '', sharePicture, structuredData } = parts;
  const meta = (name: string, content: string) => tag('meta', { name, content });
  const property = (name: string, content: string) => tag('meta', { property: name, content });
  return [
    meta('description', description),
    tag('link', { rel: 'canonical', href: origin + route.path }),
    ...(route.isPrivate ? [meta('robots', 'noindex')] : []),
    meta('theme-color', '#fcf6ea'),
    // Apple's phones request /apple-touch-icon.png by themselves.
    tag('link', { rel: 'icon', href: '/favicon.svg' }),
    tag('link', { rel: 'manifest', href: '/site.webmanifest' }),
    property('og:site_name', brand.name),
    property('og:title', route.title),
    property('og:description', description),
    property('og:locale', 'en_IN'),
    property('og:url', origin + route.path),
    ...(sharePicture
      ? [
          property('og:image', origin + sharePicture),
          property('og:image:width', '1200'),
          property('og:image:height', '630'),
          meta('twitter:card', 'summary_large_image'),
        ]
      : []),
    // Data that is never run, so the page's policy needs no hash of it.
    ...(structuredData ? [`<script type="application/ld+json">${structuredData}</script>`] : []),
  ];
}

/** Not with the routes, because only documents need them. Those of the products are in the catalogue. */
const descriptions: Readonly<Record<string, string>> = {
  '/home':
    'Garlands of chocolate or currency notes, crowns, bouquets and gift combos, handmade for weddings and birthdays and delivered across India.',
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
export async function describePage({ path, product }: Route): Promise<string> {
  if (product) return (await loadProduct(product.slug)).details.searchDescription;
  const description = descriptions[path];
  if (description === undefined)
    throw new Error(`${path} has no description: add one to document.ts`);
  return description;
}
