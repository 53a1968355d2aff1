// Playwright's global setup: serves PostgreSQL to all journeys, started when the first one asks for it.
export { serveDatabases as default } from '../databases/shared-databases.ts';
