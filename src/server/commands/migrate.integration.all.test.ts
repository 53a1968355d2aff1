// The two PostgreSQL roles of deploy/roles.sql: one migrates, the shop's own can only read and write rows.
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { programs, startPostgres } from '#support/databases/postgres.ts';
import { sqliteTemplate } from '#support/databases/shared-databases.ts';
import { freePort } from '#support/free-port.ts';
import { newDirectory } from '#support/new-directory.ts';
import { paymentStage } from '#support/payments/payment-site.ts';
import { root, runCommand } from '#support/server/spawn-node.ts';
import { writeSmallSite } from '#support/server/small-site.ts';
import { openDatabase } from '../platform/database/open.ts';
import type { OpenDatabase } from '../platform/database/open.ts';
import { explainFailure } from '../platform/failures.ts';
import { createLog } from '../platform/log.ts';
import { ownerDetails } from '../../shop/claims.ts';
import { parseSettings } from '../platform/settings.ts';
import { startShop } from '../start-shop.ts';
import { move } from './move.ts';

const site = paymentStage();
const running = new AsyncDisposableStack();
afterAll(() => running.disposeAsync());

let siteDirectory: string;
let url: (role: string) => string;
beforeAll(async () => {
  siteDirectory = writeSmallSite({}, (remove) => running.defer(remove));
  const cluster = await startPostgres({ superuser: 'postgres' });
  running.defer(() => cluster.stop());
  const script = ['-X', '-q', '-f', join(root, 'deploy/roles.sql'), cluster.url];
  const { status, stderr } = spawnSync(join(programs(), 'psql'), script, { encoding: 'utf8' });
  if (status !== 0 || stderr) throw new Error(`deploy/roles.sql: ${stderr}`);
  url = (role) => Object.assign(new URL(cluster.url), { username: role, pathname: '/maalai' }).href;
});

/** Starts and stops a shop with its own role. Resolves to why it failed, or to 'It started.'. */
async function start(): Promise<string> {
  const settings = parseSettings(
    {
      DATA_DIR: newDirectory(),
      PORT: String(await freePort()),
      DATABASE_URL: url('maalai'),
      PAYMENT_KEY_ID: 'rzp_test_k',
      PAYMENT_KEY_SECRET: 's',
      PAYMENT_WEBHOOK_SECRET: 'w',
    },
    ownerDetails(),
  );
  const parts = { settings, clock: () => new Date(), log: createLog('silent'), siteDirectory };
  const starting = startShop(parts);
  return starting.then((shop) => shop.stop().then(() => 'It started.'), explainFailure);
}

/** Moves an empty shop there with the shop's role. */
async function moveIn(): Promise<string> {
  const dataDir = newDirectory();
  copyFileSync(await sqliteTemplate(), join(dataDir, 'maalai.sqlite'));
  return move({ DATA_DIR: dataDir }, url('maalai'));
}

const migrateAs = (role: string) => runCommand(['migrate'], { MIGRATE_DATABASE_URL: url(role) });

describe('with a role for migrations and one for the shop', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openDatabase({ kind: 'postgres', url: url('maalai') });
    running.defer(() => database.close());
  });

  it('the shop reports that its role cannot migrate the database', async () => {
    const denied = 'may not change the tables, which lack migrations of this version';
    expect(await start()).toMatch(
      new RegExp(`^The role in the database's address ${denied}: .* MIGRATE_DATABASE_URL\\.$`),
    );
    await expect(moveIn()).rejects.toThrow(denied);
    const { code, stderr } = await migrateAs('maalai');
    expect([code, stderr]).toEqual([1, expect.stringContaining(denied)]);
  });

  it('the owner can migrate, also twice, and then the shop starts', async () => {
    const done = { code: 0, stdout: 'The database is up to date.\n', stderr: '' };
    expect(await migrateAs('maalai_owner')).toEqual(done);
    expect(await migrateAs('maalai_owner')).toEqual(done);
    expect(await moveIn()).toMatch(/^Moved\./);
    expect(await start()).toBe('It started.');
  });

  it('the shop can sell', async () => {
    const { kavya, pay } = await site.begin(database);
    expect((await kavya.call('POST', '/payments/verify', await pay())).status).toBe(200);
    const { body } = await kavya.call('GET', `/orders/${kavya.email}`);
    expect(body).toMatchObject([{ amountPaid: 999, status: 'Paid' }]);
  });

  it.each(['create table note (id text)', 'drop table shop_order', 'truncate shop_order'])(
    'the shop cannot %s',
    async (statement) => {
      const refused = sql.raw(statement).execute(database.db);
      await expect(refused).rejects.toMatchObject({ code: '42501' });
    },
  );

  it.each([
    ['select', 'migration', "the shop's tables"],
    ['delete', '"session"', 'the tables session'],
    ['insert', 'limit_window', 'the tables limit_window'],
  ])(
    'the shop reports what to grant when its role may not %s in %s',
    async (right, table, what) => {
      const owner = await openDatabase({ kind: 'postgres', url: url('maalai_owner') });
      const [act, on] = [sql.raw(right), sql.raw(table)];
      await sql`revoke ${act} on ${on} from maalai`.execute(owner.db);
      onTestFinished(async () => {
        await sql`grant ${act} on ${on} to maalai`.execute(owner.db);
        await owner.close();
      });
      const reason = `The role in the database's address may not use ${what}: grant it what deploy/roles.sql does.`;
      expect(await start()).toBe(reason);
    },
  );
});
