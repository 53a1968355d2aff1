import { scryptSync } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { openEmptyDatabase } from '#support/databases/databases.ts';
import { asha, createVisitor, openAccountSite } from '#support/server/account-site.ts';
import { insertAccount } from '#support/server/insert-session.ts';
import { migrate } from '../platform/database/migrate.ts';

/** Derived from Asha's password, in about twenty milliseconds. */
const key = scryptSync(asha.password, 'saltsaltsaltsalt', 32, { N: 2 ** 13, r: 8, p: 1 });
const hash = `scrypt$8192$8$1$c2FsdHNhbHRzYWx0c2FsdA$${key.toString('base64url')}`;

// On the embedded database: on PostgreSQL, so many at once would wait for connections.
it('sign-ins that find the queue full get 503 with Retry-After, and do not count as wrong passwords', async () => {
  const database = await openEmptyDatabase('sqlite');
  onTestFinished(database.close);
  await migrate(database.db, 'sqlite', () => new Date());
  const rules = { signIn: [{ by: 'account and address', points: 100, seconds: 600 }] } as const;
  const { app, auth } = await openAccountSite(database, { rules });
  await insertAccount(auth, asha);
  await database.db.updateTable('account').set({ password: hash }).execute();
  const visitor = createVisitor(app);
  const signIn = (password: string) =>
    visitor.ask('POST', '/api/auth/sign-in/email', { ...asha, password });

  const replies = await Promise.all(Array.from({ length: 90 }, () => signIn('papaya-lassi-42')));
  const busy = replies.filter(({ status }) => status === 503);
  const wrong = replies.filter(({ status }) => status === 401);
  expect(busy.length + wrong.length).toBe(90);
  expect(busy.length).toBeGreaterThan(0);
  expect(wrong.length).toBeGreaterThanOrEqual(31);
  for (const { body, headers } of busy) {
    expect(headers.get('retry-after')).toBe('10');
    expect(body).toMatchObject({
      code: 'TOO_BUSY',
      detail: 'Very many people are logging in right now. Please try again in ten seconds.',
    });
  }
  // Had all ninety been guesses, ten would be left.
  const more = await Promise.all(Array.from({ length: 12 }, () => signIn('papaya-lassi-42')));
  expect(more.map(({ status }) => status)).toEqual(Array(12).fill(401));
  expect((await signIn(asha.password)).status).toBe(200);
});
