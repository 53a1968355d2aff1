// The files that search engines request first. Created at the start, because both contain the public address.
import { html } from 'hono/html';
import { createResource } from '../platform/http/resource.ts';
import type { Resource } from '../platform/http/resource.ts';
import { assetHeaders } from '../platform/http/security-headers.ts';

export interface SearchEngineParts {
  /** 'https://maalai.example' */
  origin: string;
  secure: boolean;
  /** Canonical paths of the pages that may be indexed. */
  publicPaths: readonly string[];
  /** Canonical paths of a visitor's own pages. */
  privatePaths: readonly string[];
}

/** Returns /robots.txt and /sitemap.xml, by path. */
export function searchEngineFiles(parts: SearchEngineParts): [path: string, Resource][] {
  const file = (text: string, type: string) =>
    createResource(
      { identity: Buffer.from(text) },
      {
        headers: {
          ...assetHeaders(parts.secure),
          'Content-Type': `${type}; charset=utf-8`,
          'Cache-Control': 'no-cache',
        },
      },
    );
  return [
    ['/robots.txt', file(robots(parts), 'text/plain')],
    ['/sitemap.xml', file(sitemap(parts), 'application/xml')],
  ];
}

function robots({ origin, privatePaths }: SearchEngineParts): string {
  const rules = privatePaths.map((path) => `Disallow: ${path}\n`).join('');
  return `User-agent: *\n${rules}Allow: /\n\nSitemap: ${origin}/sitemap.xml\n`;
}

function sitemap({ origin, publicPaths }: SearchEngineParts): string {
  // XML accepts what HTML escapes.
  const escape = (text: string) => html`${text}`.toString();
  const urls = publicPaths.map((path) => `  <url><loc>${escape(origin + path)}</loc></url>\n`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    ...urls,
    '</urlset>\n',
  ].join('');
}
