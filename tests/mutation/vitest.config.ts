// The tests of vitest.config.ts that must notice a fault. MUTATION_PART is 'unit', or 'integration' for both.
import { defineConfig } from 'vitest/config';
import whole from '../../vitest.config.ts';

const projects = process.env['MUTATION_PART'] === 'unit' ? ['unit'] : ['unit', 'integration'];

const exclude = [
  // Reads the sources, which contain every fault at once here.
  'tests/architecture/**',
  // No fault is planted there, and the picture decoder may read packages only from their real location.
  'src/server/reviews/**',
  'deploy/**',
  // Repeat, at many moments or in another process, what a test next to the source checks once.
  '**/{database-away,crash-points}*',
  'src/server/main.integration.test.ts',
  'src/server/commands/{migrate,move}*',
  '**/primary.integration*',
  // Set up and build whole checkouts.
  'scripts/**',
];

export default defineConfig({
  test: {
    projects: whole.test!.projects!.flatMap((project) => {
      const own = typeof project === 'object' && 'test' in project ? project.test : undefined;
      if (!projects.includes(String(own?.name))) return [];
      // A fault in code that runs when a module loads shows only in a process that has not loaded the module yet.
      return [{ test: { ...own, isolate: true, exclude: [...(own?.exclude ?? []), ...exclude] } }];
    }),
  },
});
