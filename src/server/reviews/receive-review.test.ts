import { expect, it } from 'vitest';
import { createUploadSlots } from './receive-review.ts';

it('limits uploads per account and in total, and frees a slot after its use', () => {
  const slots = createUploadSlots({ ofAccount: 2, inTotal: 3 });
  const [first] = [slots.reserve('asha'), slots.reserve('asha')];
  expect(() => slots.reserve('asha')).toThrow(expect.objectContaining({ status: 429 }));
  const third = slots.reserve('kavya');
  expect(() => slots.reserve('meera')).toThrow(
    expect.objectContaining({ status: 503, headers: { 'Retry-After': '60' } }),
  );
  third.release();
  const other = slots.reserve('meera');
  first?.release();
  slots.reserve('asha');
  other.release();
  expect(() => slots.reserve('asha')).toThrow(expect.objectContaining({ status: 429 }));
  slots.reserve('kavya');
});
