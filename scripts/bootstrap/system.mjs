// The two programs that the tests need from the machine: a browser and PostgreSQL. Installed from Debian when
// they are absent and this process may; otherwise one line says what to install.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, SetupError } from './project.mjs';

function onPath(program) {
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(directory, program);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      continue;
    }
  }
  return undefined;
}

function findBrowser() {
  return (
    process.env.CHROMIUM ??
    // The same browser without a window of its own: it starts and draws in a third of the time.
    onPath('chromium-headless-shell') ??
    onPath('chromium') ??
    onPath('chromium-browser') ??
    onPath('google-chrome')
  );
}

/** The directory that holds initdb, pg_ctl and postgres: Debian keeps them off the PATH. */
function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .toSorted((a, b) => b - a)
    : [];
  const newest = versions.map((version) => join(debian, String(version), 'bin'));
  return (
    newest.find((directory) => existsSync(join(directory, 'initdb'))) ??
    (onPath('initdb') && onPath('pg_ctl') ? join(onPath('initdb'), '..') : undefined)
  );
}

async function installFromDebian(packages) {
  const isRoot = process.getuid?.() === 0;
  const maySudo = !isRoot && spawnSync('sudo', ['-n', 'true']).status === 0;
  if (!onPath('apt-get') || (!isRoot && !maySudo)) return;
  process.stdout.write(`Installing ${packages.join(', ')} from Debian …\n`);
  const prefix = isRoot ? [] : ['sudo', '-n'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [program, ...rest] = [...prefix, 'apt-get', ...args];
    await run(program, rest, { env, quiet: true });
  }
}

/**
 * Finds the browser and PostgreSQL, installing what is absent.
 * @returns {Promise<{ CHROMIUM: string, POSTGRES_BIN: string }>} what the tests read from the environment
 * @throws {SetupError} naming the package that could not be had
 */
export async function systemPrograms() {
  const wanted = [];
  if (!findBrowser()) wanted.push('chromium-headless-shell');
  if (!findPostgres()) wanted.push('postgresql');
  if (wanted.length > 0) await installFromDebian(wanted);
  const browser = findBrowser();
  const postgres = findPostgres();
  if (!browser) {
    throw new SetupError(
      "The tests need a browser: install Debian's package 'chromium-headless-shell', or name one in CHROMIUM.",
    );
  }
  if (!postgres) {
    throw new SetupError(
      "The tests need PostgreSQL: install Debian's package 'postgresql', or put initdb and pg_ctl on PATH.",
    );
  }
  return { CHROMIUM: browser, POSTGRES_BIN: postgres };
}
