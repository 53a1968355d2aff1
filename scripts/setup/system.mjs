// Finds the system programs that the tests need: browsers, PostgreSQL, haproxy and systemd-analyze. Installs missing
// ones from Debian if this process may; otherwise throws an error that says what to install.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { run, SetupError } from './prepare.mjs';

/** Returns the file of the first of these programs that is on PATH. */
function onPath(...programs) {
  const directories = (process.env.PATH ?? '').split(delimiter);
  return programs
    .flatMap((program) => directories.map((directory) => join(directory, program)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Returns the directory of initdb, pg_ctl and postgres, which Debian does not put on PATH. */
function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const newest = versions
    .toSorted((a, b) => b - a)
    .map((version) => join(debian, String(version), 'bin'))
    .find((directory) => existsSync(join(directory, 'initdb')));
  const initdb = onPath('initdb');
  return newest ?? (initdb && dirname(initdb));
}

/** The programs by the Debian packages that have them. `variable` is the setting that names another one. */
const programs = {
  'chromium-headless-shell': {
    variable: 'CHROMIUM',
    // The first is the same browser without a window: it starts and renders in a third of the time.
    find: () => onPath('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'),
  },
  postgresql: { variable: 'POSTGRES_BIN', find: findPostgres },
  // Debian's own configuration listens nowhere, so it may be installed. Debian does not put it on everybody's PATH.
  haproxy: {
    variable: 'HAPROXY',
    find: () => onPath('haproxy') ?? ['/usr/sbin/haproxy'].find((file) => existsSync(file)),
  },
  // It needs no running systemd.
  systemd: { variable: 'SYSTEMD_ANALYZE', find: () => onPath('systemd-analyze') },
  'firefox-esr': { variable: 'FIREFOX', find: () => onPath('firefox-esr', 'firefox') },
  'webkit2gtk-driver': { variable: 'WEBKIT_DRIVER', find: () => onPath('WebKitWebDriver') },
  // WebKit's browser needs a display.
  xvfb: { variable: 'XVFB', find: () => onPath('Xvfb') },
};
const usual = ['chromium-headless-shell', 'postgresql'];
const deployed = ['haproxy', 'systemd'];
const engines = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

const find = (name) => process.env[programs[name].variable] ?? programs[name].find();
const missing = (names) => names.filter((name) => !find(name));

/** Throws a SetupError that names all packages of `names` that are missing. */
function refuseMissing(names) {
  const absent = missing(names);
  if (absent.length === 0) return;
  const variables = absent.map((name) => programs[name].variable);
  throw new SetupError(
    `The tests need Debian's packages: install ${absent.join(', ')}, or name the programs in ${variables.join(', ')}.`,
  );
}

/**
 * Returns the program that a Debian package has.
 * @param {keyof typeof programs} name
 * @returns {string}
 * @throws {SetupError} names all missing packages
 */
export function systemProgram(name) {
  refuseMissing(engines.includes(name) ? engines : [name]);
  return find(name);
}

/** Returns the prefix that runs apt-get as root: [] or sudo. Undefined if this process may not. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

async function install(packages) {
  const prefix = asRoot();
  if (packages.length === 0 || !prefix) return;
  process.stdout.write(`Installing ${packages.join(', ')} from Debian …\n`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [program, ...rest] = [...prefix, 'apt-get', ...args];
    await run(program, rest, { env, quiet: true });
  }
}

/**
 * Finds the programs, and installs missing ones from Debian.
 * @param {{ withDeployed?: boolean, withEngines?: boolean }} [options] withDeployed: what surrounds a deployed shop too;
 *   withEngines: those of tests/engines too
 * @returns {Promise<{ CHROMIUM: string, POSTGRES_BIN: string }>} environment variables for the tests
 * @throws {SetupError} names the packages that could not be installed
 */
export async function systemPrograms({ withDeployed = false, withEngines = false } = {}) {
  const names = [...usual, ...(withDeployed ? deployed : []), ...(withEngines ? engines : [])];
  if (onPath('apt-get')) await install(missing(names));
  refuseMissing(names);
  return {
    CHROMIUM: find('chromium-headless-shell'),
    POSTGRES_BIN: find('postgresql'),
  };
}
