// Enforces which folder may import which (docs/decisions/the-house.md).
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const importPattern = /(?:(import type)\b[^;']*|)(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

interface Import {
  from: string;
  to: string;
  /** Whether it imports only types, which do not exist at run time. */
  isType: boolean;
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
}

const imports: Import[] = ['src', 'emulators'].flatMap(sources).flatMap((from) =>
  [...readFileSync(join(root, from), 'utf8').matchAll(importPattern)].map((match) => ({
    from,
    to: relative(root, join(root, dirname(from), match[2] ?? '')),
    isType: match[1] !== undefined,
  })),
);

/** The parts of the project. A file belongs to the first that matches, so the most specific come first. */
const parts = [
  'src/shop',
  'src/server',
  'src/storefront/screens',
  'src/storefront/features',
  'src/storefront/api',
  'src/storefront/ui',
  'src/storefront',
  'emulators',
] as const;
type Part = (typeof parts)[number];

const mayImport: Record<Part, readonly Part[]> = {
  'src/shop': [],
  'src/server': ['src/shop'],
  'src/storefront/ui': ['src/shop'],
  'src/storefront/api': ['src/shop'],
  'src/storefront/features': ['src/storefront/ui', 'src/storefront/api', 'src/shop'],
  'src/storefront/screens': ['src/storefront/features', 'src/storefront/ui', 'src/shop'],
  'src/storefront': [
    'src/storefront/screens',
    'src/storefront/features',
    'src/storefront/ui',
    'src/shop',
  ],
  emulators: [],
};

/** The folders of the server and what each may import, from the lowest layer up. Imports of types are not restricted. */
const serverImports: Readonly<Record<string, readonly string[]>> = {
  runtime: [],
  http: ['runtime'],
  settings: ['runtime'],
  database: ['runtime'],
  mail: ['runtime', 'database'],
  accounts: ['runtime', 'http', 'settings', 'database', 'mail'],
  orders: ['runtime', 'http', 'database', 'mail', 'accounts'],
  payments: ['runtime', 'http', 'database', 'mail', 'accounts', 'orders'],
  reviews: ['runtime', 'http', 'database', 'accounts', 'orders'],
  privacy: ['runtime', 'http', 'mail', 'accounts', 'orders', 'payments', 'reviews'],
  'payment-stand-in': ['runtime', 'http'],
  web: [
    'runtime',
    'http',
    'database',
    'accounts',
    'orders',
    'payments',
    'reviews',
    'privacy',
    'payment-stand-in',
  ],
  backup: ['runtime', 'database'],
  commands: [
    'runtime',
    'http',
    'settings',
    'database',
    'mail',
    'orders',
    'payments',
    'backup',
    'payment-stand-in',
  ],
};

/** The folders of the checkout and what each may import, including imports of types. */
const checkoutImports: Readonly<Record<string, readonly string[]>> = {
  payment: [],
  handover: ['payment'],
  form: ['payment', 'handover'],
};

const partOf = (file: string): Part | undefined =>
  parts.find((part) => file.startsWith(`${part}/`));
const featureOf = (file: string) => /^src\/storefront\/features\/([^/]+)\//.exec(file)?.[1];
const checkoutFolderOf = (file: string) =>
  /^src\/storefront\/features\/checkout\/([^/]+)\//.exec(file)?.[1];
const folderOf = (file: string) => /^src\/server\/([^/]+)\//.exec(file)?.[1];
const show = ({ from, to }: Import) => `${from} imports ${to}`;

describe('the direction of imports', () => {
  it('is checked on real files', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('goes from the server and the screens down to the shop', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [partOf(from), partOf(to)];
      return !own || !other || (own !== other && !mayImport[own].includes(other));
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('keeps the tests and their support out of the product', () => {
    const wrong = ['src', 'emulators']
      .flatMap(sources)
      .filter((file) => /'#support|\btests\/support/.test(readFileSync(join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
    expect(
      ['src', 'emulators'].flatMap(sources).filter((file) => /\/testing\//.test(file)),
    ).toEqual([]);
  });

  it('follows the layers of the server', () => {
    const wrong = imports.filter(({ from, to, isType }) => {
      const [own, other] = [folderOf(from), folderOf(to)];
      // Files at the root start everything and may import all folders.
      if (isType || own === undefined || own === other || !to.startsWith('src/server/'))
        return false;
      return other === undefined || !serverImports[own]?.includes(other);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('keeps src/server/http free of other folders except runtime, including imports of types', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        folderOf(from) === 'http' && !['http', 'runtime', undefined].includes(folderOf(to)),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it('keeps features independent of each other', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [featureOf(from), featureOf(to)];
      return own !== undefined && other !== undefined && own !== other;
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('lets the form of the checkout use its payment and handover, and neither of them the form', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [checkoutFolderOf(from), checkoutFolderOf(to)];
      return own && other && own !== other && !checkoutImports[own]?.includes(other);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('has no barrel files', () => {
    const barrels = ['src', 'emulators']
      .flatMap(sources)
      .filter((file) => /\/index\.tsx?$/.test(file));
    expect(barrels).toEqual([]);
  });
});
