// The owner's commands as processes, beside a shop that has the database open.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sqliteTemplate } from '#support/databases/shared-databases.ts';
import { newDirectory } from '#support/new-directory.ts';
import { insertMeena } from '#support/server/desk-site.ts';
import { SESSION_SECRET } from '#support/server/insert-session.ts';
import { sellOrder } from '#support/server/sell-order.ts';
import { runCommand } from '#support/server/spawn-node.ts';
import { onlyInAll } from '#support/tier.ts';
import { createDeskAuth } from '../../desk/door/desk-auth.ts';
import { openDatabase } from '../platform/database/open.ts';
import { createLog } from '../platform/log.ts';

/** Opens a shop with an order. `run` runs a command of it, with more of the environment. */
async function openShop() {
  const dataDir = newDirectory();
  const file = join(dataDir, 'maalai.sqlite');
  copyFileSync(await sqliteTemplate(), file);
  const { db, close } = await openDatabase({ kind: 'sqlite', file });
  onTestFinished(close);
  await sellOrder(db, new Date());
  const run = (command: string, env: Record<string, string> = {}) =>
    runCommand(command.split(' '), { DATA_DIR: dataDir, ...env });
  return { db, dataDir, run };
}

onlyInAll(() => {
  it('tries the restore of a backup, and records how it went', async () => {
    const { db, run } = await openShop();
    const { code, stdout } = await run('drill');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^A backup that was made now was restored .*: \d+ orders? of ₹.*, as in the shop, and 0 pictures, each whole\.\n$/,
    );
    const row = db.selectFrom('shop_state').select('value').where('name', '=', 'drill');
    expect((await row.executeTakeFirst())?.value).toContain('"isGood":true');
  });
});

describe('desk', () => {
  const meena = 'meena@maalai.example';
  const desk = { DESK_PORT: '4001' };

  it('prints a link, if there is a desk, and lists who has one', async () => {
    const { run } = await openShop();
    const none = await run(`desk invite ${meena}`);
    expect(none.stderr).toContain('This shop has no desk: set DESK_PORT');
    const there = await run(`desk invite ${meena}`, desk);
    expect(there.stdout).toMatch(/\nhttp:\/\/localhost:4001\/invite\/[\w-]{43}\n$/);
    expect((await run('desk list')).stdout).toMatch(/^Nobody has finished an invitation/);
  });

  it.each([
    ['remove', 'meena@maalai.example can open the desk no more.\n', ''],
    ['invite', expect.stringContaining('have ended'), meena],
  ])('%s ends sessions and the app at once', async (act, says, left) => {
    const { db, run } = await openShop();
    const origin = 'http://localhost:4001';
    const [log, secret] = [createLog('silent'), SESSION_SECRET];
    const auth = createDeskAuth({ db, kind: 'sqlite', log, origin, secret });
    await insertMeena(db, auth, new Date());
    expect((await run('desk list')).stdout).toMatch(/^meena@maalai.example, last signed in on /);
    expect(await run(`desk ${act} ${meena}`, desk)).toMatchObject({ code: 0, stdout: says });
    const sessions = await db.selectFrom('desk_session').selectAll().execute();
    const factors = await db.selectFrom('desk_two_factor').selectAll().execute();
    const people = await db.selectFrom('desk_user').select(['email', 'twoFactorEnabled']).execute();
    expect({ sessions, factors, people }).toEqual({
      sessions: [],
      factors: [],
      people: left === '' ? [] : [{ email: left, twoFactorEnabled: 0 }],
    });
  });
});

onlyInAll(() => {
  it('prints the reason of a failure', async () => {
    const { dataDir, run } = await openShop();
    const failures = await Promise.all([
      run('order'),
      run('desk list --all'),
      run('desk sign-out meena@maalai.example'),
      run('desk remove nobody@example.com'),
      run('desk remove nobody'),
      run('reviews show r1'),
      run('desk list', { DATA_DIR: join(dataDir, 'elsewhere') }),
      // Like the folder of another user: whether there is a shop cannot be known.
      run('backup x', { DATA_DIR: join(dataDir, 'x'.repeat(300)) }),
    ]);
    for (const failure of failures) expect(failure).toMatchObject({ code: 1, stdout: '' });
    expect(failures.map(({ stderr }) => stderr)).toEqual([
      'Which command? desk, reviews, backup, restore, drill, move, migrate\n',
      expect.stringMatching(/^Unknown option '--all'[^\n]*\nWho may open the desk\?\n/),
      expect.stringMatching(/^Who may open the desk\?\n {2}npm run desk /),
      'Nobody at the desk is nobody@example.com.\n',
      'nobody is no e-mail address.\n',
      expect.stringMatching(/^Import which reviews\?/),
      expect.stringMatching(/^There is no shop in [^\n]+\n$/),
      expect.stringMatching(/^A file or directory cannot be used \(ENAMETOOLONG[^\n]+\n$/),
    ]);
  });
});

it('prints the usage of a command for --help, without a shop', async () => {
  const { code, stdout } = await runCommand(['restore', '--help'], {});
  expect([code, stdout]).toEqual([0, 'Restore from which file? npm run restore -- FILE\n']);
});
