// Brings a fresh clone to where the shop can run: packages, a new enough Node, the built storefront.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { onceFor } from './fingerprint.mjs';
import { alone } from './lock.mjs';
import { root, run, SetupError } from './project.mjs';

const neededNode = [24, 0];
const buildInputs = [
  'package-lock.json',
  'vite.config.ts',
  'src/shop',
  'src/storefront',
  'art/masters',
  'scripts',
];

async function install() {
  const paths = ['package.json', 'package-lock.json'];
  await onceFor('node_modules/.installed', { paths }, async () => {
    process.stdout.write('Installing packages …\n');
    const npm = process.env.npm_execpath
      ? [process.env.npm_node_execpath ?? process.execPath, process.env.npm_execpath]
      : ['npm'];
    // The build's tools are development packages, and NODE_ENV=production would leave them out.
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

/** The Node that runs the shop: the packaged one, else the host's if it is new enough. */
function findNode() {
  const packaged = join(root, 'node_modules', '.bin', 'node');
  for (const node of [packaged, process.execPath]) if (isNewEnough(node)) return node;
  throw new SetupError(
    `Node ${neededNode.join('.')} or newer is missing: npm could not install it for ${process.platform}-${process.arch}, ` +
      `and the one that runs this is ${process.version}. Install Node 24 and run the command again.`,
  );
}

async function build(node) {
  // The pages name the shop by its public address.
  const also = [process.env.ORIGIN ?? ''];
  // The stamp lies in what it speaks of: without the built site there is no stamp either.
  await onceFor('dist/site/.built-from', { paths: buildInputs, also }, async () => {
    process.stdout.write('Building the storefront …\n');
    await run(node, ['scripts/build.ts'], { quiet: true });
  });
}

/**
 * Installs what is not installed and builds what is not built; does nothing when all is up to date.
 * @param {{ withBuild: boolean }} options
 * @returns {Promise<string>} the Node to go on with
 */
export function prepare({ withBuild }) {
  return alone(async () => {
    await install();
    const node = findNode();
    if (withBuild) await build(node);
    return node;
  });
}
