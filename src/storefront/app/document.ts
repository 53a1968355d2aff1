// The HTML around a page: head, styles, and the script that hydrates it. Used by the build and in development.
import { html } from 'hono/html';
import { brand } from '../../shop/brand.ts';
import { titleOf } from './page-texts.ts';
import type { Route } from './routes.tsx';

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
export function documentOf(parts: DocumentParts): string {
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
    `<title>${escape(titleOf(route))}</title>`,
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
