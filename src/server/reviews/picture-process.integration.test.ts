import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { PictureRefused } from './picture-file.ts';
import { createPictureProcess } from './picture-process.ts';
import { photo, png, svg } from '#support/server/review-files.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'maalai-process-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
});

function written(name: string, content: Buffer | string): string {
  writeFileSync(join(directory, name), content);
  return join(directory, name);
}

it('re-encodes one picture after the other, whatever became of the one before', async () => {
  const { reencode } = createPictureProcess({ idleMs: 100 });
  const files = [
    written('a', await photo()),
    written('b', svg),
    written('c', await png()),
    join(directory, 'nowhere'),
    written('d', await png()),
  ];
  const all = await Promise.allSettled(files.map(reencode));
  expect(all.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(all[1]).toMatchObject({
    reason: new PictureRefused('Please choose image files only: PNG, JPG or JPEG'),
  });
  const { full } = await reencode(written('e', await photo()));
  expect(await sharp(full).metadata()).toMatchObject({ format: 'webp', width: 640 });
});

it('begins again after the process has ended for want of work', async () => {
  const { reencode } = createPictureProcess({ idleMs: 0 });
  const file = written('a', await png());
  for (let i = 0; i < 3; i += 1) {
    await expect(reencode(file)).resolves.toHaveProperty('small');
    // By now the idle process has been told to end, and may or may not have.
    await new Promise((resolve) => setImmediate(resolve));
  }
});

it.each([
  ['brings the decoder down', 'process.exit(134)'],
  ['never ends', 'for (;;);'],
])('refuses a picture that %s, and takes the next one', async (_, trouble) => {
  const healthy = 'process.send({ picture: { full: Buffer.from("f"), small: Buffer.from("s") } })';
  const program = written(
    'program.mjs',
    `process.on('message', (file) => { if (file === 'good') ${healthy}; else { ${trouble} } });`,
  );
  // The limit holds for the start of a process as well, which takes a while on a busy machine.
  const { reencode } = createPictureProcess({ program, limitMs: 3_000 });
  await expect(reencode('bad')).rejects.toThrow('An image cannot be read');
  expect((await reencode('good')).full.toString()).toBe('f');
});

it('tells the sixty-first who waits to come later, and nobody else', async () => {
  const program = written(
    'program.mjs',
    'process.on("message", () => process.send({ refused: "as always" }));',
  );
  const { reencode } = createPictureProcess({ program });
  const all = await Promise.allSettled(Array.from({ length: 61 }, () => reencode('x')));
  const refused = all.filter((each) => each.status === 'rejected' && each.reason.status === 503);
  expect(refused).toEqual([all[60]]);
});

it('gives the decoder nothing of the shop’s environment', async () => {
  const program = written(
    'program.mjs',
    `process.on('message', () => process.send({ refused: Object.keys(process.env).sort().join() }));`,
  );
  const { reencode } = createPictureProcess({ program });
  const [told] = await Promise.allSettled([reencode('x')]);
  expect(told).toMatchObject({ reason: { message: expect.not.stringContaining('PATH') } });
  expect(told).toMatchObject({ reason: { message: expect.stringContaining('MALLOC_ARENA_MAX') } });
});
