import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { retryDelay } from './webhooks/backoff.ts';

test('the delay never shrinks and never exceeds an hour', () => {
  assert(
    property(integer({ min: 1, max: 5_000 }), (tries) => {
      expect(retryDelay(tries)).toBeGreaterThanOrEqual(1_000);
      expect(retryDelay(tries)).toBeLessThanOrEqual(3_600_000);
      expect(retryDelay(tries + 1)).toBeGreaterThanOrEqual(retryDelay(tries));
    }),
  );
});
