// Which demands of tests/demands.json a test shows. The reports of a run carry it, and docs/coverage.md is made of them.
declare module 'vitest' {
  interface TaskMeta {
    demands?: string[];
  }
}

/** Options of a test, Vitest's as well as Playwright's: it shows these demands. */
export function covers(...demands: string[]) {
  return {
    meta: { demands },
    annotation: demands.map((description) => ({ type: 'demand', description })),
  };
}
