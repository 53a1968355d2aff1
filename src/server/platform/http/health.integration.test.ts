import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { openBehindProxy } from '#support/server/database-proxy.ts';
import { healthRoutes } from './api.ts';

const yes = () => Promise.resolve(true);

describeOnBothDatabases('health', (open) => {
  it(
    'is ready when the database responds and payments can be made',
    covers('running-14'),
    async () => {
      const { db } = await open();
      const app = new Hono().route('/', healthRoutes({ db, canPay: yes }));
      expect((await app.request('/healthz')).status).toBe(200);
      expect((await app.request('/readyz')).status).toBe(200);
    },
  );

  it.each([
    ['are unavailable', () => Promise.resolve(false)],
    ['fail', () => Promise.reject(new Error('away'))],
    ['never respond', () => new Promise<boolean>(() => undefined)],
  ])('is not ready while payments %s', covers('running-13'), async (_how, canPay) => {
    const { db } = await open();
    const app = new Hono().route('/', healthRoutes({ db, canPay }));
    const response = await app.request('/readyz');
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({
      detail: 'Not ready: payments cannot serve.',
      database: true,
      payments: false,
    });
    expect((await app.request('/healthz')).status).toBe(200);
  });
});

it('is not ready while the database does not respond', covers('running-14'), async () => {
  const { db, silence, repair } = await openBehindProxy();
  const app = new Hono().route('/', healthRoutes({ db, canPay: yes }));
  expect((await app.request('/readyz')).status).toBe(200);
  silence();
  const response = await app.request('/readyz');
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ database: false, payments: true });
  repair();
  expect((await app.request('/readyz')).status).toBe(200);
});
