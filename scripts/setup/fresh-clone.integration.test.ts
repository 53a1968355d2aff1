// `npm start` in a fresh clone, with fakes for npm, the build and the shop: which steps run, in which order, and which
// are not repeated.
import { covers } from '#support/covers.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { shopFlags } from './shop-flags.mjs';

const scripts = join(import.meta.dirname, '..');

const setup = ['command', 'fingerprint', 'hand-over', 'lock', 'prepare', 'project', 'shop-flags'];

/** Returns the source of a fake that logs its call. */
const note = (word: string) =>
  `import { appendFileSync } from 'node:fs';\nappendFileSync('log', ${JSON.stringify(`${word}\n`)});\n`;

const files: Record<string, string> = {
  'package.json': '{ "type": "module" }',
  'package-lock.json': '{}',
  'src/storefront/page.ts': 'export const words = 1;',
  'scripts/build/build.ts': `import { appendFileSync, cpSync, mkdirSync } from 'node:fs';
const [, , target] = process.argv;
appendFileSync('log', 'build ' + target + '\\n');
mkdirSync('dist/' + target, { recursive: true });
if (target === 'server') cpSync('src/server/shop.ts', 'dist/server/shop.mjs');`,
  'src/server/shop.ts': `${note('serve')}process.on('SIGTERM', () => process.exit(0));
console.log('Ready at http://localhost:3000');
setInterval(() => {}, 1000);`,
};

function clone() {
  const root = mkdtempSync(join(tmpdir(), 'maalai-clone-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  cpSync(join(scripts, 'start.mjs'), join(root, 'scripts/start.mjs'));
  for (const name of setup) {
    cpSync(join(import.meta.dirname, `${name}.mjs`), join(root, `scripts/setup/${name}.mjs`));
  }
  for (const [path, text] of Object.entries(files)) write(path, text);
  const npm = (works: boolean) => {
    const bin = '"$PWD/node_modules/.bin"';
    const install = `mkdir -p ${bin} && ln -sf "${process.execPath}" ${bin}/node`;
    write('bin/npm', `#!/bin/sh\necho "npm $1" >> log\n${works ? install : 'exit 1'}\n`);
    chmodSync(join(root, 'bin/npm'), 0o755);
  };
  npm(true);
  return {
    write,
    npm,
    log: () => readFileSync(join(root, 'log'), 'utf8').trim().split('\n'),
    forget: () => write('log', ''),
    remove: (path: string) => rmSync(join(root, path)),
    /** Runs until the shop is ready and stops it as a deploy does, or until it fails. */
    async start() {
      const child = spawn(process.execPath, ['scripts/start.mjs'], {
        cwd: root,
        env: { PATH: `${join(root, 'bin')}:${process.env['PATH']}` },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let [out, error] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        if (out.includes('Ready at')) child.kill('SIGTERM');
      });
      child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
      const [code] = await once(child, 'close');
      return { code: code as number | null, lastLine: out.trim().split('\n').at(-1), error };
    },
  };
}

it('installs, builds and serves; a second start only serves', covers('running-1'), async () => {
  const { start, log, forget } = clone();
  const ready = { code: 0, lastLine: 'Ready at http://localhost:3000', error: '' };
  expect(await start()).toEqual(ready);
  expect(log()).toEqual(['npm ci', 'build site', 'build server', 'serve']);
  forget();
  expect(await start()).toEqual(ready);
  expect(log()).toEqual(['serve']);
});

it(
  'builds again after a change of the storefront, and installs again after a change of the packages',
  covers('running-2'),
  async () => {
    const { start, write, log, forget } = clone();
    await start();
    forget();
    write('src/storefront/page.test.ts', 'export const words = 2;');
    await start();
    expect(log()).toEqual(['serve']);
    forget();
    write('src/storefront/page.ts', 'export const words = 2;');
    await start();
    expect(log()).toEqual(['build site', 'serve']);
    forget();
    write('package-lock.json', '{ "packages": {} }');
    await start();
    expect(log()).toEqual(['npm ci', 'build site', 'build server', 'serve']);
  },
);

it('runs the shop with flags that limit the growth of the heap', async () => {
  const { start, write, log } = clone();
  const flags = 'appendFileSync("log", process.execArgv.join(" "));\n';
  write('src/server/shop.ts', `${files['src/server/shop.ts']}${flags}`);
  await start();
  expect(log().at(-1)).toBe(shopFlags.join(' '));
  expect(shopFlags).toContain('--max-semi-space-size=8');
  expect(shopFlags).toContain('--heap-growing-percent=50');
});

it('bundles again after a change of the server', async () => {
  const { start, write, log, forget } = clone();
  await start();
  forget();
  write('src/server/shop.ts', `${files['src/server/shop.ts']}\n`);
  await start();
  expect(log()).toEqual(['build server', 'serve']);
});

it('does not install development packages if the pages are built and the production packages exist', async () => {
  const { start, write, remove, log, forget } = clone();
  const lock = (version: string) => {
    const packages = {
      '': {},
      'node_modules/hono': { version },
      'node_modules/vite': { dev: true },
    };
    return JSON.stringify({ packages });
  };
  write('package-lock.json', lock('4.0.0'));
  await start();
  // An unpacked tree after `npm ci --omit=dev`.
  remove('node_modules/.installed');
  write(
    'node_modules/.package-lock.json',
    lock('4.0.0').replace(',"node_modules/vite":{"dev":true}', ''),
  );
  forget();
  await start();
  expect(log()).toEqual(['serve']);
  write('node_modules/.package-lock.json', lock('3.9.9'));
  forget();
  await start();
  expect(log()).toEqual(['npm ci', 'serve']);
});

it(
  'prints the failed step in one line, serves nothing, and continues once the step succeeds',
  covers('running-2'),
  async () => {
    const { start, npm, log, forget } = clone();
    npm(false);
    const { code, error } = await start();
    expect(code).toBe(1);
    expect(error).toMatch(/^'npm ci [^\n]+' ended with 1\n$/);
    expect(log()).toEqual(['npm ci']);
    forget();
    npm(true);
    expect((await start()).code).toBe(0);
    expect(log()).toEqual(['npm ci', 'build site', 'build server', 'serve']);
  },
);
