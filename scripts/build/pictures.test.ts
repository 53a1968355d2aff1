import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { cutAround, encode, provide, settings } from './pictures.ts';

const square = { width: 1200, height: 1200 };
const wide = { width: 1200, height: 630 };

it.each([
  ['the middle of a square', square, [0.5, 0.5], { left: 0, top: 285 }],
  ['the upper edge', square, [0.5, 0], { left: 0, top: 0 }],
  ['the lower edge', square, [0.5, 1], { left: 0, top: 570 }],
  ['the right of a wide one', { width: 2400, height: 630 }, [1, 0.5], { left: 1200, top: 0 }],
] as const)('crops a picture around its focus: %s', (_, size, focus, corner) => {
  expect(cutAround(size, wide, focus)).toEqual({ ...wide, ...corner });
});

const size = { width: 480, height: 480 };
/** A picture of grey noise; the larger sigma is, the more bytes it needs. */
const picture = (sigma: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma } as const;
  return sharp({ create: { ...size, channels: 3, background: 'black', noise } });
};

it('lowers the quality of a detailed picture until it is within its budget', async () => {
  const { budget } = settings.webp;
  const bytes = await encode(picture(12), size, { width: 240, format: 'webp' });
  expect(bytes.length).toBeLessThanOrEqual(budget[240]);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 240, height: 240, format: 'webp' });
  await expect(encode(picture(90), size, { width: 480, format: 'webp' })).rejects.toThrow(
    `over ${budget[480] / 1024} KB`,
  );
});

it('gives a large picture less quality for a budget of its own', async () => {
  const rendition = { width: 960, format: 'avif' } as const;
  const { length } = await encode(picture(12), size, rendition);
  const small = await encode(picture(12), size, { ...rendition, budget: length * 0.7 });
  expect(small.length).toBeLessThanOrEqual(length * 0.7);
});

it('finds the highest quality within the budget in a few encodings', async () => {
  const detailed = sharp(await picture(40).png().toBuffer());
  const { options, quality, budget } = settings.avif;
  const of = (level: number) =>
    detailed
      .clone()
      .resize(240)
      .avif({ ...options, quality: level })
      .toBuffer();
  let level: number = quality.from;
  while ((await of(level)).length > budget[240]) level -= quality.step;

  const encodings = vi.spyOn(sharp.prototype, 'toFormat');
  onTestFinished(() => encodings.mockRestore());
  const bytes = await encode(detailed.clone(), size, { width: 240, format: 'avif' });
  expect(bytes).toEqual(await of(level));
  expect(encodings.mock.calls.length).toBeLessThanOrEqual(4);
});

it.each([
  ['links that are shared', 1200, 630],
  ['e-mails', 192, 192],
])('crops a picture for %s', async (_, width, height) => {
  const bytes = await encode(picture(1), size, { width, format: 'jpeg', focus: [0.5, 0.5] });
  expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
});

/** Returns a new folder and what provides a picture for a checkout in it. The user's cache is `user` in the folder. */
function machine() {
  const folder = newDirectory();
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'user'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const create = vi.fn<() => Promise<Buffer>>(async () => Buffer.from('picture'));
  const build = async (checkout: string) => {
    const file = join(folder, checkout, 'picture.avif');
    await provide(file, create);
    return readFileSync(file, 'utf8');
  };
  return { folder, create, build };
}

it("takes a picture of another checkout from the user's cache", async () => {
  const { create, build } = machine();
  for (const checkout of ['first', 'first', 'second']) {
    expect(await build(checkout)).toBe('picture');
  }
  expect(create).toHaveBeenCalledTimes(1);
});

it("creates a picture again if its file in the checkout and in the user's cache is empty", async () => {
  const { folder, create, build } = machine();
  await build('first');
  for (const path of ['first', 'user/maalai/pictures']) {
    writeFileSync(join(folder, path, 'picture.avif'), '');
  }
  expect(await build('first')).toBe('picture');
  expect(await build('second')).toBe('picture');
  expect(create).toHaveBeenCalledTimes(2);
});

it("creates a picture if the user's cache cannot be written", async () => {
  const { folder, build } = machine();
  writeFileSync(join(folder, 'user'), '');
  expect(await build('first')).toBe('picture');
});
