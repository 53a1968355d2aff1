// The sign-out command as a process, beside a shop that has the embedded database open.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { insertAccount, insertSession, SESSION_SECRET } from '#support/server/insert-session.ts';
import { runProgram } from '#support/server/spawn-node.ts';
import { createAuth } from '../accounts/auth.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import { createLog } from '../platform/log.ts';

async function openShop() {
  const dataDir = mkdtempSync(join(tmpdir(), 'maalai-sign-out-'));
  const { db, kind, close } = await openDatabase({
    kind: 'sqlite',
    file: join(dataDir, 'maalai.sqlite'),
  });
  onTestFinished(async () => {
    await close();
    rmSync(dataDir, { recursive: true });
  });
  await migrate(db, kind, () => new Date());
  const origins = ['http://localhost:3000'];
  const auth = createAuth({ db, kind, log: createLog('silent'), origins, secret: SESSION_SECRET });
  for (const [email, sessions] of [
    ['asha@example.com', 2],
    ['kavya@example.com', 1],
  ] as const) {
    const account = await insertAccount(auth, { email });
    for (let session = 0; session < sessions; session += 1) await insertSession(auth, account);
  }
  const sessions = async () =>
    (
      await db
        .selectFrom('session')
        .innerJoin('user', 'user.id', 'session.userId')
        .select('email')
        .execute()
    ).map(({ email }) => email);
  const signOut = (...args: string[]) =>
    runProgram('commands/sign-out-command.ts', args, { DATA_DIR: dataDir });
  return { dataDir, sessions, signOut };
}

it('ends every session of the account and of no other, while the shop runs', async () => {
  const { sessions, signOut } = await openShop();
  expect(await signOut('Asha@Example.com')).toEqual({
    code: 0,
    said: 'asha@example.com is signed out: 2 sessions have ended.\n',
    complaint: '',
  });
  expect(await sessions()).toEqual(['kavya@example.com']);
  expect((await signOut('asha@example.com')).said).toContain('0 sessions have ended');
});

it('prints the reason of a failure in one line', async () => {
  const { dataDir, sessions, signOut } = await openShop();
  const elsewhere = { DATA_DIR: join(dataDir, 'elsewhere') };
  const complaints = await Promise.all([
    signOut(),
    signOut('nobody@example.com'),
    runProgram('commands/sign-out-command.ts', ['asha@example.com'], elsewhere),
  ]);
  expect(complaints.map(({ code, said, complaint }) => [code, said, complaint])).toEqual([
    [1, '', 'Sign out whom? npm run sign-out -- asha@example.com\n'],
    [1, '', 'No account has the e-mail nobody@example.com.\n'],
    [1, '', expect.stringMatching(/^There is no shop in [^\n]+\n$/)],
  ]);
  expect(await sessions()).toHaveLength(3);
});
