import { beforeAll, expect, it } from 'vitest';
import { postgresUrl } from '#support/databases/shared-databases.ts';
import { openBehindProxy } from '#support/server/database-proxy.ts';
import {
  asha,
  ashasProfile,
  createVisitor,
  openAccountSite,
} from '#support/server/account-site.ts';

// Waits for PostgreSQL's start in a hook, whose time limit is longer than a test's.
beforeAll(postgresUrl);

// postgres.integration.test.ts checks the time limits. Without them there would be no response at all.
it('returns 503 while the database is unavailable, then recovers', async () => {
  const database = await openBehindProxy();
  const guesses = { by: 'account and address', points: 2, seconds: 60 } as const;
  const { app, log } = await openAccountSite(database, { rules: { signIn: [guesses] } });
  const visitor = createVisitor(app);
  await visitor.ask('POST', '/api/auth/sign-up/email', asha);
  await visitor.ask('POST', '/api/auth/sign-in/email', asha);

  for (const trouble of [database.silence, database.cut]) {
    trouble();
    const replies = await Promise.all([
      visitor.ask('GET', '/me'),
      visitor.ask('GET', '/api/auth/get-session'),
      visitor.ask('GET', '/api/auth/list-sessions'),
      visitor.ask('POST', '/api/auth/revoke-sessions', {}),
      visitor.ask('POST', '/api/auth/sign-out', {}),
      visitor.ask('POST', '/api/auth/verify-email', { token: 'x' }),
      visitor.ask('POST', '/api/auth/sign-in/email', asha),
      visitor.ask('POST', '/api/auth/sign-up/email', { ...asha, email: 'new@example.com' }),
      visitor.ask('POST', '/api/users/register', ashasProfile),
      visitor.ask('POST', '/api/auth/request-password-reset', { email: asha.email }),
      visitor.ask('POST', '/api/auth/reset-password', {
        token: 'x',
        newPassword: 'papaya-lassi-42',
      }),
    ]);
    for (const { status, body, headers } of replies) {
      expect(status).toBe(503);
      expect(body.detail).toMatch(/Please try again in a minute\.$/);
      expect(headers.get('retry-after')).toBe('5');
    }
    database.repair();
    expect((await visitor.ask('GET', '/me')).status).toBe(200);
    // A password that could not be checked does not count as a wrong one.
    expect((await visitor.ask('POST', '/api/auth/sign-in/email', asha)).status).toBe(200);
  }
  expect(log.join('')).not.toMatch(/example\.com|mango/);
});
