import { describe, expect, it } from 'vitest';
import type { Page } from './pages.ts';
import {
  forbidden,
  hurried,
  limits,
  overweight,
  phoneChoice,
  surplusSheets,
  unstyled,
  weigh,
} from './limits.ts';

const srcset = 'a-240 240w, a-480 480w, a-720 720w, a-960 960w, a-1200 1200w';

describe('phoneChoice', () => {
  it('uses the size for dense phones', () => {
    const sizes = '(width >= 48em) 40rem, (min-resolution: 2.25dppx) calc(100vw * 0.5), 100vw';
    // 412 × 3 × 0.5 = 618
    expect(phoneChoice(srcset, sizes)).toBe('a-720');
  });

  it('uses the last size if there is none for dense phones', () => {
    expect(phoneChoice(srcset, '(width >= 48em) 40rem, 11rem')).toBe('a-720');
    expect(phoneChoice(srcset, '50px')).toBe('a-240');
  });

  it('uses the smallest size in min()', () => {
    expect(phoneChoice(srcset, '(width >= 48em) 1rem, min(92vw, 5rem)')).toBe('a-240');
  });

  it('uses the largest picture if none is large enough', () => {
    expect(phoneChoice(srcset, '200vw')).toBe('a-1200');
  });

  it('throws for an unknown unit', () => {
    expect(() => phoneChoice(srcset, '20em')).toThrow('20em');
  });
});

const eager = `<picture><source type="image/avif" srcSet="/p/hero-960.avif 960w" sizes="100vw"/><img alt="" src="/p/hero-480.webp"/></picture>`;
const lazy = `<picture><source type="image/avif" srcSet="/p/late-960.avif 960w" sizes="100vw"/><img loading="lazy" alt="" src="/p/late-480.webp"/></picture>`;
const file = { file: 'pages/demo/x.html', etag: '"1"', scriptHashes: [], styleHashes: [] };
const page: Page = {
  path: '/x',
  html: `<html><head><style>a{}</style><script>1</script></head><body>${eager}${lazy}</body></html>`,
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

describe('weigh', () => {
  it('adds up the scripts and finds the heaviest picture that is not lazy', () => {
    expect(weigh(page, sizes)).toEqual({
      path: '/x',
      scripts: 1500,
      html: 300,
      picture: 40_000,
      files: 2,
    });
  });

  it('adds the size of the rating that the server inserts into a product page', () => {
    const data = '<script type="application/ld+json">{"@type":"Product"}</script>';
    expect(weigh({ ...page, html: page.html + data }, sizes).html).toBe(300 + 128);
  });

  it('throws for a file that was not built', () => {
    expect(() => weigh({ ...page, scripts: ['assets/c.js'] }, sizes)).toThrow('assets/c.js');
  });
});

describe('overweight', () => {
  const light = { path: '/x', ...limits };

  it('accepts a page at the limits', () => {
    expect(overweight(light)).toEqual([]);
  });

  it.each(['scripts', 'html', 'picture'] as const)('names the page and its %s', (part) => {
    const [trouble, ...others] = overweight({ ...light, [part]: limits[part] + 1 });
    expect(trouble).toContain(`/x: ${part} weigh`);
    expect(others).toEqual([]);
  });

  it('counts the scripts', () => {
    const [trouble] = overweight({ ...light, files: limits.files + 1 });
    expect(trouble).toBe(`/x: files number ${limits.files + 1}, the limit is ${limits.files}.`);
  });
});

describe('surplusSheets', () => {
  it('accepts one style sheet', () => {
    expect(surplusSheets(new Map([...sizes, ['assets/later.css', 1]]))).toEqual([]);
    const two = new Map([
      ['assets/a.css', 1],
      ['assets/b.css', 1],
    ]);
    expect(surplusSheets(two)).toHaveLength(1);
  });
});

describe('hurried', () => {
  const first = eager.replace('<img ', '<img fetchPriority="high" ');

  it('accepts one picture with high priority', () => {
    expect(hurried({ path: '/x', html: first + eager + lazy })).toEqual([]);
    expect(hurried({ path: '/x', html: lazy })).toEqual([]);
  });

  it('names a page with two such pictures, or with none', () => {
    expect(hurried({ path: '/x', html: first + first })[0]).toContain('/x: 2 pictures');
    expect(hurried({ path: '/x', html: eager })[0]).toContain('/x: 0 pictures');
  });
});

describe('unstyled', () => {
  const styled = (styles: string, body: string) =>
    unstyled({ path: '/x', html: `<head><style>${styles}</style></head><body>${body}</body>` });

  it('names every class without a rule once', () => {
    const body = '<p class="a b"><i class="b"></i></p>';
    expect(styled('.a{color:red}', body)).toEqual(['/x: its styles have no rule for the class b.']);
  });

  it('accepts a page if all classes have rules', () => {
    expect(styled('@layer page{.a:hover .b>i{color:red}}', '<p class="a b">.c</p>')).toEqual([]);
  });
});

describe('forbidden', () => {
  const inBody = (html: string) => forbidden({ path: '/x', html: `<body>${html}</body>` });

  it('accepts a correct page', () => {
    expect(forbidden(page)).toEqual([]);
  });

  it.each([
    ['a style attribute', '<p class="a" style="color:red">'],
    ['an inline event handler', '<button onclick="go()">'],
    ['an inline script', '<script>$RC("B:0")</script>'],
    ['a style element', '<style>p{}</style>'],
  ])('refuses %s', (what, html) => {
    const [trouble] = inBody(html);
    expect(trouble).toContain(`/x: its HTML has ${what}`);
  });

  it('does not confuse text with attributes', () => {
    expect(inBody('<p>A style="x" of its own, onclick="y"</p>')).toEqual([]);
    expect(inBody('<p data-style="x" aria-label="one">')).toEqual([]);
  });

  it('accepts data for search engines', () => {
    expect(inBody('<script type="application/ld+json">{}</script>')).toEqual([]);
  });
});
