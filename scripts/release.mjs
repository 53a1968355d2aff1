// `npm run release -- https://shop.example`: packs the sources, built pages, Node and production packages that a server
// needs to run the shop at that URL, without build and test tools. deploy/install.sh unpacks it there.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkNode, prepare, root, run, SetupError } from './setup/prepare.mjs';

const staging = join(root, '.cache', 'release');
const tree = join(staging, 'maalai');
const archive = 'maalai.tar.gz';

function readOrigin(address = '') {
  const { protocol, origin, href } = URL.canParse(address) ? new URL(address) : {};
  if (protocol === 'https:' && href === `${origin}/`) return origin;
  throw new SetupError('Release for which address? npm run release -- https://shop.example');
}

function refuseUncommitted() {
  const git = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (git.status !== 0) {
    const why = (git.stderr ?? git.error.message).split('\n', 1)[0];
    throw new SetupError(`A release is made of a git checkout. git reports: ${why}`);
  }
  if (git.stdout)
    throw new SetupError(`A release is made of what is committed. This is not:\n${git.stdout}`);
}

/**
 * Installs the production packages into the tree. better-auth has vitest as an optional peer dependency, so npm keeps
 * all of vitest and vite. Pruning with a manifest without development packages removes them.
 */
async function installProduction() {
  const options = ['--prefix', tree, '--omit=dev', '--ignore-scripts', '--loglevel=error'];
  await run('npm', ['ci', ...options], { quiet: true });
  const files = ['package.json', 'package-lock.json'].map((name) => join(tree, name));
  const contents = files.map((file) => readFileSync(file));
  const { devDependencies: _, ...manifest } = JSON.parse(contents[0]);
  writeFileSync(files[0], JSON.stringify(manifest));
  await run('npm', ['prune', ...options], { quiet: true });
  linkNode(tree);
  files.forEach((file, index) => writeFileSync(file, contents[index]));
}

export default async function release([address]) {
  const origin = readOrigin(address);
  refuseUncommitted();
  process.env.ORIGIN = origin;
  await prepare({ withBuild: true });
  process.stdout.write(`Packing ${archive} …\n`);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  const parts = ['.', ':!tests', ':!bench', ':!docs', ':!.ci', ':(exclude,glob)**/*.test.*'];
  await run('git', ['archive', '--output', join(staging, 'tree.tar'), 'HEAD', '--', ...parts]);
  await run('tar', ['-xf', join(staging, 'tree.tar'), '-C', tree]);
  // Not dist/previous: what the server has run before is there.
  for (const built of ['dist/site', 'dist/server']) {
    cpSync(join(root, built), join(tree, built), { recursive: true });
  }
  await installProduction();
  await run('tar', ['-czf', archive, '--owner=0', '--group=0', '-C', staging, 'maalai']);
  rmSync(staging, { recursive: true });
  process.stdout.write(
    `${archive} is ready. On the server, as root: tar -xzf ${archive} && sh maalai/deploy/install.sh ${new URL(origin).host}\n`,
  );
}
