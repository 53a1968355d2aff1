// Prepares a clone to run the shop: installs packages, finds a new enough Node, builds the storefront and bundles the
// server, each unless it is up to date. Runs before packages are installed, on the host's Node 20: without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The flags of Node with which the shop runs, however it is started. */
export const shopFlags = [
  '--disable-warning=ExperimentalWarning',
  // Otherwise V8 lets the space for new objects grow with the machine's memory, past 100 MB under load, and keeps it.
  '--max-semi-space-size=8',
  // Otherwise V8 collects old garbage only when the heap has grown to several times what was live.
  '--heap-growing-percent=50',
];

/**
 * How to run npm: with the Node and the client that run this, if that is npm.
 * @type {[string, ...string[]]}
 */
export const npm = /(?:^|[\\/])npm-cli\.js$/.test(process.env.npm_execpath ?? '')
  ? [process.env.npm_node_execpath ?? process.execPath, process.env.npm_execpath]
  : ['npm'];

const NEEDED_NODE = 24;

/** An error that is shown by its message only, without a stack. */
export class SetupError extends Error {}

/** The shop's secrets, which packages and the build do not need. */
const secrets = /^(?:PAYMENT_\w+|SESSION_SECRET|SMTP_URL|(?:MIGRATE_)?DATABASE_URL)$/;

/**
 * While this process has the lock: the descriptors of what listens at its address. What it runs inherits them, so that the
 * lock is free only once that has ended too: npm goes on for half a minute if this process is killed, and a second one
 * beside it fails.
 * @type {readonly number[]}
 */
let lock = [];

/**
 * Runs a command in the project's root, without the shop's secrets, and waits for it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] env: more variables. quiet: shows the output only if
 *   the command fails
 * @returns {Promise<void>} rejects with SetupError if the command fails
 */
export function run(command, args, { env = {}, quiet = false } = {}) {
  const own = Object.entries(process.env).filter(([name]) => !secrets.test(name));
  return new Promise((resolve, reject) => {
    const terminal = quiet ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd: root,
      env: { ...Object.fromEntries(own), ...env },
      stdio: [terminal, terminal, terminal, ...lock],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => {
      const what = error.code === 'ENOENT' ? 'it is not installed, or not on PATH' : error.message;
      reject(new SetupError(`${command} cannot be run: ${what}`));
    });
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      if (output) process.stderr.write(output);
      reject(new SetupError(`'${[command, ...args].join(' ')}' ended with ${code ?? signal}`));
    });
  });
}

/**
 * What the process that prepares this checkout listens on, so that the system frees it however that process ends: a name
 * of Linux' own, elsewhere a file that its last owner may have left.
 */
