import { tmpdir } from 'node:os';
import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import type { ServerEnv } from '../platform/http/api.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { createPictureStore } from './pictures/picture-store.ts';
import { createUploadSlots, receiveReview } from './receive-review.ts';

it('limits uploads per account and in total, and frees a slot after its use', () => {
  const slots = createUploadSlots({ ofAccount: 2, inTotal: 3 });
  const reserve = (account: string) => slots.reserve({ account, address: '192.0.2.1' }, vi.fn());
  const [first] = [reserve('asha'), reserve('asha')];
  expect(() => reserve('asha')).toThrow(expect.objectContaining({ status: 429 }));
  const third = reserve('kavya');
  expect(() => reserve('meera')).toThrow(
    expect.objectContaining({ status: 503, headers: { 'Retry-After': '60' } }),
  );
  third.release();
  const other = reserve('meera');
  first?.release();
  reserve('asha');
  other.release();
  expect(() => reserve('asha')).toThrow(expect.objectContaining({ status: 429 }));
  reserve('kavya');
});

it('takes the oldest slot of the network that holds most for one that holds fewer', () => {
  const slots = createUploadSlots({ ofAccount: 9, inTotal: 4 });
  const lost: string[] = [];
  const reserve = (name: string, address: string) =>
    slots.reserve({ account: name, address }, ({ status }) => lost.push(`${name} ${status}`));
  // Addresses of one network, whoever they say they are.
  for (const host of [1, 2, 3, 4]) reserve(`many-${host}`, `2001:db8:1:${host}::/64`);
  expect(() => reserve('many-5', '2001:db8:1:5::/64')).toThrow('Many reviews are coming in');
  reserve('asha', '192.0.2.1');
  reserve('kavya', '198.51.100.1');
  expect(lost).toEqual(['many-1 503', 'many-2 503']);
  reserve('meera', '203.0.113.1');
  expect(() => reserve('tara', '192.0.2.7')).toThrow('Many reviews are coming in');
});

/** Resolves to what is received of a form, and how often a slot was reserved; `act` is called with each reservation. */
async function receive(form: FormData, act: (onLost: (why: ProblemError) => void) => void) {
  let reserved = 0;
  const reserve = (onLost: (why: ProblemError) => void) => {
    reserved += 1;
    act(onLost);
    return { release: () => undefined };
  };
  const store = createPictureStore({ db: {} as never, directory: tmpdir() });
  const received = new Promise((resolve, reject) => {
    const app = new Hono<ServerEnv>().post('/', async (c) => {
      await receiveReview(c, store, reserve).then(resolve, reject);
      return c.body(null);
    });
    void app.request('/', { method: 'POST', body: form });
  });
  return { received: await received, reserved };
}

it('keeps the texts of a review alone, and needs no slot without a picture', async () => {
  const form = new FormData();
  form.append('comment', 'c'.repeat(100_000));
  for (let part = 0; part < 90; part += 1) form.append(`other-${part}`, 'x'.repeat(1_000));
  const { received, reserved } = await receive(form, vi.fn());
  expect(received).toMatchObject({ texts: { comment: 'c'.repeat(16 * 1024) }, pictures: [] });
  expect(Object.keys((received as { texts: object }).texts)).toEqual(['comment']);
  expect(reserved).toBe(0);
});

it('stops receiving a picture whose slot was given away', async () => {
  const form = new FormData();
  form.append('images', new Blob([new Uint8Array(3_000_000)]));
  const busy = new ProblemError(503, 'Many reviews are coming in right now.');
  await expect(receive(form, (onLost) => onLost(busy))).rejects.toBe(busy);
});
