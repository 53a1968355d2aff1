import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { photo, png, svg } from '#support/server/review-files.ts';
import { isAll, onlyInAll } from '#support/tier.ts';
import { createPictureProcess, PictureRefused } from './picture-process.ts';
import type { Uploader } from './picture-process.ts';

const kavya = { account: 'kavya', address: '192.0.2.1' };

let directory: string;
beforeEach(() => {
  directory = newDirectory();
});

function write(name: string, content: Buffer | string): string {
  writeFileSync(join(directory, name), content);
  return join(directory, name);
}

/** Writes a program in the decoder's place that handles each message, a file in `sent`, with this code. */
const writeProgram = (code: string) =>
  write('program.mjs', `process.on('message', async (sent) => { ${code} });`);

function createDecoder(options: Parameters<typeof createPictureProcess>[0]) {
  const { reencode } = createPictureProcess(options);
  return {
    reencode: (file: string, uploader: Uploader) => reencode(() => readFile(file), uploader),
  };
}

it('is the only process that loads sharp', () => {
  const server = join(import.meta.dirname, '../..');
  const importers = (module: string) =>
    globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts'] }).filter((file) =>
      new RegExp(`^import (?!type)[^;]*${module}'`, 'm').test(
        readFileSync(join(server, file), 'utf8'),
      ),
    );
  expect(importers('sharp')).toEqual(['reviews/pictures/reencode-picture.ts']);
  expect(importers('reencode-picture.ts')).toEqual(['reviews/pictures/picture-process-main.ts']);
  expect(importers('picture-process-main.ts')).toEqual([]);
});

it('re-encodes one picture after the other, even after one has failed', async () => {
  const { reencode } = createDecoder({ idleMs: 100 });
  const [a, b, c] = [write('a', await photo()), write('b', svg), write('c', await png())];
  const files = [a, b, c, join(directory, 'nowhere'), write('d', await png())];
  const all = await Promise.allSettled(files.map((file) => reencode(file, kavya)));
  expect(all.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true]);
  expect(all[1]).toMatchObject({
    reason: new PictureRefused('Please choose image files only: PNG, JPG or JPEG'),
  });
  const { full } = await reencode(a, kavya);
  expect(await sharp(full).metadata()).toMatchObject({ format: 'webp', width: 640 });
});

const text = '{ picture: { full: "text", small: Buffer.from("s") } }';
const noPictures = [text, '{ other: 1 }', '"text"'];
it.each(isAll ? noPictures : noPictures.slice(0, 1))(
  'refuses a response that is neither pictures nor a refusal: %s',
  async (response) => {
    const program = writeProgram(`process.send(${response})`);
    const { reencode } = createDecoder({ program });
    await expect(reencode(write('a', 'any'), kavya)).rejects.toThrow('An image cannot be read');
  },
);

