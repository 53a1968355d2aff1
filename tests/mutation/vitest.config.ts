// The tests of vitest.config.ts that have to notice a fault. MUTATION_PART is 'unit', or 'integration' for both.
import { defineConfig } from 'vitest/config';
import whole from '../../vitest.config.ts';

const projects = process.env['MUTATION_PART'] === 'unit' ? ['unit'] : ['unit', 'integration'];

const exclude = [
  // Reads the sources, which hold every fault at once here.
  'tests/architecture/**',
  // No fault is planted there, and the decoder of pictures may read packages only where they really stand.
  'src/server/reviews/**',
  'deploy/**',
  // Ask again, at many moments or in another process, what a test beside the source asks once.
  '**/{disk-full,database-away,crash-points,run-process}*',
];

export default defineConfig({
  test: {
    projects: whole.test!.projects!.flatMap((project) => {
      const own = typeof project === 'object' && 'test' in project ? project.test : undefined;
      if (!projects.includes(String(own?.name))) return [];
      // A fault in what a module does when it is loaded shows in a process that has not loaded it yet.
      return [{ test: { ...own, isolate: true, exclude: [...(own?.exclude ?? []), ...exclude] } }];
    }),
  },
});
