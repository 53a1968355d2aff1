// `npm start` in a fresh clone, with fakes for npm, the build and the shop: which steps run, in which order, which are not
// repeated, and what is said where it cannot work.
import { newDirectory } from '#support/new-directory.ts';
import { onlyInAll } from '#support/tier.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { shopFlags } from './prepare.mjs';

const files: Record<string, string> = {
  'package.json': '{ "type": "module" }',
  'package-lock.json': JSON.stringify({
    packages: {
      '': { optionalDependencies: { sharp: '1.0.0', 'sharp-plan9': '1.0.0' } },
      'node_modules/hono': { version: '4.0.0' },
      'node_modules/vite': {
        version: '8.0.0',
        dev: true,
        optionalDependencies: { rolldown: '1.0.0' },
      },
      'node_modules/rolldown': { version: '1.0.0', optional: true, os: [process.platform] },
      'node_modules/sharp': { version: '1.0.0', optional: true, os: process.platform },
      'node_modules/sharp-plan9': { version: '1.0.0', optional: true, os: ['plan9'] },
    },
  }),
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
  const root = newDirectory();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const name of ['maalai.mjs', 'commands.mjs', 'setup/prepare.mjs', 'setup/system.mjs']) {
    cpSync(join(import.meta.dirname, '..', name), join(root, 'scripts', name));
  }
  for (const [path, text] of Object.entries(files)) write(path, text);
  const npm = (works: boolean) => {
    const bin = `node_modules/node-${process.platform}-${process.arch}/bin`;
    const names = ['hono', 'vite', 'rolldown', 'sharp'];
    const folders = [bin, ...names.map((name) => `node_modules/${name}`)].join(' ');
    const record = 'cp package-lock.json node_modules/.package-lock.json';
    // It leaves out what the Node on PATH is too old for.
    const isOld = '[ -e old ] && case $(command -v node) in "$PWD"/node_modules/*) false; esac';
    const omit = `${isOld} && sed -i s,node_modules/rolldown,left-out, node_modules/.package-lock.json`;
    const install = `mkdir -p ${folders} && ln -sf "${process.execPath}" ${bin}/node && ${record}; ${omit} || :`;
    const leak = 'env | grep -E "SECRET|_URL" >> log';
    const wait = 'while [ -e hold ]; do sleep 0.05; done';
    const lines = [
      '#!/bin/sh',
      'echo $$ > pid; echo "npm $1" >> log',
      leak,
      wait,
      works ? install : 'exit 1',
    ];
    write('bin/npm', lines.join('\n'));
    chmodSync(join(root, 'bin/npm'), 0o755);
  };
  npm(true);
  const log = () => readFileSync(join(root, 'log'), 'utf8').trim().split('\n');
  /** Begins a command, and stops a shop that is ready as a deploy does. `warned` resolves at its first line on stderr. */
  const begin = ({ env = {}, args = ['start'], node = [], uid, cwd = root }: Begin = {}) => {
    const child = spawn(process.execPath, [...node, 'scripts/maalai.mjs', ...args], {
      cwd,
      env: { PATH: `${join(root, 'bin')}:${process.env['PATH']}`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid }),
    });
    let [out, error] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('Ready at')) child.kill('SIGTERM');
    });
    const warned = once(child.stderr, 'data');
    child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
    const ended = once(child, 'close').then(([code]: unknown[]) => {
      return { code, lastLine: out.trim().split('\n').at(-1), error };
    });
    return { child, warned, ended };
  };
  /** Runs until the shop was ready, or failed. Resolves to what it did. */
  const start = async (env: Record<string, string> = {}) => {
    write('log', '');
    const ended = await begin({ env }).ended;
    return { ...ended, log: log() };
  };
  return { root, write, npm, log, begin, start };
}

/** For `begin`: another user, because root may read and write everywhere. */
const other = process.getuid?.() === 0 ? { uid: 65_534 } : {};

interface Begin {
  env?: Record<string, string>;
  args?: string[];
  /** Flags of Node. */
  node?: string[];
  /** Instead of the clone's folder. */
  cwd?: string;
  uid?: number;
}

