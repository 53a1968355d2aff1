import { expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import chocolateCrown from './products/chocolate-crown.ts';
import dairyMilkGarland from './products/dairy-milk-garland.ts';
import kitkatGarland from './products/kitkat-garland.ts';
import { findVersion, versionPicture, scalePicture } from './product.ts';

it('finds a version by its key, and none without a key', () => {
  expect(findVersion(dairyMilkGarland, 'kids')?.name).toBe('Kids');
  expect(findVersion(dairyMilkGarland, undefined)).toBeUndefined();
  expect(findVersion(chocolateCrown, 'adult')).toBeUndefined();
});

it('uses the picture of the version if it has one, otherwise the first', () => {
  expect(versionPicture(kitkatGarland, 'kids').name).toBe('kitkat-3-kids');
  expect(versionPicture(kitkatGarland, 'adult').name).toBe('kitkat-1-hero');
  expect(versionPicture(kitkatGarland, undefined).name).toBe('kitkat-1-hero');
  expect(versionPicture(chocolateCrown, 'kids').name).toBe('crown-1-hero');
});

it('shows the versions to scale on the picture that the details have too', async () => {
  for (const product of catalogue.filter(({ versions }) => versions)) {
    const { details } = await import(`./products/${product.slug}.ts`);
    expect(scalePicture(product)).toEqual({ ...details.toScale, alt: '' });
  }
});
