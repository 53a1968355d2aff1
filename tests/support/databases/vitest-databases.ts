// Vitest's global setup: serves the databases to all test files of a run.
export { serveDatabases as default } from './shared-databases.ts';
