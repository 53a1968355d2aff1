// Names the demands of tests/demands.json that a test shows. docs/coverage.md is generated from the reports of a run.
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
