// Detects by content whether files changed since a step last succeeded.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.mjs';

/**
 * Returns all files at or below `path`, relative to the project's root, in a stable order. Without tests, which no
 * step depends on.
 */
function filesBelow(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  return readdirSync(absolute)
    .toSorted()
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesBelow(join(path, name)));
}

/** Returns the hash of all files at or below the given paths, and of the strings in `also`. */
export function fingerprint({ paths, also = [] }) {
  const hash = createHash('sha256');
  for (const word of also) hash.update(`${word}\0`);
  for (const file of paths.flatMap(filesBelow)) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** Returns whether the step of that stamp already succeeded for these inputs. See onceFor. */
export function isDone(stamp, inputs) {
  const file = join(root, stamp);
  return existsSync(file) && readFileSync(file, 'utf8') === fingerprint(inputs);
}

/**
 * Runs `step` unless it already succeeded for this fingerprint.
 * @param {string} stamp file that stores the fingerprint, relative to the root
 * @param {{ paths: readonly string[], also?: readonly string[] }} inputs the files and strings that the step depends on
 * @param {() => Promise<void>} step
 */
export async function onceFor(stamp, inputs, step) {
  if (isDone(stamp, inputs)) return;
  const wanted = fingerprint(inputs);
  await step();
  const file = join(root, stamp);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, wanted);
}
