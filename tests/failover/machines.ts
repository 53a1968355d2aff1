// Two machines with PostgreSQL: the primary and its synchronous standby. Everybody reaches them through TCP proxies, so that a
// machine can be cut off without ending what runs there.
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#support/databases/postgres-database.ts';
import { startPostgres } from '#support/databases/postgres.ts';
import type { PostgresCluster } from '#support/databases/postgres.ts';
import { openProxy } from '../races/proxy.ts';
import type { TcpProxy } from '../races/proxy.ts';
import { openSmallDisk } from '../races/small-disk.ts';

type Machine = Awaited<ReturnType<typeof openMachine>>;
export type Machines = Awaited<ReturnType<typeof openMachines>>;

const STREAMS_WITHIN_MS = 60_000;
/** Room for six segments, and less than `openSmallDisk` can fill. */
const SMALL_DISK_MB = 96;
/** Those that do not end by themselves. A limit on them is inherited by each new connection. */
const PROCESSES = `select pid from pg_stat_activity
  where backend_type not in ('client backend', 'autovacuum worker')
  union select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int`;

/** Starts both servers. `stack` ends them. */
export async function openMachines(stack: AsyncDisposableStack) {
  let primary = await openMachine(stack, await startPostgres({ isDurable: true }));
  let standby = await openMachine(stack, await startStandby(primary));
  const url = [primary, standby].map(({ forShops }) => addressThrough(forShops)).join();
  await waitForStandby();

  /** From now on each commit waits for the standby. Resolves once it streams. */
  async function waitForStandby(): Promise<void> {
    await setSynchronous(primary.server, '*');
    const deadline = performance.now() + STREAMS_WITHIN_MS;
    const streaming = "select 1 from pg_stat_replication where sync_state = 'sync'";
    while ((await query(primary.server, streaming)).length === 0) {
      if (performance.now() > deadline) throw new Error('the standby does not stream');
      await pause(50);
    }
  }

  return {
    /** For DATABASE_URL. */
    url,
    get primary() {
      return primary.server;
    },
    killPrimary: () => primary.server.halt(),
    /** Kills the primary and starts it again, as a primary and alone. */
    restartPrimary: () => primary.server.crash(),
    /** Neither the shops nor the standby reach the primary any more, and it runs on. */
    isolatePrimary() {
      primary.forShops.silence();
      primary.forStandby.silence();
    },
    /** The standby does not reach the primary any more. The shops do. */
    isolateStandby: () => primary.forStandby.silence(),
    /** Makes the standby the primary, as deploy/several/failover.sh does. */
    promote,
    /** Replaces what runs on the other machine by a new copy of the primary, its synchronous standby. */
    rejoin,
    /** Kills both, and starts both as they were. */
    async restart(): Promise<void> {
      await Promise.all([primary.server.halt(), standby.server.halt()]);
      await primary.server.resume();
      await standby.server.follow({ url: addressThrough(primary.forStandby) });
    },
    /** Moves the primary to a server whose write-ahead log is on a small disk. Resolves to the function that fills it. */
    async moveToSmallDisk(): Promise<() => Promise<void>> {
      let processes: number[] = [];
      const disk = openSmallDisk(() => processes, SMALL_DISK_MB);
      stack.defer(() => disk.remove());
      await rejoin(disk.directory);
      await primary.server.shutDown();
      await promote();
      await rejoin();
      return async () => {
        processes = (await query(primary.server, PROCESSES)).map(({ pid }) => Number(pid));
        disk.fill();
        // The segments that the server has in store. Then it ends.
        const isUp = () =>
          query(primary.server, 'select pg_switch_wal()').then(Boolean, () => false);
        while (await isUp()) await pause(20);
      };
    },
  };

  async function promote(): Promise<void> {
    await query(standby.server, 'select pg_promote(true, 60)');
    await setSynchronous(standby.server, '');
    [primary, standby] = [standby, primary];
  }

  async function rejoin(walDirectory?: string): Promise<void> {
    await setSynchronous(primary.server, '');
    await standby.server.stop();
    for (const { forShops, forStandby } of [primary, standby]) {
      forShops.resume();
      forStandby.resume();
    }
    standby.server = await startStandby(primary, walDirectory);
    await waitForStandby();
  }
}

async function openMachine(stack: AsyncDisposableStack, server: PostgresCluster) {
  const open = async (): Promise<TcpProxy> => {
    const targets = () => [Number(new URL(machine.server.url).port)];
    return stack.adopt(await openProxy({ targets }), (opened) => opened.close());
  };
  const machine = { server, forShops: await open(), forStandby: await open() };
  stack.defer(() => machine.server.stop());
  return machine;
}

function startStandby({ forStandby }: Machine, walDirectory?: string): Promise<PostgresCluster> {
  const primary = { url: addressThrough(forStandby) };
  return startPostgres({ isDurable: true, primary, walDirectory });
}

const addressThrough = ({ port }: TcpProxy) => `postgres://maalai@127.0.0.1:${port}/postgres`;

async function setSynchronous(server: PostgresCluster, names: string): Promise<void> {
  await query(server, `alter system set synchronous_standby_names = '${names}'`);
  await query(server, 'select pg_reload_conf()');
}

const query = ({ url }: PostgresCluster, statement: string) =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(statement)).rows);
