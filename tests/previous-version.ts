// Runs the suite of orders of the version before on the database of this one: while a deploy is rolled out, both serve. The
// version before is the newest tag, from 1.0.0 on, or the one that is named: node tests/previous-version.ts v1.4
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempDisposableSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../scripts/setup/prepare.mjs';

const root = join(import.meta.dirname, '..');
const migrations = 'src/server/platform/database/migrations';
const suite = ['payments', 'orders', 'reviews'].map((chapter) => `src/server/${chapter}`);

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, maxBuffer: 1024 * 1024 * 1024 });

function inFolder(cwd: string, program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${status}`);
}

const newestTag = () =>
  git('tag', '--list', 'v*', '--sort=-version:refname').toString().split('\n')[0];
const named = process.argv[2] ?? newestTag();
if (!named) {
  process.stdout.write('No version has a tag yet, so there is none before this one.\n');
  process.exit(0);
}
const version = git('rev-parse', '--verify', named).toString().trim();
process.stdout.write(`The suite of orders of ${version} on the migrations of this version.\n`);
mkdirSync(join(root, '.cache'), { recursive: true });
using folder = mkdtempDisposableSync(join(root, '.cache/previous-'));
execFileSync('tar', ['-x', '-C', folder.path], { input: git('archive', version) });
const needs = (commit: string) => git('show', `${commit}:package-lock.json`).toString();
if (needs(version) === needs('HEAD')) {
  // Links: the pictures' decoder may read only what is really in its folder.
  inFolder(root, 'cp', '-al', 'node_modules', folder.path);
} else {
  inFolder(folder.path, npm[0], ...npm.slice(1), 'ci');
}
rmSync(join(folder.path, migrations), { recursive: true });
cpSync(join(root, migrations), join(folder.path, migrations), { recursive: true });
const vitest = ['node_modules/.bin/vitest', 'run', '--project', 'integration'];
inFolder(folder.path, process.execPath, ...vitest, ...suite);
