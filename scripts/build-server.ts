// Bundles each program of the server into one file in dist/server, with the packages that it uses: in production it
// neither strips types nor opens five hundred files. A failed build does not change the previous one.
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { BUNDLES, programs, projectFolder } from '../src/server/platform/programs.ts';
import { replaceFolder } from './replace-folder.ts';

/** They contain native code, or are not installed. */
const external = ['sharp', 'pg-native'];

async function bundle(folder: string): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(programs).map(([name, source]) => [name, join(projectFolder, source)]),
  );
  const bundled = await rolldown({ input, external, platform: 'node', logLevel: 'warn' });
  const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' };
  await bundled.write({
    dir: folder,
    format: 'esm',
    ...names,
    // Names and lines are kept, so that stack traces in the log are readable. Node keeps the text in memory: so without
    // comments, and in ASCII, because a single other character doubles its size.
    comments: false,
    minify: {
      compress: false,
      mangle: false,
      codegen: { asciiOnly: true, removeWhitespace: false },
    },
  });
}

await replaceFolder(join(projectFolder, BUNDLES), bundle);
