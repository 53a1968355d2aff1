import { describe, expect, it } from 'vitest';
import { circularChunks, faults, limits, overweight, phoneChoice, weigh } from './limits.ts';
import type { Page } from './pages.ts';

it.each([
  // The size for dense phones: 412 × 3 × 0.5 = 618.
  ['(width >= 48em) 40rem, (min-resolution: 2.25dppx) calc(100vw * 0.5), 100vw', 'a-720'],
  // The last size, if there is none for dense phones.
  ['(width >= 48em) 40rem, 11rem', 'a-720'],
  ['(width >= 48em) 1rem, min(92vw, 5rem)', 'a-240'],
  // The largest picture, if none is large enough.
  ['200vw', 'a-960'],
])('weighs the picture that a phone chooses for the sizes %s', (sizes, choice) => {
  expect(phoneChoice('a-240 240w, a-480 480w, a-720 720w, a-960 960w', sizes)).toBe(choice);
  expect(() => phoneChoice('a-240 240w', '20em')).toThrow('20em');
});

const eager = `<picture><source type="image/avif" srcSet="/p/hero-960.avif 960w" sizes="100vw"/><img alt="" src="/p/hero-480.webp"/></picture>`;
const urgent = eager.replace('<img ', '<img fetchPriority="high" ');
const lazy = eager.replaceAll('hero', 'late').replace('<img ', '<img loading="lazy" ');
const file = { file: 'pages/demo/x.html', etag: '"1"', scriptHashes: [], styleHashes: [] };
const page: Page = {
  path: '/x',
  html: `<html><head><style>a{}</style><script>1</script></head><body>${urgent}${lazy}</body></html>`,
  scripts: ['assets/a.js', 'assets/b.js'],
  variants: { demo: file, live: file },
};
const sizes = new Map([
  ['assets/a.js', 1000],
  ['assets/b.js', 500],
  ['pages/demo/x.html', 300],
  ['p/hero-960.avif', 40_000],
  ['p/late-960.avif', 90_000],
]);

describe('the weight of a page', () => {
  it('has all scripts, the HTML with its rating and the heaviest picture that is not lazy', () => {
    const weight = { scripts: 1500, files: 2, html: 300, picture: 40_000 };
    expect(weigh(page, sizes)).toEqual(weight);
    const source = (media: string) =>
      `<source media="(width ${media} 48em)" srcSet="/p/late-960.avif 960w" sizes="9rem"/>`;
    const beside = (media: string) => page.html.replace('<source', `${source(media)}<source`);
    expect(weigh({ ...page, html: beside('&gt;=') }, sizes)).toEqual(weight);
    expect(weigh({ ...page, html: beside('&lt;') }, sizes).picture).toBe(90_000);
    const data = '<script type="application/ld+json">{"@type":"Product"}</script>';
    expect(weigh({ ...page, html: page.html + data }, sizes).html).toBe(300 + 128);
    expect(() => weigh({ ...page, scripts: ['assets/c.js'] }, sizes)).toThrow('assets/c.js');
  });

  it.each(['scripts', 'files', 'html', 'picture'] as const)('has a limit for its %s', (part) => {
    expect(overweight('/x', limits)).toEqual([]);
    expect(overweight('/x', { ...limits, [part]: limits[part] + 1 })).toEqual([
      expect.stringMatching(new RegExp(`^/x: ${part} .* the limit is `)),
    ]);
  });
});

const withBody = (body: string, styles = '.a:hover .b>i{color:red}') =>
  faults({ path: '/x', html: `<head><style>${styles}</style></head><body>${body}</body>` });

it.each([
  ['a style attribute', '<p class="a" style="color:red">'],
  ['an inline event handler', '<button onclick="go()">'],
  ['an inline script', '<script>$RC("B:0")</script>'],
  ['a style element', '<style>p{}</style>'],
  ['no rule for the class c', '<p class="a c"><i class="c"></i></p>'],
  ['2 pictures have high priority', urgent + urgent],
  ['0 pictures have high priority', eager],
])('refuses a page: %s', (fault, body) => {
  expect(withBody(body)).toEqual([expect.stringContaining(fault)]);
});

it('compares whole names of classes: one may begin another', () => {
  expect(withBody('<p class="a1"></p>', '.a12{color:red}')).toEqual([
    expect.stringContaining('no rule for the class a1'),
  ]);
});

// What the pages have, the build itself shows.
it('accepts a page that only speaks of attributes', () => {
  const text = '<p>A style="x" of its own, onclick="y"</p><p data-style="x" aria-label="one">';
  expect(withBody(`${text}${urgent}${eager}${lazy}`)).toEqual([]);
});

it('refuses chunks that import each other in a circle', () => {
  const chunks = (...reactImports: string[]) => ({
    entry: { file: 'entry.js', imports: ['react', 'ui'] },
    ui: { file: 'ui.js', imports: ['react'] },
    react: { file: 'react.js', imports: reactImports },
  });
  expect(circularChunks(chunks())).toEqual([]);
  expect(circularChunks(chunks('entry'))).toEqual([
    'Chunks import each other in a circle: entry → react → entry.',
  ]);
});