it('installs, builds and serves; a second start only serves [running-1]', async () => {
  const { root, start } = clone();
  const ready = { code: 0, lastLine: 'Ready at http://localhost:3000', error: '' };
  expect(await start()).toEqual({ ...ready, log: everything });
  // npm before 11.6 makes no link.
  expect(existsSync(join(root, 'node_modules/.bin/node'))).toBe(true);
  expect(await start()).toEqual({ ...ready, log: [serve] });
});

it('installs again with the packaged Node what the one on PATH is too old for', async () => {
  const { start, write } = clone();
  write('old', '');
  expect((await start()).log).toEqual(['npm ci', ...everything]);
  expect((await start()).log).toEqual([serve]);
});

onlyInAll(() => {
  it('shows no secret of the shop to the packages and the build', async () => {
    const secrets = { PAYMENT_KEY_SECRET: 'a', SESSION_SECRET: 'b', SMTP_URL: 'c' };
    const databases = { DATABASE_URL: 'd', MIGRATE_DATABASE_URL: 'e' };
    expect((await clone().start({ ...secrets, ...databases })).log).toEqual(everything);
  });

  it('repeats the steps whose inputs have changed [running-2]', async () => {
    const { start, write } = clone();
    await start();
    const after = async (path: string, text: string) => {
      write(path, text);
      return (await start()).log;
    };
    expect(await after('src/storefront/page.test.ts', 'export const words = 2;')).toEqual([serve]);
    expect(await after('src/storefront/page.ts', '')).toEqual(['build site', serve]);
    const shop = `${files['src/server/shop.ts']}\n`;
    expect(await after('src/server/shop.ts', shop)).toEqual(['build server', serve]);
    const lock = files['package-lock.json']!.replace('4.0.0', '4.0.1');
    expect(await after('package-lock.json', lock)).toEqual(everything);
    expect((await start({ ORIGIN: 'https://shop.example' })).log).toEqual(['build site', serve]);
  });

  it('does not install development packages if the pages are built and the production packages exist', async () => {
    const { root, start, write } = clone();
    await start();
    // An unpacked tree after `npm ci --omit=dev`.
    const after = async (version: string, sharp = 'sharp') => {
      const packages = {
        'node_modules/hono': { version },
        [`node_modules/${sharp}`]: { version: '1.0.0' },
      };
      write('node_modules/.package-lock.json', JSON.stringify({ packages }));
      return (await start()).log;
    };
    expect(await after('4.0.0')).toEqual([serve]);
    expect(await after('3.9.9')).toEqual(['npm ci', serve]);
    // A folder that was copied from another system.
    expect(await after('4.0.0', 'sharp-plan9')).toEqual(['npm ci', serve]);
    rmSync(join(root, 'node_modules/sharp'), { recursive: true });
    expect(await after('4.0.0')).toEqual(['npm ci', serve]);
  });

  it('says that another command prepares the checkout, and waits until it and what it runs have ended', async () => {
    const { root, begin, write, log } = clone();
    write('hold', '');
    write('log', '');
    const killed = begin();
    await expect.poll(() => log()).toEqual(['npm ci']);
    const waiting = begin();
    await waiting.warned;
    expect(log()).toEqual(['npm ci']);
    killed.child.kill('SIGKILL');
    const third = begin();
    await third.warned;
    expect(log()).toEqual(['npm ci']);
    process.kill(Number(readFileSync(join(root, 'pid'), 'utf8')), 'SIGKILL');
    await expect.poll(() => log()).toEqual(['npm ci', 'npm ci']);
    rmSync(join(root, 'hold'));
    const [second, last] = await Promise.all([waiting.ended, third.ended]);
    expect([second.code, last.code]).toEqual([0, 0]);
    expect(second.error).toBe('Another command prepares this checkout; waiting.\n');
    expect(log().filter((line) => line.startsWith('build'))).toEqual(everything.slice(1, 3));
  });

  it('says in one line what of its files and of its path it cannot read', async () => {
    const { begin, start, root } = clone();
    const moved = `${root}#1`;
    cpSync(root, moved, { recursive: true });
    onTestFinished(() => rmSync(moved, { recursive: true }));
    const { error } = await begin({ cwd: moved }).ended;
    expect(error).toBe(`The build reads no path with # ? % or node_modules: move ${moved}/\n`);
    expect(existsSync(join(moved, 'node_modules'))).toBe(false);

    await start();
    chmodSync(root, 0o755);
    chmodSync(join(root, 'src/storefront/page.ts'), 0);
    const unreadable = /^This user cannot read \S+page\.ts\. Run the command as [^\n]+\n$/;
    expect((await begin(other).ended).error).toMatch(unreadable);
  });

  it('serves from a checkout that it may not write, and says in one line if there is something to do', async () => {
    const { begin, write, start, root } = clone();
    await start();
    const allow = (mode: number) => {
      for (const name of ['', 'dist']) chmodSync(join(root, name), mode);
    };
    allow(0o555);
    onTestFinished(() => allow(0o755));
    chmodSync(join(root, 'log'), 0o666);
    expect(await begin(other).ended).toMatchObject({ code: 0, error: '' });
    expect((await begin({ ...other, args: ['check'] }).ended).error).toMatch(
      /^This command writes into the checkout, and this user cannot write [^\n]+\n$/,
    );
    write('src/storefront/page.ts', '');
    const { code, error } = await begin(other).ended;
    expect(code).toBe(1);
    expect(error).toMatch(/^This checkout has to be .*, and this user cannot write [^\n]+\n$/);
  });
});

