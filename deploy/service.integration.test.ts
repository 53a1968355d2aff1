// The units of deploy/ as systemd's own checker reads them. That the shop works under them, with its decoder of
// pictures, was tried by hand: docs/decisions/run-it-for-real.md.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findSystemdAnalyze } from '../scripts/bootstrap/system.mjs';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Writes the unit as it would be if the shop were installed where the project is. Returns its file. */
function install(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-unit-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, name);
  writeFileSync(file, read(`deploy/${name}`).replaceAll('/opt/maalai', root));
  return file;
}

function analyze(...args: string[]) {
  const program = findSystemdAnalyze();
  if (!program) {
    throw new Error(
      "systemd-analyze is missing: run the tests with 'npm test', or install Debian's package 'systemd'.",
    );
  }
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

const units = ['maalai.service', 'maalai-migrate.service'];

it.each(units)('%s is a unit that systemd understands, without a warning', (name) => {
  expect(analyze('verify', install(name))).toEqual({ status: 0, said: '' });
});

it.each(units)('%s has few rights: at most 2.5 of the 10 points of exposure', (name) => {
  const file = install(name);
  const { status, said } = analyze('security', '--offline=true', '--threshold=25', file);
  expect([said.match(/Overall exposure level.*/)?.[0], status]).toEqual([expect.any(String), 0]);
});

it.each([
  ['install.sh', 'Which site? sh maalai/deploy/install.sh shop.example\n'],
  ['command.sh', 'Which command? backup, restore, refund, sign-out\n'],
])('%s says what it needs, and does nothing without', (name, stderr) => {
  const { status, ...said } = spawnSync('sh', [join(root, 'deploy', name)], { encoding: 'utf8' });
  expect([status, said.stdout, said.stderr]).toEqual([1, '', stderr]);
});

it('allows the namespaces that the decoder of pictures makes, and no others', () => {
  const words: Record<string, string> = { user: 'user', mount: 'mnt', net: 'net', ipc: 'ipc' };
  const [, list = ''] =
    /namespaces = \[([^\]]+)\]/.exec(read('src/server/reviews/hide-from.ts')) ?? [];
  const made = [...list.matchAll(/'--(\w+)'/g)].map(([, name = '']) => words[name] ?? name);
  expect(made).not.toHaveLength(0);
  const [, allowed] = /^RestrictNamespaces=(.+)$/m.exec(read('deploy/maalai.service')) ?? [];
  expect(allowed?.split(' ')).toEqual(made);
});
