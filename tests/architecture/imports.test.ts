// Enforces which folder may import which, types included (docs/decisions/the-house.md).
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildInputs } from '../../scripts/setup/prepare.mjs';
import { programs } from '../../src/server/platform/programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const importPattern = /(?:from|import)\s*\(?\s*'(\.[^'?]+)/g;

/**
 * The floors of the house, from the lowest up: a folder may import its own files and what stands beside it here.
 * The longest entry that a path begins with is the folder of a file.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'src/shop': [],

  'src/server/platform': [],
  'src/server/mail': ['src/server/platform', 'src/shop'],
  'src/server/acts': ['src/server/platform'],
  'src/server/state': ['src/server/platform', 'src/server/acts', 'src/shop'],
  'src/server/reviews': ['src/server/platform', 'src/server/acts', 'src/server/mail', 'src/shop'],
  // The demo's provider runs in the shop's process.
  'src/server/payment-stand-in': ['src/server/platform', 'src/shop', 'emulators'],
  'src/server/accounts': ['src/server/platform', 'src/shop', 'src/server/mail'],
  'src/server/orders': ['src/server/platform', 'src/shop', 'src/server/mail', 'src/server/acts'],
  'src/server/web': ['src/server/platform', 'src/shop', 'src/server/payment-stand-in'],
  'src/server/payments': [
    'src/server/platform',
    'src/shop',
    'src/server/mail',
    'src/server/orders',
    'src/server/acts',
    'src/server/state',
  ],
  'src/server/privacy': [
    'src/server/platform',
    'src/server/acts',
    'src/shop',
    'src/server/mail',
    'src/server/accounts',
    'src/server/reviews',
    'src/server/payments',
  ],
  'src/server/commands': [
    'src/server/platform',
    'src/shop',
    'src/server/mail',
    'src/server/accounts',
    'src/server/orders',
    'src/server/payments',
    'src/server/payment-stand-in',
    'src/server/reviews',
    'src/server/acts',
    'src/server/state',
    // Loads nothing of the desk but its links
    'src/desk/door/people.ts',
  ],
  // The owner's desk: a capability a folder, with its routes, its pages and its words.
  'src/desk': [
    'src/server/platform',
    'src/shop',
    'src/server/acts',
    'src/server/state',
    'src/server/mail',
    'src/server/accounts',
    'src/server/orders',
    'src/server/payments',
    'src/server/privacy',
    'src/server/reviews',
  ],
  // These start everything.
  'src/server': ['src/server', 'src/shop', 'src/desk/host.ts', 'src/desk/door/people.ts'],

  'src/storefront/platform': ['src/shop/paths.ts'],
  'src/storefront/ui': ['src/storefront/platform', 'src/shop'],
  'src/storefront/session': ['src/storefront/platform', 'src/shop'],
  'src/storefront/home': ['src/storefront/ui', 'src/storefront/platform', 'src/shop'],
  'src/storefront/about': ['src/storefront/ui', 'src/storefront/platform', 'src/shop'],
  'src/storefront/cart': [
    'src/storefront/session',
    'src/storefront/ui',
    'src/storefront/platform',
    'src/shop',
  ],
  'src/storefront/orders': [
    'src/storefront/session',
    'src/storefront/ui',
    'src/storefront/platform',
    'src/shop',
  ],
  'src/storefront/reviews': [
    'src/storefront/session',
    'src/storefront/ui',
    'src/storefront/platform',
    'src/shop',
  ],
  'src/storefront/listing': [
    'src/storefront/cart',
    'src/storefront/ui',
    'src/storefront/platform',
    'src/shop',
  ],
  'src/storefront/product': [
    'src/storefront/cart',
    'src/storefront/reviews',
    'src/storefront/ui',
    'src/storefront/platform',
    'src/shop',
  ],
  'src/storefront/checkout': [
    'src/storefront/cart',
    'src/storefront/orders',
    'src/storefront/session',
    'src/storefront/ui',
    'src/storefront/platform',
    'src/shop',
  ],
  'src/storefront/account': [
    // What was chosen, shown on the way to the checkout
    'src/storefront/cart',
    // What a logout erases
    'src/storefront/checkout/stored-payments.ts',
    'src/storefront/session',
    'src/storefront/ui',
    'src/storefront/platform',
    'src/shop',
  ],
  'src/storefront/app': ['src/storefront', 'src/shop'],

  emulators: [],
};

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
}

const files = ['src', 'emulators'].flatMap(sources);
const imports = files.flatMap((from) =>
  [...readFileSync(join(root, from), 'utf8').matchAll(importPattern)].map(([, path = '']) => ({
    from,
    to: relative(root, join(root, dirname(from), path)),
  })),
);

const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
const folders = Object.keys(mayImport).toSorted((a, b) => b.length - a.length);
const folderOf = (file: string) => folders.find((folder) => isIn(file, folder));

describe('the direction of imports', () => {
  it('is checked on real files', () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(files.filter((file) => folderOf(file) === undefined)).toEqual([]);
  });

  it('goes down from floor to floor', () => {
    const wrong = imports.filter(({ from, to }) => {
      const folder = folderOf(from) ?? '';
      return ![folder, ...(mayImport[folder] ?? [])].some((allowed) => isIn(to, allowed));
    });
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('reaches a screen only by import() in the routes', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        /\/storefront\/\w+\/[\w-]+-screen\.tsx$/.test(to) &&
        !to.includes('/ui/') &&
        !from.includes('/about/') &&
        from !== 'src/storefront/app/routes.tsx',
    );
    expect(wrong).toEqual([
      // Fetched ahead, while the payment window is open
      {
        from: 'src/storefront/checkout/deliveryform-screen.tsx',
        to: 'src/storefront/checkout/success-screen.tsx',
      },
    ]);
  });

  it('loads what comes later through the one loader, which tries again', () => {
    const wrapped =
      /\b(?:loadModule|loadWithStyles|onDemand)\(\s*(?:async )?\(\) =>\s*(?:\{\s*const \w+ = await )?import\(/g;
    const wrong = files.filter((file) => {
      const code = readFileSync(join(root, file), 'utf8').replaceAll(
        /^\s*(?:\/\/|\*|\/\*).*/gm,
        '',
      );
      return isIn(file, 'src/storefront') && /\bimport\(/.test(code.replaceAll(wrapped, ''));
    });
    // Its screens are loaded by screen-loader.ts.
    expect(wrong).toEqual(['src/storefront/app/routes.tsx']);
  });

  it('keeps the tests and their support out of the product', () => {
    const wrong = files.filter((file) =>
      /'#support|\btests\/support/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  it('leaves what only the desk has in a context to the desk', () => {
    const wrong = files.filter(
      (file) =>
        isIn(file, 'src/server') &&
        /\b[gs]et\('(?:person|files)'/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  it('passes no barrel', () => {
    expect(files.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([]);
  });
});

/** Returns the files of the project that an entry loads, with itself: type imports are not loaded. */
function loadedBy(entry: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(entry)) return loaded;
  loaded.add(entry);
  const runtime = /^(?:import|export) (?!type )[^']*from '(\.[^'?]+)'|import\(?\s*'(\.[^'?]+)'/gm;
  for (const [, path, other] of readFileSync(join(root, entry), 'utf8').matchAll(runtime)) {
    loadedBy(join(dirname(entry), path ?? other ?? ''), loaded);
  }
  return loaded;
}

describe('a build is repeated when', () => {
  const app = 'src/storefront/app';
  const site = ['boot.ts', 'entry-client.tsx', 'entry-prerender.tsx'].map(
    (name) => `${app}/${name}`,
  );
  const tools = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/build/bundles.ts'];

  it.each([
    ['site', ['scripts/build/build.ts', ...site], ['art/masters', 'vite.config.ts']],
    ['server', Object.values(programs), []],
  ] as const)('anything has changed that the %s is made of', (name, entries, others) => {
    const read = new Set<string>([...tools, ...others]);
    for (const entry of entries) loadedBy(entry, read);
    const missing = [...read].filter((file) => !buildInputs[name].some((path) => isIn(file, path)));
    expect(missing).toEqual([]);
  });
});

describe('a process or thread of its own', () => {
  const database = 'src/server/platform/database';
  const pictures = 'src/server/reviews/pictures';

  it('that writes to the embedded database loads only what it needs', () => {
    expect([...loadedBy(`${database}/sqlite-thread.ts`)]).toEqual([
      `${database}/sqlite-thread.ts`,
      `${database}/sqlite-executor.ts`,
    ]);
  });

  it('that decodes pictures loads nothing that it may not read', () => {
    const loaded = [...loadedBy(`${pictures}/picture-process-main.ts`)];
    expect(loaded).toContain(`${pictures}/reencode-picture.ts`);
    const wrong = loaded.filter((file) => !isIn(file, pictures) && !isIn(file, 'src/shop'));
    expect(wrong).toEqual([]);
  });

  it('that serves the shop loads neither the decoder nor the entry of another', () => {
    const loaded = loadedBy('src/server/main.ts');
    expect(loaded).toContain(`${pictures}/picture-process.ts`);
    for (const name of ['picture-process-main', 'reencode-picture']) {
      expect(loaded).not.toContain(`${pictures}/${name}.ts`);
    }
    expect(loaded).not.toContain(`${database}/sqlite-thread.ts`);
  });
});