onlyInAll(() => {
  it('starts again after the idle process has ended', async () => {
    const { reencode } = createDecoder({ idleMs: 0 });
    const file = write('a', await png());
    for (let i = 0; i < 3; i += 1) {
      await expect(reencode(file, kavya)).resolves.toHaveProperty('small');
      // By now the idle process has got its signal, and may or may not have exited.
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
});

const troubles = [
  ['crashes the decoder', 'process.exit(134)', 30_000],
  ['exceeds the time limit', 'for (;;);', 10_000],
] as const;
it.each(isAll ? troubles : troubles.slice(0, 1))(
  'refuses a picture that %s, and accepts the next one',
  async (_, trouble, limitMs) => {
    const healthy =
      'process.send({ picture: { full: Buffer.from("f"), small: Buffer.from("s") } })';
    const program = writeProgram(
      `if (String.fromCharCode(...sent) === 'good') ${healthy}; else { ${trouble} }`,
    );
    // The limit includes the start of the process, which is slow on a busy machine.
    const { reencode } = createDecoder({ program, limitMs });
    await expect(reencode(write('a', 'bad'), kavya)).rejects.toMatchObject({
      message: expect.stringMatching(/^An image cannot be read/),
      isCostly: true,
    });
    expect((await reencode(write('b', 'good'), kavya)).full.toString()).toBe('f');
  },
);

describe('the pictures of many', () => {
  /** Resolves to the accounts in the order in which their pictures were done, and why others were refused. */
  async function order(uploaders: readonly (readonly [account: string, address: string])[]) {
    const program = writeProgram('process.send({ refused: "as always" })');
    const { reencode } = createDecoder({ program });
    const file = write('x', 'x');
    const done: string[] = [];
    const each = uploaders.map(([account, address]) =>
      reencode(file, { account, address }).catch(({ status }) =>
        status === 503 ? done.unshift(`${account} 503`) : done.push(account),
      ),
    );
    await Promise.all(each);
    return done;
  }

  it('are decoded in turns of networks and accounts, one of an account at a time', async () => {
    const many = Array.from({ length: 4 }, (_, index) => ['a', `10.0.${index}.1`] as const);
    const crowd = ['b', 'c', 'd'].map((name) => [name, '192.0.2.1'] as const);
    const done = await order([...many, ...crowd, ['asha', '198.51.100.1']]);
    expect(done.indexOf('asha')).toBeLessThan(4);
    expect(done).toHaveLength(8);
    expect(done.slice(-2)).toEqual(['a', 'a']);
  });

  onlyInAll(() => {
    it('are refused with 503 when sixty wait, of the network that has most of them', async () => {
      const crowd = Array.from({ length: 62 }, (_, index) => [`${index}`, '192.0.2.1'] as const);
      const done = await order([...crowd, ['asha', '198.51.100.1']]);
      expect(done.filter((name) => name.endsWith('503'))).toHaveLength(2);
      expect(done).toContain('asha');
    });
  });
});

describe('the decoder', () => {
  type Options = Parameters<typeof createPictureProcess>[0];

  /** Runs code in the decoder's process and resolves to what it returns, or to the code of its error. */
  async function attempt(code: string, target: string, options: Options = {}): Promise<string> {
    // Outside of the directory that may be hidden.
    const program = join(newDirectory(), 'program.mjs');
    writeFileSync(
      program,
      `import * as fs from 'node:fs';
       import { spawnSync } from 'node:child_process';
       import { getPriority } from 'node:os';
       import sharp from ${JSON.stringify(import.meta.resolve('sharp'))};
       const target = ${JSON.stringify(target)};
       const run = async () => ${code};
       process.on('message', async () => {
         const result = await run().catch((error) => error.code ?? error.message);
         process.send({ refused: String(result) });
       });`,
    );
    const { reencode } = createDecoder({ program, ...options });
    const [result] = await Promise.allSettled([reencode(write('draft', await png()), kavya)]);
    return result.status === 'rejected' ? String(result.reason.message) : 'a picture';
  }

  const forbidden = [
    ['read the shop’s data', 'fs.readFileSync(target)'],
    ['list its files', 'fs.readdirSync(target + "/..")'],
    ['write to it', 'fs.writeFileSync(target, "x")'],
    ['read its own environment', 'fs.readFileSync("/proc/self/environ")'],
    ['read that of the shop', 'fs.readFileSync(`/proc/${process.ppid}/environ`)'],
    ['read system files', 'fs.readFileSync("/etc/passwd")'],
    ['start a program', 'spawnSync("/bin/true")'],
  ] as const;
  it.each(isAll ? forbidden : forbidden.slice(0, 1))('cannot %s', async (_, code) => {
    expect(await attempt(code, write('secret', 'secret'))).toBe('ERR_ACCESS_DENIED');
  });

  onlyInAll(() => {
    it('has a lower priority than the shop, and none of its environment variables', async () => {
      expect(await attempt('getPriority()', '')).toBe('5');
      const names = await attempt('Object.keys(process.env)', '');
      expect(names).not.toContain('PATH');
      expect(names).toContain('MALLOC_ARENA_MAX');
    });

    it('cannot read the shop’s data through libvips either, or the shop is warned', async () => {
      const look = 'sharp(target).metadata().then(() => "done")';
      const picture = write('picture', await png());
      expect(await attempt(look, picture)).toBe('done');
      const warnings: string[] = [];
      const warn = (why: string) => warnings.push(why);
      const result = await attempt(look, picture, { hidden: [directory, '/proc'], warn });
      expect(warnings[0] ?? result).toMatch(/^Input file is missing|this system hides nothing/);
    });

    it('decodes where data and /proc are hidden, as they are in the shop', async () => {
      const { reencode } = createDecoder({ hidden: [directory, '/proc'] });
      const file = write('a', await png());
      await expect(reencode(file, kavya)).resolves.toHaveProperty('small');
    });

    it('works with a warning where its own files would be hidden too', async () => {
      const warnings: string[] = [];
      const hidden = [join(import.meta.dirname, '../../../..')];
      const { reencode } = createDecoder({ hidden, warn: (why) => warnings.push(why) });
      const file = write('a', await png());
      for (let times = 1; times <= 2; times += 1) {
        await expect(reencode(file, kavya)).resolves.toHaveProperty('small');
      }
      expect(warnings).toHaveLength(1);
    });
  });
});
