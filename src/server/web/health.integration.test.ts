import { covers } from '#support/covers.ts';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { openBehindProxy } from '#support/server/database-proxy.ts';
import { healthRoutes } from './health.ts';

const yes = () => Promise.resolve(true);

describeOnBothDatabases('health', (open) => {
  it(
    'is ready when the database answers and payments can be made',
    covers('running-14'),
    async () => {
      const { db } = await open();
      const app = new Hono().route('/', healthRoutes({ db, canPay: yes }));
      expect((await app.request('/healthz')).status).toBe(200);
      expect((await app.request('/readyz')).status).toBe(200);
    },
  );

  it.each([
    ['say no', () => Promise.resolve(false)],
    ['fail', () => Promise.reject(new Error('away'))],
    ['never answer', () => new Promise<boolean>(() => undefined)],
  ])('is not ready when payments %s', covers('running-13'), async (_how, canPay) => {
    const { db } = await open();
    const app = new Hono().route('/', healthRoutes({ db, canPay }));
    const answer = await app.request('/readyz');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({
      detail: 'Not ready: payments cannot serve.',
      database: true,
      payments: false,
    });
    expect((await app.request('/healthz')).status).toBe(200);
  });
});

it('is not ready, and says so, while the database is silent', covers('running-14'), async () => {
  const { db, silence, repair } = await openBehindProxy();
  const app = new Hono().route('/', healthRoutes({ db, canPay: yes }));
  expect((await app.request('/readyz')).status).toBe(200);
  silence();
  const answer = await app.request('/readyz');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ database: false, payments: true });
  repair();
  expect((await app.request('/readyz')).status).toBe(200);
});
