import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import {
  bombPng,
  broken,
  heavyPng,
  impostors,
  inflatingPng,
  largePhoto,
  photo,
  png,
  talkativePhoto,
  turnedPng,
} from '#support/server/review-files.ts';
import { isAll } from '#support/tier.ts';
import { barePicture } from './bare-picture.ts';
import { reencodePicture } from './reencode-picture.ts';

/** Resolves to the picture in both sizes, or to {} if it is refused. */
async function reencode(bytes: Buffer): Promise<{ full?: Buffer; small?: Buffer }> {
  const response = await reencodePicture(bytes);
  return 'picture' in response ? response.picture : {};
}

describe('a picture', () => {
  it.each([
    ['becomes WebP, 1200 and 320 pixels wide', 2000, 1500, 1, [1200, 900], [320, 240]],
    ['is rotated upright', 400, 300, 6, [300, 400], [300, 400]],
    ['is never enlarged', 40, 30, 1, [40, 30], [40, 30]],
    ['keeps the full width of a phone’s photograph', 1500, 2000, 1, [1200, 1600], [320, 427]],
    ['is no taller than such a photograph', 60, 12_000, 1, [8, 1600], [2, 427]],
  ] as const)('%s [api-7]', async (_, width, height, orientation, full, small) => {
    const made = await reencode(await photo({ width, height, orientation }));
    for (const [file, size] of [
      [made.full, full],
      [made.small, small],
    ] as const) {
      const head = await sharp(file).metadata();
      expect(head.format).toBe('webp');
      expect([head.width, head.height]).toEqual(size);
    }
  });

  it.each([
    [6, false, [200, 300]],
    [8, true, [200, 300]],
    [3, false, [300, 200]],
    [1, true, [300, 200]],
  ] as const)(
    'is turned by a PNG’s orientation %i, behind its pixels: %s',
    async (turn, isLate, size) => {
      const { full } = await reencode(await turnedPng(turn, isLate));
      const head = await sharp(full).metadata();
      expect([head.width, head.height, head.exif]).toEqual([...size, undefined]);
    },
  );

  it('contains no metadata [rule-36]', async () => {
    const sent = await photo();
    expect(sent.includes('Phone Makers')).toBe(true);
    const { full, small } = await reencode(sent);
    for (const made of [full, small]) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(made).metadata();
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
      for (const text of ['Exif', 'EXIF', 'Phone Makers', 'Kavya', 'GPS']) {
        expect(made?.includes(text)).toBe(false);
      }
    }
  });

  it('may be a PNG, or have 24 megapixels', async () => {
    expect((await sharp((await reencode(await png())).full).metadata()).width).toBe(300);
    expect((await sharp((await reencode(await largePhoto())).full).metadata()).width).toBe(1200);
  });
});

describe('before it is decoded', () => {
  it('a JPEG has lost all data but the orientation, and how its colours are stored', async () => {
    const sent = await talkativePhoto(6);
    const bare = barePicture(sent)?.bytes ?? Buffer.alloc(0);
    expect(bare.length).toBeLessThan(sent.length / 100);
    expect(bare.includes('Kavya')).toBe(false);
    expect((await sharp(bare).metadata()).orientation).toBe(6);
    expect((await sharp((await reencode(sent)).full).metadata()).width).toBe(480);
  });

  it.each(['png', 'jpeg'] as const)(
    'a %s keeps the small colour profile of phones',
    async (type) => {
      const sent = await sharp(await png())
        .withIccProfile('p3')
        .toFormat(type)
        .toBuffer();
      expect((await sharp(barePicture(sent)?.bytes).metadata()).icc?.length).toBeGreaterThan(100);
    },
  );

  it('every file of any length is either bare or damaged', async () => {
    for (const file of [await photo(), await png(), await talkativePhoto(3)]) {
      for (let length = 0; length < 600; length += 1) {
        expect(() => barePicture(file.subarray(0, length))).not.toThrow();
      }
    }
  });
});

it.each([
  ...Object.entries(broken).map((file) => [...file, /^An image is damaged or incomplete/] as const),
  ...Object.entries(impostors).map((file) => [...file, /./] as const),
])('refuses %s', async (_, make, message) => {
  expect(await reencodePicture(await make())).toEqual({ refused: expect.stringMatching(message) });
});

describe('a decompression bomb', () => {
  const TOO_LARGE = 'Each image can be at most 5 MB and 24 megapixels';
  const TOO_COSTLY = 'An image cannot be read as it is: please save it again as an ordinary JPG';

  const bombs: [string, () => Buffer | Promise<Buffer>, string | undefined, number][] = [
    ['of 20,000 × 20,000 pixels is refused', bombPng, TOO_LARGE, 50],
    ['of one column is refused', () => bombPng({ width: 1, height: 24_000_000 }), TOO_LARGE, 50],
    ['of inflating chunks is accepted without them', inflatingPng, undefined, 20],
    [
      'within the limit of pixels is accepted',
      () => bombPng({ width: 12_000, height: 2_000 }),
      undefined,
      150,
    ],
    [
      'of many passes, as JPEG, is refused',
      () => largePhoto({ progressive: true }),
      TOO_COSTLY,
      50,
    ],
    ['of many passes, as PNG, is refused', heavyPng, TOO_COSTLY, 50],
  ];
  it.each(isAll ? bombs : bombs.slice(0, 1))('%s [rule-36]', async (_, make, refused, limit) => {
    const file = join(newDirectory(), 'draft');
    writeFileSync(file, await make());
    // In a new process, whose memory shows what the file needs.
    const program = `
      import { readFileSync } from 'node:fs';
      import { reencodePicture } from ${JSON.stringify(import.meta.resolve('./reencode-picture.ts'))};
      const held = () => process.resourceUsage().maxRSS / 1024;
      const before = held();
      const { refused } = await reencodePicture(readFileSync(${JSON.stringify(file)}));
      console.log(JSON.stringify({ refused, megabytes: held() - before }));
    `;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      program,
    ]);
    const cost = JSON.parse(stdout);
    expect(cost.refused).toBe(refused);
    expect(cost.megabytes).toBeLessThan(limit);
  });
});
