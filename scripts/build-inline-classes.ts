// Puts the names of classes where they are used, instead of a table of all of them beside each part: 1 KB less on
// every first load. And a class that no style sheet has stops the build.
import type { Plugin } from 'vite';

const wholeTable = /^import (\w+) from ('[^']+\.module\.css');$/gm;

/** Imports the classes as a namespace: then each is a constant, which the bundler writes in place. */
export function asNamespace(code: string): string {
  return code.replace(wholeTable, 'import * as $1 from $2;');
}

/** The classes of a style sheet as constants only. */
export function withoutTable(code: string): string {
  return code.replace(/^export default \{[^}]*\};?$/m, '');
}

/** The plugin. */
export function inlineClasses(): Plugin[] {
  return [
    {
      name: 'inline-classes',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\/src\/storefront\/.*\.tsx?$/ },
        handler: (code) => ({ code: asNamespace(code), map: null }),
      },
      onLog(_level, { code, message }) {
        if (code === 'IMPORT_IS_UNDEFINED') throw new Error(message);
      },
    },
    {
      name: 'keep-styles',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css$/ },
        // Of a style sheet whose names are all written elsewhere the bundler would keep nothing, not even its rules.
        handler: (code) => ({
          code: withoutTable(code),
          map: null,
          moduleSideEffects: 'no-treeshake',
        }),
      },
    },
  ];
}
