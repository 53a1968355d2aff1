// The files that this program reads besides its code, which may be bundled into a file in another folder.
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const folder = join(
  dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname),
  'emulators/payment-provider',
);

/** Reads a file of this program's folder. */
export const readOwnFile = (path: string): NonSharedBuffer => readFileSync(join(folder, path));
