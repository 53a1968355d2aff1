import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { asha, createVisitor, openAccountSite } from '#support/server/account-site.ts';
import { insertAccount } from '#support/server/insert-session.ts';

/** Of Asha's password: some fifty milliseconds of work. */
const key = scryptSync(asha.password, 'saltsaltsaltsalt', 32, { N: 2 ** 14, r: 8, p: 1 });
const hash = `scrypt$16384$8$1$c2FsdHNhbHRzYWx0c2FsdA$${key.toString('base64url')}`;

describeOnBothDatabases('very many sign-ins at once', (open) => {
  it('are answered in turn or told when to come back, which is no guess', async () => {
    const database = await open();
    const rules = {
      signIn: [{ by: 'account and address', points: 100, seconds: 60 }],
    } as const;
    const { app, auth } = await openAccountSite(database, { rules });
    await insertAccount(auth, asha);
    await database.db.updateTable('account').set({ password: hash }).execute();
    const visitor = createVisitor(app);
    const signIn = (password: string) =>
      visitor.ask('POST', '/api/auth/sign-in/email', { ...asha, password });

    const replies = await Promise.all(Array.from({ length: 90 }, () => signIn('papaya-lassi-42')));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(30);
    const busy = replies.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    expect(busy.length + statuses.filter((status) => status === 401).length).toBe(90);
    for (const { body, headers } of busy) {
      expect(headers.get('retry-after')).toBe('10');
      expect(body).toMatchObject({
        code: 'TOO_BUSY',
        detail: 'Very many people are logging in right now. Please try again in ten seconds.',
      });
    }
    // 90 guesses would leave 10.
    const more = await Promise.all(Array.from({ length: 12 }, () => signIn('papaya-lassi-42')));
    expect(more.map(({ status }) => status)).toEqual(Array(12).fill(401));
    expect((await signIn(asha.password)).status).toBe(200);
  });
});