it('prints the failed step in one line, and continues once it succeeds [running-2]', async () => {
  const { start, npm } = clone();
  npm(false);
  const { code, error, log } = await start();
  expect([code, log]).toEqual([1, ['npm ci']]);
  expect(error).toMatch(/^'npm ci [^\n]+' ended with 1\n$/);
  npm(true);
  expect(await start()).toMatchObject({ code: 0, log: everything });
});

it('says in one line which Node it needs, and what npm kept or nobody takes', async () => {
  const { begin } = clone();
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })`;
  const line = async (begun: Begin) => {
    const { code, error, lastLine } = await begin(begun).ended;
    expect([code, lastLine]).toEqual([1, '']);
    return error;
  };
  const node = ['--import', `data:text/javascript,${encodeURIComponent(versions)}`];
  expect(await line({ node })).toMatch(/^Maalai needs Node 20 or newer; this is v[^\n]+\n$/);
  const env = { npm_config_seed: '1' };
  expect(await line({ args: ['races'], env })).toBe(
    'npm kept --seed for itself. Write -- before it: npm run races -- --seed …\n',
  );
  expect(await line({ env: { npm_config_port: '4000' } })).toMatch(/: PORT=4000 npm run start\n$/);
  expect(await line({ env: { npm_config_desk_port: 'true' } })).toMatch(
    /^npm kept --desk-port .*: DESK_PORT=… npm run start\n$/,
  );
  expect(await line({ args: ['start', '--port=4000'] })).toMatch(
    /^npm run start takes no options[^\n]+\n$/,
  );
  expect(await line({ args: ['test'], env: { npm_config_all: 'true' } })).toBe(
    'npm kept --all for itself. Every test: npm run test:all\n',
  );
  const used = 'It is used so: npm run check -- [--write], to format first\n';
  for (const [word, what] of [
    ['--price', 'has no option --price'],
    ['--write=x', 'has no option --write=x'],
    ['price', 'takes no words, such as price'],
  ] as const) {
    expect(await line({ args: ['check', word] })).toBe(`npm run check ${what}. ${used}`);
  }
  for (const [args, what] of [
    [['--schedules'], 'needs a number after --schedules'],
    [['--schedules=x'], 'needs a number after --schedules'],
    [['--seed', '3', '5'], 'takes no words, such as 5'],
    [['--database', '--worlds'], 'needs a value after --database'],
  ] as const) {
    expect(await line({ args: ['races', ...args] })).toContain(`npm run races ${what}. It is used`);
  }
});

it('installs with npm, whichever client started it', async () => {
  const { start } = clone();
  expect((await start({ npm_execpath: '/opt/pnpm.cjs' })).log).toEqual(everything);
});
