import { describe, expect, it } from 'vitest';
import { type DocumentParts, renderDocument } from './document.ts';
import { home, routeAt } from './routes.tsx';

const parts: DocumentParts = {
  route: routeAt('/contactus'),
  description: 'How to reach us',
  demo: false,
  body: '<main>Hello</main>',
  styles: 'main{color:red}',
  laterStyles: '/assets/a.css',
  fonts: ['/assets/f.woff2'],
  boot: { script: 'boot()', entry: '/assets/e.js', modules: ['/assets/m.js', '/assets/n.js'] },
};

describe('renderDocument', () => {
  const html = renderDocument(parts);

  it('contains the page, its title and the styles of the first view', () => {
    expect(html).toMatch(/^<!doctype html><html lang="en-IN" data-styles="\/assets\/a\.css">/);
    expect(html).toContain('<div id="root"><main>Hello</main></div>');
    expect(html).toContain('<style>main{color:red}</style>');
    expect(html).not.toContain('stylesheet');
    expect(html).toContain('<title>Contact us | Maalai</title>');
    expect(renderDocument({ ...parts, route: home })).toMatch(/<title>Maalai: /);
  });

  it('runs the script of the head before the styles, and loads no other by itself', () => {
    expect(html.indexOf('boot()')).toBeLessThan(html.indexOf('<style>'));
    const attributes = 'data-entry="/assets/e.js" data-modules="/assets/m.js /assets/n.js"';
    expect(html).toContain(`<script ${attributes}>boot()</script>`);
    expect(html).not.toContain('modulepreload');
    expect(html.match(/<script/g)).toHaveLength(1);
  });

  it('contains absolute URLs once the origin of the shop is known [found-1]', () => {
    expect(html).toContain('<link rel="canonical" href="/contactus">');
    const origin = 'https://maalai.example';
    const known = renderDocument({ ...parts, origin, sharePicture: '/p.jpg' });
    expect(known).toContain('<link rel="canonical" href="https://maalai.example/contactus">');
    expect(known).toContain('<meta property="og:image" content="https://maalai.example/p.jpg">');
  });

  const data = '{"@context":"https://schema.org"}';
  const inScript = `<script type="application/ld+json">${data}</script>`;

  it.each<[string, Partial<DocumentParts>, string]>([
    ['marks the demo', { demo: true }, '<html lang="en-IN" data-demo data-styles='],
    ['has the data for search engines', { structuredData: data }, `${inScript}</head>`],
    ['keeps own pages out of search engines', { route: routeAt('/cart') }, 'content="noindex"'],
  ])('%s, if there is reason to', (_title, more, part) => {
    expect(renderDocument({ ...parts, ...more })).toContain(part);
    expect(html).not.toMatch(/data-demo|ld\+json|noindex/);
  });

  it('escapes texts in attributes and elements', () => {
    const route = { ...parts.route, title: 'A </title> & "B"' };
    const hostile = renderDocument({ ...parts, route, description: '"><script>' });
    expect(hostile).toContain('<title>A &lt;/title&gt; &amp; &quot;B&quot; | Maalai</title>');
    expect(hostile).toContain('content="&quot;&gt;&lt;script&gt;"');
  });
});
