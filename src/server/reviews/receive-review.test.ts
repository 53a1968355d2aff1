import { expect, it, vi } from 'vitest';
import { createUploadSlots } from './receive-review.ts';

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
