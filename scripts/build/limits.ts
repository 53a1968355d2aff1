// Checks the built pages: their weight against the limits, and their HTML against what would not work in a browser. A
// violation fails the build.
import type { Manifest } from 'vite';
import { splitAtCommas } from '../../src/storefront/ui/product/picture-address.ts';
import type { Sizes } from './assets.ts';
import type { Page } from './pages.ts';

const KB = 1024;

/** What a page may have at most. */
export const limits = {
  /** All JavaScript of a first load, brotli; React alone has 55 KB. */
  scripts: 88 * KB,
  /** Number of files that `scripts` are in. */
  files: 10,
  /** The page with its styles, brotli. */
  html: 17 * KB,
  /** A picture of the first view on a phone. */
  picture: 40 * KB,
};

type Weight = typeof limits;
type Html = Pick<Page, 'path' | 'html'>;

/** The largest size of the product rating that the server inserts into a page. */
const RATING_BYTES = 128;

/** A large phone with a dense screen. */
const phone = { width: 412, density: 3, rem: 16 };

/**
 * Converts a length of `sizes` to CSS pixels: '46vw', '11rem', 'calc(46vw * 0.66)', 'min(92vw, 30rem)'. Throws for
 * other lengths.
 */
function pixels(length: string): number {
  const [, product = '', factor = ''] = /^calc\((.*) \* ([\d.]+)\)$/.exec(length) ?? [];
  if (product) return pixels(product) * Number(factor);
  const [, least = ''] = /^min\((.*)\)$/.exec(length) ?? [];
  if (least) return Math.min(...splitAtCommas(least).map(pixels));
  const [, number = '', unit = ''] = /^([\d.]+)(vw|rem|px)$/.exec(length) ?? [];
  const per = { vw: phone.width / 100, rem: phone.rem, px: 1 }[unit];
  if (per === undefined) throw new Error(`The size '${length}' of a picture cannot be weighed.`);
  return Number(number) * per;
}

/** Returns the URL that this phone chooses. */
export function phoneChoice(srcset: string, sizes: string): string {
  const parts = splitAtCommas(sizes);
  const dense = parts.find((part) => part.startsWith('(min-resolution: 2.25dppx) '));
  const wanted = pixels(dense?.replace(/^\(.*?\) /, '') ?? parts.at(-1)!) * phone.density;
  const candidates = splitAtCommas(srcset).map((candidate) => candidate.split(' '));
  // Browsers tolerate a few percent.
  const chosen = candidates.find(([, width = '']) => Number.parseInt(width) >= wanted * 0.95);
  return (chosen ?? candidates.at(-1)!)[0]!;
}

