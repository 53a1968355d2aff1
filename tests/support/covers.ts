// Names the demands of tests/demands.json that a test shows. scripts/test-reports.ts fails a run
// in which one has no test that passed.
declare module 'vitest' {
  interface TaskMeta {
    demands?: string[];
  }
}

/** Returns the options of a test that shows these demands, for Vitest and for Playwright. */
export function covers(...demands: string[]) {
  return {
    meta: { demands },
    annotation: demands.map((description) => ({ type: 'demand', description })),
  };
}
