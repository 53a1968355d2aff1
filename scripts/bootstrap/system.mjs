// The programs that the tests need from the machine: a browser, PostgreSQL, caddy and systemd's checker of units. Had
// from Debian when they are absent and this process may; otherwise one line says what to install.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, run, SetupError } from './project.mjs';

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

/** Where packages are unpacked that must not be installed. */
const unpacked = join(root, '.cache', 'debian');

/** The proxy of deploy/Caddyfile; undefined if there is none. */
export function findCaddy() {
  const own = join(unpacked, 'usr/bin/caddy');
  return process.env.CADDY ?? onPath('caddy') ?? (existsSync(own) ? own : undefined);
}

/** The checker of deploy/*.service; undefined if there is none. It needs no systemd that runs. */
export const findSystemdAnalyze = () => onPath('systemd-analyze');

/** The words before apt-get that let it change the system; undefined if this process may not. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

async function installFromDebian(packages) {
  const prefix = asRoot();
  if (!onPath('apt-get') || !prefix) return;
  process.stdout.write(`Installing ${packages.join(', ')} from Debian …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [program, ...rest] = [...prefix, 'apt-get', ...args];
    await run(program, rest, { env, quiet: true });
  }
}

/** Caddy is not installed: it would start at once and serve the machine's port 80. */
async function unpackCaddy() {
  const prefix = asRoot();
  if (!onPath('apt-get')) return;
  process.stdout.write('Unpacking caddy of Debian …\n');
  mkdirSync(unpacked, { recursive: true });
  const steps = [
    ...(prefix ? [[...prefix, 'apt-get', 'update'].join(' ')] : []),
    'apt-get download caddy',
    'dpkg-deb -x caddy_*.deb .',
    'rm caddy_*.deb',
  ];
  // What apt-get says is shown, and after it the line that helps.
  await run('sh', ['-c', `cd "$0" && ${steps.join(' && ')}`, unpacked], { quiet: true }).catch(
    () => undefined,
  );
}

/**
 * Finds the programs, with what is absent from Debian.
 * @returns {Promise<{ CHROMIUM: string, POSTGRES_BIN: string, CADDY: string }>} what the tests read from the environment
 * @throws {SetupError} naming the package that could not be had
 */
export async function systemPrograms() {
  const wanted = [];
  if (!findBrowser()) wanted.push('chromium-headless-shell');
  if (!findPostgres()) wanted.push('postgresql');
  if (!findSystemdAnalyze()) wanted.push('systemd');
  if (wanted.length > 0) await installFromDebian(wanted);
  if (!findCaddy()) await unpackCaddy();
  const browser = findBrowser();
  const postgres = findPostgres();
  const caddy = findCaddy();
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
  if (!findSystemdAnalyze()) {
    throw new SetupError("The tests need systemd-analyze: install Debian's package 'systemd'.");
  }
  if (!caddy) {
    throw new SetupError(
      "The tests need Debian's package 'caddy': install it, or name the program in CADDY.",
    );
  }
  return { CHROMIUM: browser, POSTGRES_BIN: postgres, CADDY: caddy };
}