const eagerPicture = /((?:<source [^>]*>)+)<img (?![^>]*loading="lazy")/gi;
const phoneSource = /<source (?!media="\(width &gt;)[^>]*srcSet="([^"]+)" sizes="([^"]+)"/gi;

/** Returns the weight of a page. `sizes` has all files below the site's folder. */
export function weigh({ path, html, scripts, variants }: Page, sizes: Sizes): Weight {
  const size = (file: string) => {
    const bytes = sizes.get(file);
    if (bytes === undefined) throw new Error(`${path} needs ${file}, which was not built.`);
    return bytes;
  };
  const sources = [...html.matchAll(eagerPicture)].map(([, all]) => all).join('');
  const pictures = [...sources.matchAll(phoneSource)].map(([, srcset = '', media = '']) =>
    size(phoneChoice(srcset, media).slice(1)),
  );
  const isRated = html.includes('"@type":"Product"');
  return {
    scripts: scripts.reduce((sum, file) => sum + size(file), 0),
    files: scripts.length,
    html: size(variants.demo.file) + (isRated ? RATING_BYTES : 0),
    picture: Math.max(0, ...pictures),
  };
}

const formatAmount = (part: string, amount: number) =>
  part === 'files' ? String(amount) : `${(amount / KB).toFixed(1)} KB`;

/** Returns an error for each limit that the page exceeds. */
export function overweight(path: string, weight: Weight): string[] {
  return (Object.keys(limits) as (keyof Weight)[])
    .filter((part) => weight[part] > limits[part])
    .map(
      (part) =>
        `${path}: ${part} ${formatAmount(part, weight[part])}, the limit is ${formatAmount(part, limits[part])}.`,
    );
}

/** What the page's content security policy would block in its body. */
const blocked: readonly [RegExp, string][] = [
  [/<[a-z][^>]*\sstyle=/i, 'a style attribute: use a class or a data attribute'],
  [/<[a-z][^>]*\son[a-z]+=/i, 'an inline event handler'],
  [
    /<script(?![^>]*application\/ld\+json)/i,
    'an inline script: nothing may suspend while prerendering',
  ],
  [/<style/i, 'a style element'],
];

/**
 * Returns the faults of a page's HTML: content that its policy would block, classes without a rule in the inlined
 * styles (a style sheet is missing), and a first view in which not exactly one picture is loaded before all others.
 */
export function faults({ path, html }: Html): string[] {
  const body = html.slice(html.indexOf('<body'));
  const found = blocked.flatMap(([pattern, what]) => {
    const [text] = pattern.exec(body) ?? [];
    return text === undefined ? [] : [`its HTML has ${what} (${text.slice(0, 120)})`];
  });
  const styles = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
  const classes = [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, all = '']) => all.split(' '));
  // Whole names: '_row_1a2b3_3' begins '_row_1a2b3_31'.
  const rules = new Set([...styles.matchAll(/\.([\w-]+)/g)].map(([, name]) => name));
  const unstyled = [...new Set(classes)].filter((name) => !rules.has(name));
  const urgent = html.match(/<img [^>]*fetchPriority="high"/gi)?.length ?? 0;
  const wanted = html.search(eagerPicture) < 0 ? 0 : 1;
  return [
    ...found,
    ...unstyled.map((name) => `its styles have no rule for the class ${name}`),
    ...(urgent === wanted ? [] : [`${urgent} pictures have high priority instead of ${wanted}`]),
  ].map((fault) => `${path}: ${fault}.`);
}

/**
 * Returns an error if chunks import each other in a circle: one of them would run before its imports. Groups of
 * modules (vite.config.ts) can cause that even if the modules have no circle.
 */
export function circularChunks(manifest: Manifest): string[] {
  const done = new Set<string>();
  const follow = (key: string, path: readonly string[]): string[] => {
    const circle = [...path.slice(path.indexOf(key)), key].join(' → ');
    if (path.includes(key)) return [`Chunks import each other in a circle: ${circle}.`];
    if (done.has(key)) return [];
    done.add(key);
    return (manifest[key]?.imports ?? []).flatMap((imported) => follow(imported, [...path, key]));
  };
  return Object.keys(manifest).flatMap((key) => follow(key, []));
}

/** Prints the weights of all pages. Returns every violation. */
export function checkSite(pages: readonly Page[], sizes: Sizes, manifest: Manifest): string[] {
  const weights = pages.map((page) => [page.path, weigh(page, sizes)] as const);
  const cells = (weight: Weight) =>
    Object.fromEntries(
      Object.entries(weight).map(([part, amount]) => [part, formatAmount(part, amount)]),
    );
  console.table(Object.fromEntries(weights.map(([path, weight]) => [path, cells(weight)])));
  const sheets = [...sizes.keys()].filter((file) => file.endsWith('.css')).length;
  return [
    ...weights.flatMap(([path, weight]) => overweight(path, weight)),
    ...pages.flatMap(faults),
    // What is not in the pages is in one sheet.
    ...(sheets > 1 ? [`The site has ${sheets} style sheets, the limit is 1.`] : []),
    ...circularChunks(manifest),
  ];
}
