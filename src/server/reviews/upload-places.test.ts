import { expect, it } from 'vitest';
import { createUploadSlots } from './receive-review.ts';

it('limits uploads per account and in total, and frees a place after its use', () => {
  const places = createUploadSlots({ ofAnAccount: 2, ofAll: 3 });
  const [first] = [places.take('asha'), places.take('asha')];
  expect(() => places.take('asha')).toThrow(expect.objectContaining({ status: 429 }));
  const third = places.take('kavya');
  expect(() => places.take('meera')).toThrow(
    expect.objectContaining({ status: 503, headers: { 'Retry-After': '60' } }),
  );
  third.free();
  const other = places.take('meera');
  first?.free();
  places.take('asha');
  other.free();
  expect(() => places.take('asha')).toThrow(expect.objectContaining({ status: 429 }));
  places.take('kavya');
});
