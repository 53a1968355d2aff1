// The databases for all test files of a run, each made when the first test asks for it.
export { serveDatabases as default } from './shared-databases.ts';
