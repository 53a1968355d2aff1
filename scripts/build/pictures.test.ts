import sharp from 'sharp';
import { expect, it } from 'vitest';
import {
  fallbackWidths,
  pictureWidths,
  wideWidths,
} from '../../src/storefront/ui/picture-address.ts';
import { limits } from './limits.ts';
import { cutAround, encode, settings, settingsOf } from './pictures.ts';

const wide = { width: 1200, height: 630 };

it.each([
  ['the middle of a square', { width: 1200, height: 1200 }, [0.5, 0.5], { left: 0, top: 285 }],
  ['the upper edge', { width: 1200, height: 1200 }, [0.5, 0], { left: 0, top: 0 }],
  ['the lower edge', { width: 1200, height: 1200 }, [0.5, 1], { left: 0, top: 570 }],
  ['the right of a wide one', { width: 2400, height: 630 }, [1, 0.5], { left: 1200, top: 0 }],
] as const)('crops a picture around its focus: %s', (_, size, focus, corner) => {
  expect(cutAround(size, wide, focus)).toEqual({ ...wide, ...corner });
});

const size = { width: 480, height: 480 };
/** A picture of grey noise; the larger sigma is, the more bytes it needs. */
const noise = (sigma: number) =>
  sharp({
    create: {
      ...size,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  });

it('lowers the quality of a detailed picture until it is within its budget', async () => {
  const bytes = await encode(noise(12), size, { width: 240, format: 'webp' });
  expect(bytes.length).toBeLessThanOrEqual(settings.webp.budget[240]);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 240, height: 240, format: 'webp' });
  await expect(encode(noise(90), size, { width: 480, format: 'webp' })).rejects.toThrow(
    `over ${settings.webp.budget[480] / 1024} KB`,
  );
});

it.each([
  ['links that are shared', 1200, 630],
  ['e-mails', 192, 192],
])('crops a picture for %s', async (_, width, height) => {
  const plain = sharp({ create: { ...size, channels: 3, background: 'teal' } });
  const bytes = await encode(plain, size, { width, format: 'jpeg', focus: [0.5, 0.5] });
  expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
});

it('has a budget for every width that pages request: small for phones, good for large screens', () => {
  const { avif, webp } = settings;
  expect(Object.keys(avif.budget).map(Number)).toEqual([...pictureWidths, ...wideWidths]);
  expect(Object.keys(webp.budget).map(Number)).toEqual([...fallbackWidths]);
  for (const width of [640, 720] as const)
    expect(avif.budget[width]).toBeLessThanOrEqual(limits.picture);
  for (const width of [960, ...wideWidths])
    expect(settingsOf({ width, format: 'avif' }).quality.to).toBeGreaterThanOrEqual(60);
});
