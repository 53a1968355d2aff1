// Where faults are planted, and which tests must notice them.
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { join } from 'node:path';

export interface Part {
  name: string;
  options: PartialStrykerOptions;
}

const checkout = 'src/storefront/checkout';
/** Code that needs React or the document, so only a browser runs it. */
const needsBrowser = [
  `${checkout}/**/*.tsx`,
  `${checkout}/**/use-*.ts`,
  `${checkout}/checkout-order.ts`,
  `${checkout}/payment-window.ts`,
];

const common: PartialStrykerOptions = {
  plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'sample.ts')],
  checkers: ['sample'],
  // Half of the parts wait for a database or a browser.
  concurrency: 2,
  // A test that hangs fails by its own limit. This limit is for code that blocks the thread forever.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  reporters: ['progress-append-only'],
  // Not .cache/pictures: the build for the journeys reuses the pictures that are already cut.
  ignorePatterns: [
    '.cache/{compiled,mutation-*,reports}',
    'data',
    'docs',
    'screenshots',
    'test-results',
  ],
  // Only rewritten for compilers, by an API that TypeScript 7 does not have.
  tsconfigFile: 'none',
  allowEmpty: true,
};

const byVitest: PartialStrykerOptions = {
  ...common,
  testRunner: 'vitest',
  coverageAnalysis: 'perTest',
  vitest: { configFile: 'tests/mutation/vitest.config.ts' },
};

const units =
  'node node_modules/vitest/vitest.mjs run --project unit --bail 1 src/storefront/checkout';
const journeys =
  'node node_modules/@playwright/test/cli.js test --project sqlite-360 --reporter dot --max-failures 1';

export const parts: readonly Part[] = [
  {
    name: 'unit',
    options: {
      ...byVitest,
      mutate: [
        'src/shop/**/*.ts',
        // Prose: no rule and no money.
        '!src/shop/{claims,policies/**}.ts',
        `${checkout}/**/*.ts`,
        ...needsBrowser.map((files) => `!${files}`),
      ],
    },
  },
  {
    name: 'integration',
    options: { ...byVitest, mutate: ['src/server/{payments,orders}/**/*.ts'] },
  },
  {
    name: 'journeys',
    options: {
      ...common,
      mutate: needsBrowser,
      buildCommand: 'node tests/mutation/build.ts',
      testRunner: 'command',
      commandRunner: {
        // Each run happens only if those before it, which are faster or find more, noticed nothing.
        command:
          // Parts of names: products and the form of the checkout too.
          `${units} && ${journeys} checkout && ${journeys} buy-now cart desk-shop lost-chunks orders prod states`,
      },
      // The journeys of one run already share the cores.
      concurrency: 1,
    },
  },
];
