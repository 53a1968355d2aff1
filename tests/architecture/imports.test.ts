// Enforces which folder may import which, types included (docs/decisions/the-house.md).
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildInputs } from '../../scripts/setup/prepare.mjs';
import { programs } from '../../src/server/platform/programs.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const importPattern = /(?:from|import)\s*\(?\s*'(\.[^'?]+)/g;

/** Returns the entries of a floor: what a folder may import, by its name in the floor or, after a slash, by its path. */
const floor = (base: string, folders: Readonly<Record<string, string>>) =>
  Object.entries(folders).map(([folder, others]): [string, string[]] => [
    join(base, folder),
    others.split(' ').map((other) => (other.startsWith('/') ? other.slice(1) : join(base, other))),
  ]);

/**
 * The floors of the house, from the lowest up: a folder may import its own files and what stands beside it here.
 * The longest entry that a path begins with is the folder of a file.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ['src/shop', []],
  ['emulators', []],
  ['src/server/platform', []],
  ...floor('src/server', {
    mail: 'platform /src/shop',
    acts: 'platform',
    state: 'platform acts /src/shop',
    reviews: 'platform acts mail /src/shop',
    // The demo's provider runs in the shop's process.
    'payment-stand-in': 'platform /src/shop /emulators',
    accounts: 'platform mail /src/shop',
    orders: 'platform acts mail /src/shop',
    web: 'platform payment-stand-in /src/shop',
    payments: 'platform acts mail orders state /src/shop',
    privacy: 'platform acts mail accounts reviews payments /src/shop',
    commands:
      // Loads nothing of the desk but its links
      'platform acts state mail accounts orders payments payment-stand-in reviews /src/shop /src/desk/door/people.ts',
  }),
  // The owner's desk: a capability a folder, with its routes, its pages and its words.
  ...floor('src', {
    desk: 'shop server/platform server/acts server/state server/mail server/accounts server/orders server/payments server/privacy server/reviews',
    // These start everything.
    server: 'server shop desk/host.ts desk/door/people.ts',
  }),
  ...floor('src/storefront', {
    platform: '/src/shop/paths.ts',
    ui: 'platform /src/shop',
    session: 'platform /src/shop',
    home: 'ui platform /src/shop',
    about: 'ui platform /src/shop',
    cart: 'session ui platform /src/shop',
    orders: 'session ui platform /src/shop',
    reviews: 'session ui platform /src/shop',
    listing: 'cart ui platform /src/shop',
    product: 'cart reviews ui platform /src/shop',
    checkout: 'cart orders session ui platform /src/shop',
    // What was chosen, shown on the way to the checkout, and what a logout erases
    account: 'cart checkout/stored-payments.ts session ui platform /src/shop',
    app: '/src/storefront /src/shop',
  }),
]);

const files = globSync('{src,emulators}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);
const imports = files.flatMap((from) =>
  [...read(from).matchAll(importPattern)].map(([, path = '']) => ({
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
        /\/storefront\/(?!ui\/)\w+\/[\w-]+-screen\.tsx$/.test(to) &&
        !from.includes('/about/') &&
        from !== 'src/storefront/app/routes.tsx',
    );
    expect(wrong.map(({ from, to }) => `${basename(from)} imports ${basename(to)}`)).toEqual([
      // Loaded early, while the payment window is open
      'deliveryform-screen.tsx imports success-screen.tsx',
    ]);
  });

  it('loads what comes later through the one loader, which tries again', () => {
    const wrapped =
      /\b(?:loadModule|loadWithStyles|onDemand)\(\s*(?:async )?\(\) =>\s*(?:\{\s*const \w+ = await )?import\(|^\s*(?:\/\/|\*|\/\*).*/gm;
    const wrong = files.filter(
      (file) =>
        isIn(file, 'src/storefront') && /\bimport\(/.test(read(file).replaceAll(wrapped, '')),
    );
    // Its screens are loaded by screen-loader.ts.
    expect(wrong).toEqual(['src/storefront/app/routes.tsx']);
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
  for (const [, path, other] of read(entry).matchAll(runtime)) {
    loadedBy(join(dirname(entry), path ?? other ?? ''), loaded);
  }
  return loaded;
}

const app = 'src/storefront/app';
const site = ['boot.ts', 'entry-client.tsx', 'entry-prerender.tsx'].map((name) => join(app, name));
const tools = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/build/bundles.ts'];

it.each([
  ['site', ['scripts/build/build.ts', ...site], ['art/masters', 'vite.config.ts']],
  ['server', Object.values(programs), []],
] as const)(
  'a build is repeated when anything has changed that the %s is made of',
  (name, entries, others) => {
    const made = new Set<string>([...tools, ...others]);
    for (const entry of entries) loadedBy(entry, made);
    const missing = [...made].filter((file) => !buildInputs[name].some((path) => isIn(file, path)));
    expect(missing).toEqual([]);
  },
);

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
