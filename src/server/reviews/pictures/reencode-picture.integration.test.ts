import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { covers } from '#support/covers.ts';
import {
  bombPng,
  broken,
  heavyPng,
  impostors,
  largePhoto,
  photo,
  png,
} from '#support/server/review-files.ts';
import { beginsLikePicture, PictureRefused, SIGNATURE_LENGTH } from './picture-file.ts';
import { reencodePicture } from './reencode-picture.ts';

const run = promisify(execFile);

function written(bytes: Buffer): string {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-picture-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'draft');
  writeFileSync(file, bytes);
  return file;
}

const reencode = (bytes: Buffer) => reencodePicture(bytes);

describe('a picture', () => {
  it('becomes WebP, 1200 and 320 pixels wide', covers('api-7'), async () => {
    const { full, small } = await reencode(await photo({ width: 2000, height: 1500 }));
    expect(await sharp(full).metadata()).toMatchObject({
      format: 'webp',
      width: 1200,
      height: 900,
    });
    expect(await sharp(small).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 240,
    });
  });

  it('contains no metadata', covers('rule-36'), async () => {
    const sent = await photo();
    expect(sent.includes('Phone Makers')).toBe(true);
    const { full, small } = await reencode(sent);
    for (const made of [full, small]) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(made).metadata();
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
      for (const text of ['Exif', 'EXIF', 'Phone Makers', 'Kavya', 'GPS']) {
        expect(made.includes(text)).toBe(false);
      }
    }
  });

  it('is rotated upright', async () => {
    const { full } = await reencode(await photo({ width: 400, height: 300, orientation: 6 }));
    expect(await sharp(full).metadata()).toMatchObject({ width: 300, height: 400 });
  });

  it('is never enlarged, and keeps the full width of a phone’s upright photograph', async () => {
    const tiny = await reencode(await png({ width: 40, height: 30 }));
    expect(await sharp(tiny.small).metadata()).toMatchObject({ width: 40, height: 30 });
    const upright = await reencode(await photo({ width: 1500, height: 2000 }));
    expect(await sharp(upright.full).metadata()).toMatchObject({ width: 1200, height: 1600 });
    const tower = await reencode(await png({ width: 100, height: 20_000 }));
    expect((await sharp(tower.full).metadata()).height).toBe(1600);
  });

  it('may have 24 megapixels', async () => {
    const { full } = await reencode(await largePhoto());
    expect((await sharp(full).metadata()).width).toBe(1200);
  });
});

describe('an invalid picture', () => {
  it.each(Object.entries(broken))('such as %s is refused', async (_, make) => {
    const attempt = reencode(await make());
    await expect(attempt).rejects.toThrow(PictureRefused);
    await expect(attempt).rejects.toThrow('An image is damaged or incomplete');
  });

  it.each(Object.entries(impostors))(
    'such as %s is refused by its first bytes',
    async (_, make) => {
      const file = await make();
      const begins = file.length >= SIGNATURE_LENGTH && beginsLikePicture(file);
      expect(begins).toBe(false);
      await expect(reencode(file)).rejects.toThrow(PictureRefused);
    },
  );
});

describe('a decompression bomb', () => {
  /** Re-encodes the file in a new process. Resolves to the error's message, or '', and the memory used. */
  async function cost(file: string): Promise<{ error: string; megabytes: number }> {
    const program = `
      import { readFileSync } from 'node:fs';
      import { reencodePicture } from ${JSON.stringify(import.meta.resolve('./reencode-picture.ts'))};
      const held = () => process.resourceUsage().maxRSS / 1024;
      const before = held();
      const error = await reencodePicture(readFileSync(${JSON.stringify(file)})).then(() => '', ({ message }) => message);
      console.log(JSON.stringify({ error, megabytes: held() - before }));
    `;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
    return JSON.parse(stdout);
  }

  it('of 20,000 × 20,000 pixels takes less than 50 MB', covers('rule-36'), async () => {
    const file = written(bombPng());
    const { error, megabytes } = await cost(file);
    expect(error).toBe('Each image can be at most 5 MB and 24 megapixels');
    expect(megabytes).toBeLessThan(50);
  });

  it('within the limit of pixels takes less than 150 MB', async () => {
    const file = written(bombPng({ width: 24_000, height: 1_000 }));
    const { error, megabytes } = await cost(file);
    expect(error).toBe('');
    expect(megabytes).toBeLessThan(150);
  });

  it.each([
    ['JPEG', () => largePhoto({ progressive: true })],
    ['PNG', heavyPng],
  ])('of many passes, as %s, is refused before it is decoded', async (_, make) => {
    const file = written(await make());
    const { error, megabytes } = await cost(file);
    expect(error).toBe('An image cannot be read as it is: please save it again as an ordinary JPG');
    expect(megabytes).toBeLessThan(50);
  });
});