function lockAddress() {
  const name = `maalai-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name);
}

/** Resolves to a function that frees it; undefined if another process has it. */
async function acquireLock() {
  const waiting = new Set();
  const server = createServer((socket) => waiting.add(socket.on('error', () => {})));
  try {
    await once(server.listen(lockAddress()), 'listening');
    // oxlint-disable-next-line no-underscore-dangle -- Node has no other way to the descriptor
    lock = [server._handle?.fd ?? -1].filter((fd) => fd >= 0);
    return () => {
      lock = [];
      server.close();
      for (const socket of waiting) socket.destroy();
    };
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error;
    return undefined;
  }
}

/** Resolves when the process that has the lock frees it or ends. */
function untilUnlocked() {
  return new Promise((done) => {
    const socket = connect(lockAddress());
    socket.on('error', ({ code }) => {
      if (code === 'ECONNREFUSED' && process.platform !== 'linux') rmSync(lockAddress());
    });
    socket.on('close', done);
  });
}

/** Runs `step` while no other process of this checkout runs one: several shops may be started at the same time. */
async function withLock(step) {
  const slow = setTimeout(() => {
    process.stderr.write('Another command prepares this checkout; waiting.\n');
  }, 1_000);
  let unlock = await acquireLock();
  while (!unlock) {
    await untilUnlocked();
    unlock = await acquireLock();
  }
  clearTimeout(slow);
  try {
    return await step();
  } finally {
    unlock();
  }
}

const OWNER = 'Run the command as the user who owns it, or in a checkout of your own.';

/** Throws SetupError if this user may not write one of these folders of the checkout. `why` it has to. */
function refuseReadOnly(why, ...folders) {
  const closed = folders
    .map((name) => (existsSync(join(root, name)) ? join(root, name) : root))
    .find((folder) => !isWritable(folder));
  if (closed === undefined) return;
  throw new SetupError(`${why}, and this user cannot write ${closed}. ${OWNER}`);
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns a hash of all files at or below the paths, without tests, and of the text of `also`. */
function fingerprint({ paths, also = () => '' }) {
  const hash = createHash('sha256').update(also());
  const add = (path) => {
    const file = join(root, path);
    try {
      hash.update(readFileSync(file)).update(`${path}\0`);
    } catch (error) {
      if (error.code === 'ENOENT') return;
      if (error.code === 'EACCES') throw new SetupError(`This user cannot read ${file}. ${OWNER}`);
      if (error.code !== 'EISDIR') throw error;
      const names = readdirSync(file).filter((name) => !/\.test\.tsx?$/.test(name));
      for (const name of names.toSorted()) add(join(path, name));
    }
  };
  paths.forEach(add);
  return hash.digest('hex');
}

/**
 * A step that is repeated only if its inputs have changed since it last succeeded.
 * @param {string} stamp file that stores the fingerprint of the inputs, relative to the root
 */
const step = (stamp, inputs) => ({
  isDone: () =>
    existsSync(join(root, stamp)) &&
    readFileSync(join(root, stamp), 'utf8') === fingerprint(inputs),
  async once(body) {
    if (this.isDone()) return;
    const wanted = fingerprint(inputs);
    await body();
    writeFileSync(join(root, stamp), wanted);
  },
});

const ofEveryBuild = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'src/shop',
  'scripts/build',
];

/** What each build reads: a test follows its imports. */
export const buildInputs = {
  site: [
    ...ofEveryBuild,
    'vite.config.ts',
    'src/storefront',
    'art/masters',
    'art/wordmark-mail.png',
    // How files are compressed, and where the bundles are.
    'src/server/platform/http/resource.ts',
    'src/server/platform/http/problem.ts',
    'src/server/platform/http/fair-queue.ts',
    'src/server/platform/files.ts',
    'src/server/platform/programs.ts',
  ],
  server: [...ofEveryBuild, 'src/server', 'src/desk', 'emulators'],
};

// The stamps are inside what is built, so that they disappear with it.
const site = step('dist/site/.built-from', {
  paths: buildInputs.site,
  // The pages contain the shop's public URL.
  also: () => process.env.ORIGIN ?? '',
});
const server = step('dist/server/.built-from', { paths: buildInputs.server });

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** The C library of this system, of which there are two on Linux. */
const libc = () =>
  process.platform === 'linux' &&
  (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl');

/**
 * Returns whether npm's own record lists all packages of the lock as installed, and of what an installed one has for each
 * system that for this one: a folder may be copied from elsewhere, and npm leaves out what its own Node is too old for.
 * @param {boolean} withTools counts the packages for development too, which are missing after `npm ci --omit=dev`
 */
function isInstalled(withTools) {
  const locked = packagesIn('package-lock.json');
  const installed = packagesIn('node_modules/.package-lock.json');
  const named = [locked[''], ...Object.values(installed)].flatMap((each) =>
    Object.keys(each?.optionalDependencies ?? {}),
  );
  const own = { os: process.platform, cpu: process.arch, libc: libc() };
  const isForThis = (path, each) =>
    each.os &&
    named.includes(path.split('node_modules/').at(-1)) &&
    Object.keys(own).every((kind) => [each[kind] ?? own[kind]].flat().includes(own[kind]));
  const wanted = Object.entries(locked).filter(
    ([path, each]) =>
      path !== '' &&
      !each.peer &&
      (withTools || !(each.dev || each.devOptional)) &&
      (!each.optional || isForThis(path, each)),
  );
  return (
    wanted.length > 0 &&
    wanted.every(
      ([path, { version }]) => installed[path]?.version === version && existsSync(join(root, path)),
    )
  );
}

const packagedNode = join(`node-${process.platform}-${process.arch}`, 'bin', 'node');

/** Links the packaged Node, which npm before 11.6 unlinks together with the one for another processor. */
export function linkNode(folder) {
  const modules = join(folder, 'node_modules');
  const link = join(modules, '.bin', 'node');
  if (!existsSync(join(modules, packagedNode)) || existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(join('..', packagedNode), link);
}

async function install() {
  process.stdout.write('Installing packages …\n');
  // The build needs development packages, which npm omits if NODE_ENV=production.
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-fund'];
  await run(npm[0], [...npm.slice(1), ...args]);
  linkNode(root);
  // A Node of 20.0 to 20.18 got no bundler.
  const packaged = join(root, 'node_modules', packagedNode);
  if (isInstalled(true) || !isNewEnough(packaged)) return;
  const PATH = [dirname(packaged), process.env.PATH].join(delimiter);
  const again = npm.length > 1 ? [packaged, ...npm.slice(1)] : npm;
  await run(again[0], [...again.slice(1), ...args], { env: { PATH } });
  linkNode(root);
}

function isNewEnough(node) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)/.exec(stdout ?? '')?.[1]) >= NEEDED_NODE;
}

/** Returns the Node that runs the shop: the packaged one, else the host's. Throws SetupError if both are too old. */
function findNode() {
  const packaged = join(root, 'node_modules', packagedNode);
  for (const node of [packaged, process.execPath]) if (isNewEnough(node)) return node;
  throw new SetupError(
    `Node ${NEEDED_NODE} or newer is missing: npm could not install it for ${process.platform}-${process.arch}, ` +
      `and the one that runs this is ${process.version}. Install Node ${NEEDED_NODE} and run the command again.`,
  );
}

const bundleServer = (node) =>
  server.once(() => run(node, ['scripts/build/build.ts', 'server'], { quiet: true }));

/** Bundles the server's programs unless they are up to date, for tests that start the shop. */
export const prepareServer = () => withLock(() => bundleServer(process.execPath));

/**
 * Installs packages, builds the storefront and bundles the server unless they are up to date: then nothing is written.
 * Production packages are enough if there is nothing to build and `withTools` is false.
 * @param {{ withBuild: boolean, withTools?: boolean, writes?: boolean }} options withTools: the command needs build and
 *   test packages; writes: it writes into the checkout itself
 * @returns {Promise<string>} the Node to run the command with
 */
export async function prepare({ withBuild, withTools = true, writes = false }) {
  // Each look hashes all that is built from.
  const look = () => {
    const mustBuild = withBuild && !(site.isDone() && server.isDone());
    return { mustBuild, mustInstall: !isInstalled(withTools || mustBuild) };
  };
  const { mustBuild: hasOldBuild, mustInstall: hasOldPackages } = look();
  if (writes) refuseReadOnly('This command writes into the checkout', '', 'node_modules', '.cache');
  if (!hasOldBuild && !hasOldPackages) return findNode();
  if (/[#?%\\\n]|\/node_modules\//.test(root)) {
    throw new SetupError(`The build reads no path with # ? % or node_modules: move ${root}`);
  }
  refuseReadOnly(
    'This checkout has to be installed or built',
    ...(hasOldPackages ? ['node_modules'] : []),
    ...(hasOldBuild ? ['dist', '.cache'] : []),
  );
  return withLock(async () => {
    // Another process may have done it while this one waited.
    const { mustBuild, mustInstall } = look();
    if (mustInstall) await install();
    const node = findNode();
    if (!mustBuild) return node;
    await site.once(async () => {
      process.stdout.write('Building the storefront …\n');
      await run(node, ['scripts/build/build.ts', 'site'], { quiet: true });
    });
    await bundleServer(node);
    return node;
  });
}
