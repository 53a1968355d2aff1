// Checks the weight limits of the pages, and their HTML for forbidden content. A violation fails the build.
import { splitAtCommas } from '../src/storefront/ui/product/picture-address.ts';
import type { Page } from './build-pages.ts';
import type { Sizes } from './build-assets.ts';

const KB = 1024;
export const limits = {
  /** All JavaScript of a first load, brotli; React alone has 58 KB. */
  scripts: 86 * KB,
  /** The page with its styles, brotli. */
  html: 16 * KB,
  /** A picture of the first view on a phone. */
  picture: 40 * KB,
  /** Number of files that `scripts` are in. */
  files: 22,
};

/** Number of style sheets in the site: what is not in the pages is in one. */
const SHEETS = 1;

export interface Weight {
  path: string;
  scripts: number;
  html: number;
  /** The heaviest picture that a phone loads at once. */
  picture: number;
  /** Number of scripts. */
  files: number;
}

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
  const candidates = splitAtCommas(srcset).map((candidate) => {
    const [address = '', width = ''] = candidate.split(' ');
    return { address, width: Number.parseInt(width) };
  });
  // Browsers tolerate a few percent.
  return (candidates.find(({ width }) => width >= wanted * 0.95) ?? candidates.at(-1)!).address;
}

const eagerPicture =
  /<source [^>]*srcSet="([^"]+)" sizes="([^"]+)"\/?><img (?![^>]*loading="lazy")/gi;

/** Returns whether the server inserts a product rating into the page. */
function isRated({ html }: Page): boolean {
  return html.includes('"@type":"Product"');
}

/** Returns the weight of a page. `sizes` has all files below the site's folder. */
export function weigh(page: Page, sizes: Sizes): Weight {
  const size = (file: string) => {
    const bytes = sizes.get(file);
    if (bytes === undefined) throw new Error(`${page.path} needs ${file}, which was not built.`);
    return bytes;
  };
  const pictures = [...page.html.matchAll(eagerPicture)].map(([, srcset = '', media = '']) =>
    size(phoneChoice(srcset, media).slice(1)),
  );
  return {
    path: page.path,
    scripts: page.scripts.reduce((sum, file) => sum + size(file), 0),
    html: size(page.variants.demo.file) + (isRated(page) ? RATING_BYTES : 0),
    picture: Math.max(0, ...pictures),
    files: page.scripts.length,
  };
}

/** Returns an error for each limit that the page exceeds. */
export function overweight(weight: Weight): string[] {
  return (Object.keys(limits) as (keyof typeof limits)[])
    .filter((part) => weight[part] > limits[part])
    .map(
      (part) =>
        `${weight.path}: ${part} ${part === 'files' ? 'number' : 'weigh'} ${show(part, weight[part])}, the limit is ${show(part, limits[part])}.`,
    );
}

/** Returns an error if the site has more style sheets than pages may fetch. */
export function surplusSheets(sizes: Sizes): string[] {
  const sheets = [...sizes.keys()].filter((file) => file.endsWith('.css'));
  return sheets.length > SHEETS
    ? [`The site has ${sheets.length} style sheets, the limit is ${SHEETS}.`]
    : [];
}

/** Returns an error unless one picture is loaded before all others, on pages that load any at once. */
export function hurried({ path, html }: Pick<Page, 'path' | 'html'>): string[] {
  const first = html.match(/<img [^>]*fetchPriority="high"/gi)?.length ?? 0;
  const wanted = html.search(eagerPicture) < 0 ? 0 : 1;
  return first === wanted
    ? []
    : [`${path}: ${first} pictures have high priority instead of ${wanted}.`];
}

/** Returns an error for each class name without a rule in the inlined styles: a style sheet is missing. */
export function unstyled({ path, html }: Pick<Page, 'path' | 'html'>): string[] {
  const styles = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
  const classes = [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  const lost = [...new Set(classes)].filter((name) => !styles.includes(`.${name}`));
  return lost.map((name) => `${path}: its styles have no rule for the class ${name}.`);
}

/** Returns an error for each kind of content that the page's content security policy would block. */
export function forbidden({ path, html }: Pick<Page, 'path' | 'html'>): string[] {
  const body = html.slice(html.indexOf('<body'));
  const rules: [RegExp, string][] = [
    [/<[a-z][^>]*\sstyle=/i, 'a style attribute: use a class or a data attribute'],
    [/<[a-z][^>]*\son[a-z]+=/i, 'an inline event handler'],
    [
      /<script(?![^>]*application\/ld\+json)/i,
      'an inline script: nothing may suspend while prerendering',
    ],
    [/<style/i, 'a style element'],
  ];
  return rules.flatMap(([pattern, what]) => {
    const found = pattern.exec(body);
    return found ? [`${path}: its HTML has ${what} (${found[0].slice(0, 120)}).`] : [];
  });
}

function show(part: keyof typeof limits, amount: number): string {
  return part === 'files' ? String(amount) : `${(amount / KB).toFixed(1)} KB`;
}

/** Formats the weights as a table. */
export function table(weights: readonly Weight[]): string {
  const parts = ['scripts', 'files', 'html', 'picture'] as const;
  const row = (first: string, cells: readonly string[]) =>
    first.padEnd(20) + cells.map((cell) => cell.padStart(10)).join('');
  return [
    row('page, brotli', parts),
    ...weights.map((weight) =>
      row(
        weight.path,
        parts.map((part) => show(part, weight[part])),
      ),
    ),
  ].join('\n');
}
