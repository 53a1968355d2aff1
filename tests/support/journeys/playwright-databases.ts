// Starts PostgreSQL once for all journeys; its address reaches the workers through the environment.
import { startPostgres } from '../databases/postgres.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = cluster.url;
  return () => cluster.stop();
}
