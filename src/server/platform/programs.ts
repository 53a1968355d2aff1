// The server's programs. Each is a process or thread of its own, and runs from its source, or from the bundle that the
// build makes of it (scripts/build/bundles.ts), as the shop does in production.
import { findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';

/** The names of the bundles in dist/server, and the sources that they are made of. */
export const programs = {
  shop: 'src/server/main.ts',
  'sqlite-thread': 'src/server/platform/database/sqlite-thread.ts',
  'picture-process': 'src/server/reviews/pictures/picture-process-main.ts',
} as const;

/** The project's folder. A path from here is the same for sources and bundles. */
export const projectFolder = dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname);

/** The folder of the bundles, from the project's folder. */
export const BUNDLES = 'dist/server';

/** Returns the file to run: the bundle if this code runs from one, else the source. */
export function programFile(name: keyof typeof programs): string {
  const isBundled = extname(import.meta.filename) === '.mjs';
  return join(projectFolder, isBundled ? `${BUNDLES}/${name}.mjs` : programs[name]);
}
