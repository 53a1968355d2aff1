// Short class names for CSS modules, the same in every bundle and on every machine.
import { createHash } from 'node:crypto';
import { basename, relative } from 'node:path';

const root = `${import.meta.dirname}/..`;
const owners = new Map<string, string>();

/** Five characters of the hash, the first a letter: 43 million names, plenty for some hundred classes. */
function shorten(owner: string): string {
  const hash = createHash('sha256').update(owner).digest();
  const first = String.fromCodePoint(97 + (hash.readUInt8(31) % 26));
  const rest = (hash.readUInt32BE(0) % 36 ** 4).toString(36).padStart(4, '0');
  return first + rest;
}

/**
 * The name that a class of a CSS module gets: short when built, speaking in development.
 * Throws if two classes should ever meet in one name.
 */
export function scopedName(name: string, file: string): string {
  const path = relative(root, file.replace(/\?.*$/, ''));
  if (process.env['NODE_ENV'] !== 'production') {
    return `${basename(path, '.module.css')}_${name}`;
  }
  const owner = `${path} ${name}`;
  const short = shorten(owner);
  const other = owners.get(short);
  if (other !== undefined && other !== owner) {
    throw new Error(`The classes '${other}' and '${owner}' share the name ${short}: rename one.`);
  }
  owners.set(short, owner);
  return short;
}
