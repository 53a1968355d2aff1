// Prepares a clone to run the shop: installs packages, finds a new enough Node, builds the storefront and bundles the
// server.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDone, onceFor } from './fingerprint.mjs';
import { alone } from './lock.mjs';
import { root, run, SetupError } from './project.mjs';

const neededNode = [24, 0];
const buildInputs = [
  'package-lock.json',
  'vite.config.ts',
  'src/shop',
  'src/storefront',
  'art/masters',
  'scripts/build',
];

function packagesIn(lock) {
  try {
    return JSON.parse(readFileSync(join(root, lock), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** Returns whether npm's own record lists all production packages as installed, as after `npm ci --omit=dev`. */
function hasProductionPackages() {
  const installed = packagesIn('node_modules/.package-lock.json');
  const wanted = Object.entries(packagesIn('package-lock.json')).filter(
    ([path, { dev, devOptional, optional, peer }]) =>
      path !== '' && !dev && !devOptional && !optional && !peer,
  );
  return (
    wanted.length > 0 && wanted.every(([path, { version }]) => installed[path]?.version === version)
  );
}

async function install() {
  const paths = ['package.json', 'package-lock.json'];
  await onceFor('node_modules/.installed', { paths }, async () => {
    process.stdout.write('Installing packages …\n');
    const npm = process.env.npm_execpath
      ? [process.env.npm_node_execpath ?? process.execPath, process.env.npm_execpath]
      : ['npm'];
    // The build needs development packages, which npm omits if NODE_ENV=production.
    const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-fund'];
    await run(npm[0], [...npm.slice(1), ...args]);
  });
}

function isNewEnough(node) {
  const { stdout, status } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status !== 0) return false;
  const [major = 0, minor = 0] = stdout.trim().slice(1).split('.').map(Number);
  return major > neededNode[0] || (major === neededNode[0] && minor >= neededNode[1]);
}

/** Returns the Node that runs the shop: the packaged one, else the host's. Throws SetupError if both are too old. */
function findNode() {
  const packaged = join(root, 'node_modules', '.bin', 'node');
  for (const node of [packaged, process.execPath]) if (isNewEnough(node)) return node;
  throw new SetupError(
    `Node ${neededNode.join('.')} or newer is missing: npm could not install it for ${process.platform}-${process.arch}, ` +
      `and the one that runs this is ${process.version}. Install Node 24 and run the command again.`,
  );
}

/** ORIGIN is an input, because the pages contain the shop's public URL. */
const buildOf = () => ({ paths: buildInputs, also: [process.env.ORIGIN ?? ''] });
/** The stamp is inside the built site, so that it disappears with it. */
const BUILT = 'dist/site/.built-from';

/** The sources of the server's programs, and the script that bundles them. */
const serverInputs = {
  paths: ['package-lock.json', 'src/shop', 'src/server', 'emulators', 'scripts/build'],
};
const SERVER_BUILT = 'dist/server/.built-from';

const bundleServer = (node) =>
  onceFor(SERVER_BUILT, serverInputs, () =>
    run(node, ['scripts/build/build.ts', 'server'], { quiet: true }),
  );

/** Bundles the server's programs unless they are up to date, for tests that start the shop. */
export const prepareServer = () => alone(() => bundleServer(process.execPath));

async function build(node) {
  await onceFor(BUILT, buildOf(), async () => {
    process.stdout.write('Building the storefront …\n');
    await run(node, ['scripts/build/build.ts', 'site'], { quiet: true });
  });
  await bundleServer(node);
}

/**
 * Installs packages, builds the storefront and bundles the server unless they are up to date. Production packages are
 * enough if there is nothing to build and `withTools` is false.
 * @param {{ withBuild: boolean, withTools?: boolean }} options withTools: the command needs build and test packages
 * @returns {Promise<string>} the Node to run the command with
 */
export function prepare({ withBuild, withTools = true }) {
  return alone(async () => {
    const isBuilt = !withBuild || (isDone(BUILT, buildOf()) && isDone(SERVER_BUILT, serverInputs));
    if (withTools || !isBuilt || !hasProductionPackages()) await install();
    const node = findNode();
    if (!isBuilt) await build(node);
    return node;
  });
}
