// PostgreSQL for all journeys, started when the first of them asks for it.
export { serveDatabases as default } from '../databases/shared-databases.ts';
