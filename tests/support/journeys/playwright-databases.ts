// Playwright's global setup: serves PostgreSQL to all journeys. It starts when the first one needs it.
export { serveDatabases as default } from '../databases/shared-databases.ts';
