import { expect, it } from 'vitest';
import chocolateCrown from './products/chocolate-crown.ts';
import dairyMilkGarland from './products/dairy-milk-garland.ts';
import kitkatGarland from './products/kitkat-garland.ts';
import { findVersion, pictureOf } from './versions.ts';

it('finds a version by its key, and none without a key', () => {
  expect(findVersion(dairyMilkGarland, 'kids')?.name).toBe('Kids');
  expect(findVersion(dairyMilkGarland, undefined)).toBeUndefined();
  expect(findVersion(chocolateCrown, 'adult')).toBeUndefined();
});

it('uses the picture of the version if it has one, otherwise the first', () => {
  expect(pictureOf(kitkatGarland, 'kids').name).toBe('kitkat-3-kids');
  expect(pictureOf(kitkatGarland, 'adult').name).toBe('kitkat-1-hero');
  expect(pictureOf(kitkatGarland, undefined).name).toBe('kitkat-1-hero');
  expect(pictureOf(chocolateCrown, 'kids').name).toBe('crown-1-hero');
});
