import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  fallbackWidths,
  pictureWidths,
  wideWidths,
} from '../src/storefront/ui/product/picture-address.ts';
import { limits } from './build-weights.ts';
import { cutAround, encode, settings, settingsOf } from './build-picture-encoding.ts';

describe('cutAround', () => {
  const wide = { width: 1200, height: 630 };

  it('uses the whole width of a square, as near to the focus as the edges allow', () => {
    const square = { width: 1200, height: 1200 };
    expect(cutAround(square, wide, [0.5, 0.5])).toEqual({ left: 0, top: 285, ...wide });
    expect(cutAround(square, wide, [0.5, 0])).toEqual({ left: 0, top: 0, ...wide });
    expect(cutAround(square, wide, [0.5, 1])).toEqual({ left: 0, top: 570, ...wide });
  });

  it('uses the whole height of a picture that is wider than the target', () => {
    expect(cutAround({ width: 2400, height: 630 }, wide, [1, 0.5])).toEqual({
      left: 1200,
      top: 0,
      ...wide,
    });
  });
});

describe('encode', () => {
  const size = { width: 480, height: 480 };
  const noise = () =>
    sharp({
      create: {
        ...size,
        channels: 3,
        background: 'black',
        noise: { type: 'gaussian', mean: 128, sigma: 12 },
      },
    });

  it('lowers the quality of a detailed picture until it is within its budget', async () => {
    const bytes = await encode(noise(), size, { width: 240, format: 'webp' });
    expect(bytes.length).toBeLessThanOrEqual(settings.webp.budget[240]);
    const { width, height, format } = await sharp(bytes).metadata();
    expect({ width, height, format }).toEqual({ width: 240, height: 240, format: 'webp' });
  });

  it('throws if a picture cannot be within its budget', async () => {
    const small = { width: 240, height: 240 };
    const wild = sharp({
      create: {
        ...small,
        channels: 3,
        background: 'black',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    });
    await expect(encode(wild, small, { width: 240, format: 'webp' })).rejects.toThrow(
      `over ${settings.webp.budget[240] / 1024} KB`,
    );
  });

  it('crops the picture for links that are shared', async () => {
    const plain = sharp({ create: { ...size, channels: 3, background: 'teal' } });
    const bytes = await encode(plain, size, { width: 1200, format: 'jpeg', focus: [0.5, 0.5] });
    const { width, height } = await sharp(bytes).metadata();
    expect({ width, height }).toEqual({ width: 1200, height: 630 });
  });

  it('crops a square for e-mails', async () => {
    const plain = sharp({ create: { ...size, channels: 3, background: 'teal' } });
    const bytes = await encode(plain, size, { width: 192, format: 'jpeg', focus: [0.5, 0.5] });
    const { width, height } = await sharp(bytes).metadata();
    expect({ width, height }).toEqual({ width: 192, height: 192 });
  });

  it.each([960, ...wideWidths])('keeps the quality for large screens at %i pixels', (width) => {
    expect(settingsOf({ width, format: 'avif' }).quality.to).toBeGreaterThanOrEqual(60);
  });

  it('limits pictures that fill a phone to the weight of a first view', () => {
    expect(settings.avif.budget[640]).toBeLessThanOrEqual(limits.picture);
    expect(settings.avif.budget[720]).toBeLessThanOrEqual(limits.picture);
  });

  it('has a budget for every width that pages request', () => {
    const widths = [...pictureWidths, ...wideWidths];
    expect(Object.keys(settings.avif.budget).map(Number)).toEqual(widths);
    expect(Object.keys(settings.webp.budget).map(Number)).toEqual([...fallbackWidths]);
  });
});
