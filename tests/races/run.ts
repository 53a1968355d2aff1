// Runs any number of races: node tests/races/run.ts --schedules 10000 --database both. Prints a table of what ran and of
// the violations. A violation ends the run with exit code 1 and is printed with its seed.
import { inspect, parseArgs } from 'node:util';
import { startPostgres } from '#support/databases/postgres.ts';
import { compileShop } from '#support/shop.ts';
import { race } from './race.ts';
import { addLedger, addPlayed, newTally, table } from './tally.ts';
import type { Tally } from './tally.ts';

const SEEDS_A_WORLD = 50;
const PROGRESS_MS = 15_000;

const { values } = parseArgs({
  options: {
    /** Schedules per database. */
    schedules: { type: 'string', default: '100' },
    /** The seed of the first schedule; the others count up from it. */
    seed: { type: 'string' },
    database: { type: 'string', default: 'both' },
    /** Parallel worlds per database. */
    worlds: { type: 'string', default: '2' },
  },
});

const databases = (['sqlite', 'postgres'] as const).filter((kind) =>
  ['both', kind].includes(values.database),
);
const [schedules, worlds] = [values.schedules, values.worlds].map(Number) as [number, number];
const first = values.seed === undefined ? Math.trunc(Date.now() / 1000) : Number(values.seed);
const write = (text: string) => void process.stdout.write(`${text}\n`);

if (databases.length === 0 || ![schedules, worlds, first].every(Number.isSafeInteger)) {
  write('races [--schedules N] [--seed S] [--database sqlite|postgres|both] [--worlds W]');
  process.exit(2);
}

interface Row {
  seeds: number[];
  shops: 1 | 2;
}

/** Returns the seeds, one row per world. On PostgreSQL the even seeds run with two shops. */
function rowsFor(database: 'sqlite' | 'postgres'): Row[] {
  const seeds = Array.from({ length: schedules }, (_, i) => first + i);
  const shopsFor = (seed: number) => (database === 'postgres' && seed % 2 === 0 ? 2 : 1);
  const worldFor = (seed: number) =>
    `${Math.trunc((seed - first) / SEEDS_A_WORLD)} with ${shopsFor(seed)}`;
  const rows = Map.groupBy(seeds, worldFor).values();
  return Array.from(rows, (own) => ({ seeds: own, shops: shopsFor(own[0]!) }));
}

const tallies: Record<string, Tally> = {};
const losses: string[] = [];
let over = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void (over = true));

async function runLane(rows: Row[], database: 'sqlite' | 'postgres', tally: Tally): Promise<void> {
  if (rows.length === 0) return;
  await using running = new AsyncDisposableStack();
  const cluster = database === 'postgres' ? await startPostgres({ isDurable: true }) : undefined;
  if (cluster) running.defer(() => cluster.stop());
  for (let row = rows.shift(); row !== undefined && !over; row = rows.shift()) {
    try {
      await race({
        ...row,
        cluster,
        isOver: () => over,
        onPlayed: (played, milliseconds) => addPlayed(tally, played, milliseconds),
        onAudited: (ledger) => addLedger(tally, ledger),
      });
    } catch (error) {
      over = true;
      losses.push(inspect(error));
    }
  }
}

write(`Seeds ${first} to ${first + schedules - 1} on ${databases.join(' and ')}.`);
await compileShop();
const began = performance.now();
const progress = setInterval(() => {
  const done = Object.entries(tallies).map(([name, tally]) => `${name} ${tally['schedules']}`);
  write(`${Math.round((performance.now() - began) / 1000)} s: ${done.join(', ')}`);
}, PROGRESS_MS);
await Promise.all(
  databases.flatMap((database) => {
    const tally = newTally();
    tallies[database] = tally;
    const rows = rowsFor(database);
    return Array.from({ length: worlds }, () => runLane(rows, database, tally));
  }),
);
clearInterval(progress);
write(`\n${table(tallies)}\n`);
for (const loss of losses) write(loss);
process.exitCode = losses.length === 0 ? 0 : 1;
