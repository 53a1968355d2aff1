// `npm start` in a fresh clone, with fakes for npm, the build and the shop: which steps run, in which order, and which
// are not repeated.
import { covers } from '#support/covers.ts';
import { onlyInAll } from '#support/tier.ts';
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
import { shopFlags } from './prepare.mjs';

const files: Record<string, string> = {
  'package.json': '{ "type": "module" }',
  'package-lock.json': '{}',
  'src/storefront/page.ts': 'export const words = 1;',
  // Both fakes log what they do, the build also what secrets it gets.
  'scripts/build/build.ts': `import { appendFileSync, cpSync, mkdirSync } from 'node:fs';
const [, , target] = process.argv;
const secrets = Object.keys(process.env).filter((name) => /SECRET|_URL/.test(name));
appendFileSync('log', ['build', target, ...secrets].join(' ') + '\\n');
mkdirSync('dist/' + target, { recursive: true });
if (target === 'server') cpSync('src/server/shop.ts', 'dist/server/shop.mjs');`,
  'src/server/shop.ts': `import { appendFileSync } from 'node:fs';
appendFileSync('log', ['serve', ...process.execArgv].join(' ') + '\\n');
process.on('SIGTERM', () => process.exit(0));
console.log('Ready at http://localhost:3000');
setInterval(() => {}, 1000);`,
};
const serve = ['serve', ...shopFlags].join(' ');
const everything = ['npm ci', 'build site', 'build server', serve];

function clone() {
  const root = mkdtempSync(join(tmpdir(), 'maalai-clone-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const name of ['maalai.mjs', 'setup/prepare.mjs', 'setup/system.mjs']) {
    cpSync(join(import.meta.dirname, '..', name), join(root, 'scripts', name));
  }
  for (const [path, text] of Object.entries(files)) write(path, text);
  const npm = (works: boolean) => {
    const bin = '"$PWD/node_modules/.bin"';
    const install = `mkdir -p ${bin} && ln -sf "${process.execPath}" ${bin}/node`;
    const leak = 'env | grep -E "SECRET|_URL" >> log';
    write('bin/npm', `#!/bin/sh\necho "npm $1" >> log\n${leak}\n${works ? install : 'exit 1'}\n`);
    chmodSync(join(root, 'bin/npm'), 0o755);
  };
  npm(true);
  return {
    write,
    npm,
    remove: (path: string) => rmSync(join(root, path)),
    /** Runs until the shop is ready and stops it as a deploy does, or until it fails. Returns what it did. */
    async start(env: Record<string, string> = {}) {
      write('log', '');
      const child = spawn(process.execPath, ['scripts/maalai.mjs', 'start'], {
        cwd: root,
        env: { PATH: `${join(root, 'bin')}:${process.env['PATH']}`, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let [out, error] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        if (out.includes('Ready at')) child.kill('SIGTERM');
      });
      child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
      const [code] = await once(child, 'close');
      const log = readFileSync(join(root, 'log'), 'utf8').trim().split('\n');
      return { code, lastLine: out.trim().split('\n').at(-1), error, log };
    },
  };
}

it('installs, builds and serves; a second start only serves', covers('running-1'), async () => {
  const { start } = clone();
  const ready = { code: 0, lastLine: 'Ready at http://localhost:3000', error: '' };
  expect(await start()).toEqual({ ...ready, log: everything });
  expect(await start()).toEqual({ ...ready, log: [serve] });
});

onlyInAll(() => {
  it('shows no secret of the shop to the packages and the build', async () => {
    const secrets = { PAYMENT_KEY_SECRET: 'a', SESSION_SECRET: 'b', SMTP_URL: 'c' };
    const databases = { DATABASE_URL: 'd', MIGRATE_DATABASE_URL: 'e' };
    expect((await clone().start({ ...secrets, ...databases })).log).toEqual(everything);
  });

  it('repeats the steps whose inputs have changed', covers('running-2'), async () => {
    const { start, write } = clone();
    await start();
    const after = async (path: string, text: string) => {
      write(path, text);
      return (await start()).log;
    };
    expect(await after('src/storefront/page.test.ts', 'export const words = 2;')).toEqual([serve]);
    expect(await after('src/storefront/page.ts', '')).toEqual(['build site', serve]);
    expect(await after('src/server/shop.ts', `${files['src/server/shop.ts']}\n`)).toEqual([
      'build server',
      serve,
    ]);
    expect(await after('package-lock.json', '{ "packages": {} }')).toEqual(everything);
    expect((await start({ ORIGIN: 'https://shop.example' })).log).toEqual(['build site', serve]);
  });

  it('does not install development packages if the pages are built and the production packages exist', async () => {
    const { start, write, remove } = clone();
    const lock = (version: string, more = {}) =>
      JSON.stringify({ packages: { '': {}, 'node_modules/hono': { version }, ...more } });
    write('package-lock.json', lock('4.0.0', { 'node_modules/vite': { dev: true } }));
    await start();
    // An unpacked tree after `npm ci --omit=dev`.
    remove('node_modules/.installed');
    write('node_modules/.package-lock.json', lock('4.0.0'));
    expect((await start()).log).toEqual([serve]);
    write('node_modules/.package-lock.json', lock('3.9.9'));
    expect((await start()).log).toEqual(['npm ci', serve]);
  });
});

it(
  'prints the failed step in one line, serves nothing, and continues once the step succeeds',
  covers('running-2'),
  async () => {
    const { start, npm } = clone();
    npm(false);
    const { code, error, log } = await start();
    expect([code, log]).toEqual([1, ['npm ci']]);
    expect(error).toMatch(/^'npm ci [^\n]+' ended with 1\n$/);
    npm(true);
    expect(await start()).toMatchObject({ code: 0, log: everything });
  },
);
