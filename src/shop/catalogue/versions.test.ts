import { expect, it } from 'vitest';
import chocolateCrown from './products/chocolate-crown.ts';
import dairyMilkGarland from './products/dairy-milk-garland.ts';
import { findVersion } from './versions.ts';

it('finds a version by its key and none without one', () => {
  expect(findVersion(dairyMilkGarland, 'kids')?.name).toBe('Kids');
  expect(findVersion(dairyMilkGarland, undefined)).toBeUndefined();
  expect(findVersion(chocolateCrown, 'adult')).toBeUndefined();
});
