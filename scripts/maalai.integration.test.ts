import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, it } from 'vitest';

const launcher = join(import.meta.dirname, 'maalai.mjs');

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

function maalai(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it('knows every command of package.json, and lists them if it is given another', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = Object.entries(scripts).filter(([, script]) => script.includes('maalai.mjs'));
  expect(named.map(([, script]) => script)).toEqual(
    named.map(([name]) => `exec node scripts/maalai.mjs ${name}`),
  );
  for (const args of [[], ['toString']]) {
    const { status, stdout, stderr } = maalai(...args);
    expect([status, stdout]).toEqual([1, '']);
    const listed = [...stderr.matchAll(/^ {2}(\S+) +[A-Z].*\.$/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(named.map(([name]) => name).toSorted());
  }
});

it('says how to use a command without running it', () => {
  expect(maalai('backup', '--help')).toEqual({
    status: 0,
    stdout:
      'npm run backup -- FILE\nSaves all data of a shop with the embedded database to one file.\n',
    stderr: '',
  });
});

it('is what yarn runs, which otherwise wants a lock file of its own; pnpm names npm instead', () => {
  const [, path = ''] = /^yarnPath: (.+)$/m.exec(read('.yarnrc.yml')) ?? [];
  expect(join(import.meta.dirname, '..', path)).toBe(launcher);
  expect(JSON.parse(read('package.json'))).toMatchObject({
    devEngines: { packageManager: { name: 'npm', onFail: 'error' } },
  });
});

it('refuses an older Node in words that it reads: without static imports and await', () => {
  expect(new Script(read('scripts/maalai.mjs'))).toBeDefined();
});
