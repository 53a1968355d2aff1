import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { photo, png, svg } from '#support/server/review-files.ts';
import { PictureRefused } from './picture-file.ts';
import { createPictureProcess } from './picture-process.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'maalai-process-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
});

function written(name: string, content: Buffer | string): string {
  writeFileSync(join(directory, name), content);
  return join(directory, name);
}

it('re-encodes one picture after the other, even after one has failed', async () => {
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

it.each(['{ picture: { full: "text", small: Buffer.from("s") } }', '{ other: 1 }', '"text"'])(
  'refuses a reply that is neither pictures nor a refusal: %s',
  async (reply) => {
    const program = written('program.mjs', `process.on('message', () => process.send(${reply}));`);
    const { reencode } = createPictureProcess({ program });
    await expect(reencode(written('a', 'any'))).rejects.toThrow('An image cannot be read');
  },
);

it('decodes with a lower priority than the shop', async () => {
  const program = written(
    'program.mjs',
    `import { getPriority } from 'node:os';
    process.on('message', () => process.send({ refused: String(getPriority()) }));`,
  );
  const { reencode } = createPictureProcess({ program });
  await expect(reencode(written('a', 'any'))).rejects.toThrow(/^5$/);
});

it('starts again after the idle process has ended', async () => {
  const { reencode } = createPictureProcess({ idleMs: 0 });
  const file = written('a', await png());
  for (let i = 0; i < 3; i += 1) {
    await expect(reencode(file)).resolves.toHaveProperty('small');
    // By now the idle process has got its signal, and may or may not have exited.
    await new Promise((resolve) => setImmediate(resolve));
  }
});

it.each([
  ['crashes the decoder', 'process.exit(134)'],
  ['exceeds the time limit', 'for (;;);'],
])('refuses a picture that %s, and accepts the next one', async (_, trouble) => {
  const healthy = 'process.send({ picture: { full: Buffer.from("f"), small: Buffer.from("s") } })';
  const program = written(
    'program.mjs',
    `process.on('message', (sent) => { if (String.fromCharCode(...sent) === 'good') ${healthy}; else { ${trouble} } });`,
  );
  // The limit includes the start of the process, which is slow on a busy machine.
  const { reencode } = createPictureProcess({ program, limitMs: 3_000 });
  await expect(reencode(written('a', 'bad'))).rejects.toThrow('An image cannot be read');
  expect((await reencode(written('b', 'good'))).full.toString()).toBe('f');
});

it('refuses only the sixty-first waiting picture, with 503', async () => {
  const program = written(
    'program.mjs',
    'process.on("message", () => process.send({ refused: "as always" }));',
  );
  const { reencode } = createPictureProcess({ program });
  const file = written('x', 'x');
  const all = await Promise.allSettled(Array.from({ length: 61 }, () => reencode(file)));
  const refused = all.filter((each) => each.status === 'rejected' && each.reason.status === 503);
  expect(refused).toEqual([all[60]]);
});

describe('the decoder', () => {
  /** Runs code in the decoder's process and resolves to its error, to 'done', or to 'a picture'. */
  async function attempt(
    code: string,
    target: string,
    options: { hidden?: string[]; warn?: (why: string) => void } = {},
  ): Promise<string> {
    const own = mkdtempSync(join(tmpdir(), 'maalai-decoder-'));
    onTestFinished(() => rmSync(own, { recursive: true }));
    const program = join(own, 'program.mjs');
    writeFileSync(
      program,
      `import * as fs from 'node:fs';
       import { spawnSync } from 'node:child_process';
       import sharp from ${JSON.stringify(import.meta.resolve('sharp'))};
       process.on('message', async () => {
         const target = ${JSON.stringify(target)};
         const done = async () => { ${code}; return 'done'; };
         process.send({ refused: await done().catch((error) => String(error.code ?? error.message)) });
       });`,
    );
    const { reencode } = createPictureProcess({ program, ...options });
    const [result] = await Promise.allSettled([reencode(written('draft', await png()))]);
    return result.status === 'rejected' ? String(result.reason.message) : 'a picture';
  }

  it.each([
    ['read the shop’s data', 'fs.readFileSync(target)'],
    ['list its files', 'fs.readdirSync(target + "/..")'],
    ['write to it', 'fs.writeFileSync(target, "x")'],
    ['read the environment of its process', 'fs.readFileSync("/proc/self/environ")'],
    [
      'read the environment of the shop’s process',
      'fs.readFileSync(`/proc/${process.ppid}/environ`)',
    ],
    ['read system files', 'fs.readFileSync("/etc/passwd")'],
    ['start a program', 'spawnSync("/bin/true")'],
  ])('cannot %s', async (_, code) => {
    expect(await attempt(code, written('secret', 'secret'))).toBe('ERR_ACCESS_DENIED');
  });

  it('cannot read the shop’s data through libvips either, or the shop is warned', async () => {
    const look = 'await sharp(target).metadata()';
    const picture = written('picture', await png());
    expect(await attempt(look, picture)).toBe('done');
    const warnings: string[] = [];
    const warn = (why: string) => warnings.push(why);
    const result = await attempt(look, picture, { hidden: [directory, '/proc'], warn });
    expect(warnings[0] ?? result).toMatch(/^Input file is missing|this system hides nothing/);
  });

  it('works with a warning where its own files would be hidden too', async () => {
    const warnings: string[] = [];
    const { reencode } = createPictureProcess({
      hidden: [join(import.meta.dirname, '../../../..')],
      warn: (why) => warnings.push(why),
    });
    const file = written('a', await png());
    await expect(reencode(file)).resolves.toHaveProperty('small');
    await expect(reencode(file)).resolves.toHaveProperty('small');
    expect(warnings).toHaveLength(1);
  });
});

it('hides the shop’s environment variables from the decoder', async () => {
  const program = written(
    'program.mjs',
    `process.on('message', () => process.send({ refused: Object.keys(process.env).sort().join() }));`,
  );
  const { reencode } = createPictureProcess({ program });
  const [result] = await Promise.allSettled([reencode(written('x', 'x'))]);
  expect(result).toMatchObject({ reason: { message: expect.not.stringContaining('PATH') } });
  expect(result).toMatchObject({
    reason: { message: expect.stringContaining('MALLOC_ARENA_MAX') },
  });
});
