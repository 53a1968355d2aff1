import { beforeAll, expect, it } from 'vitest';
import { postgresUrl } from '#support/databases/shared-databases.ts';
import { openBehindProxy } from '#support/server/database-proxy.ts';
import { another, asha, ashasProfile, openAccountSite } from '#support/server/account-site.ts';

// Waits for PostgreSQL's start in a hook, whose time limit is longer than a test's.
beforeAll(postgresUrl);

// postgres.integration.test.ts checks the time limits. Without them there would be no response at all.
it('returns 503 while the database is unavailable, then recovers', async () => {
  const database = await openBehindProxy();
  const guesses = { by: 'account and network', points: 2, seconds: 60 } as const;
  const site = await openAccountSite(database, { rules: { password: [guesses] } });
  const visitor = site.newVisitor();
  await visitor.signUp(asha);
  await visitor.signIn(asha);

  for (const trouble of [database.silence, database.cut]) {
    trouble();
    const replies = await Promise.all([
      visitor.get('/me'),
      visitor.get('/api/auth/get-session'),
      visitor.get('/api/auth/list-sessions'),
      visitor.post('/api/auth/revoke-sessions'),
      visitor.post('/api/auth/sign-out'),
      visitor.post('/api/auth/verify-email', { token: 'x' }),
      visitor.signIn(asha),
      visitor.signUp({ ...asha, email: 'new@example.com' }),
      visitor.register(ashasProfile),
      visitor.post('/api/auth/request-password-reset', { email: asha.email }),
      visitor.post('/api/auth/reset-password', { token: 'x', newPassword: another }),
    ]);
    for (const { status, body, headers } of replies) {
      expect(status).toBe(503);
      expect(body.detail).toMatch(/Please try again in a minute\.$/);
      expect(headers.get('retry-after')).toBe('5');
    }
    database.repair();
    expect(await visitor.me()).toBe(200);
    // A password that could not be checked does not count as a wrong one.
    expect((await visitor.signIn(asha)).status).toBe(200);
  }
});
