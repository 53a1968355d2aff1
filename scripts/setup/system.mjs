// Finds the system programs that the tests need: browsers, PostgreSQL, caddy and systemd-analyze. Installs missing ones
// from Debian if this process may; otherwise throws an error that says what to install.
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
    // The same browser without a window: it starts and renders in a third of the time.
    onPath('chromium-headless-shell') ??
    onPath('chromium') ??
    onPath('chromium-browser') ??
    onPath('google-chrome')
  );
}

/** Returns the directory of initdb, pg_ctl and postgres, which Debian does not put on PATH. */
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

/** The directory for packages that are unpacked instead of installed. */
const unpacked = join(root, '.cache', 'debian');

/** Returns the proxy that deploy/Caddyfile configures; undefined if there is none. */
export function findCaddy() {
  const own = join(unpacked, 'usr/bin/caddy');
  return process.env.CADDY ?? onPath('caddy') ?? (existsSync(own) ? own : undefined);
}

/** Returns the program that verifies deploy/*.service; undefined if there is none. It needs no running systemd. */
export const findSystemdAnalyze = () => onPath('systemd-analyze');

/** Finds the programs of tests/engines, by the Debian packages that have them. */
const engines = {
  'firefox-esr': () => process.env.FIREFOX ?? onPath('firefox-esr') ?? onPath('firefox'),
  'webkit2gtk-driver': () => process.env.WEBKIT_DRIVER ?? onPath('WebKitWebDriver'),
  // WebKit's browser needs a display.
  xvfb: () => onPath('Xvfb'),
};

/**
 * Returns the program of tests/engines that a Debian package has.
 * @param {keyof typeof engines} name
 * @throws {SetupError} names all missing packages
 */
export function engineProgram(name) {
  const found = engines[name]();
  if (found) return found;
  throw new SetupError(
    `The tests in Firefox and WebKit need Debian's packages: install ${missingEngines().join(', ')}.`,
  );
}

const missingEngines = () => Object.keys(engines).filter((name) => !engines[name]());

/** Returns the prefix that runs apt-get as root: [] or sudo. Undefined if this process may not. */
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

/** Unpacks caddy. Installing it would start it on port 80. */
async function unpackCaddy() {
  const prefix = asRoot();
  if (!onPath('apt-get')) return;
  process.stdout.write('Unpacking caddy of Debian …\n');
  mkdirSync(unpacked, { recursive: true });
  const download = 'apt-get download caddy';
  // apt-get update does not wait for another apt-get, such as that of unattended upgrades.
  const update = prefix
    ? ` || for pause in 1 2 4 8 16; do ${[...prefix, 'apt-get update'].join(' ')} && ${download} && break; sleep $pause; done`
    : '';
  const steps = [`{ ${download}${update}; }`, 'dpkg-deb -x caddy_*.deb .', 'rm caddy_*.deb'];
  // A failure prints apt-get's output; `systemPrograms` then throws the error that says what to install.
  await run('sh', ['-c', `cd "$0" && ${steps.join(' && ')}`, unpacked], { quiet: true }).catch(
    () => undefined,
  );
}

/**
 * Finds the programs, and installs missing ones from Debian.
 * @param {{ withEngines?: boolean }} [options] withEngines: those of tests/engines too
 * @returns {Promise<{ CHROMIUM: string, POSTGRES_BIN: string, CADDY: string }>} environment variables for the tests
 * @throws {SetupError} names the package that could not be installed
 */
export async function systemPrograms({ withEngines = false } = {}) {
  const wanted = [];
  if (!findBrowser()) wanted.push('chromium-headless-shell');
  if (!findPostgres()) wanted.push('postgresql');
  if (!findSystemdAnalyze()) wanted.push('systemd');
  if (withEngines) wanted.push(...missingEngines());
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
  if (withEngines) Object.keys(engines).forEach(engineProgram);
  return { CHROMIUM: browser, POSTGRES_BIN: postgres, CADDY: caddy };
}
