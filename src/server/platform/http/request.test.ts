import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isForm, MalformedForm, readBody, readForm } from './request.ts';

async function* inChunks(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b);
  let begin = 0;
  for (const end of [...ends, bytes.length]) {
    yield bytes.subarray(begin, end);
    begin = end;
  }
}

async function read(body: Uint8Array | string, boundary: string, cuts: readonly number[] = []) {
  const parts: { name: string; isFile: boolean; isNameless: boolean; text: string }[] = [];
  const limits = { parts: 100, text: 64 * 1024 };
  const contentType = `multipart/form-data; boundary=${boundary}`;
  await readForm(contentType, inChunks(Buffer.from(body), cuts), limits, {
    onText: (name, text) => void parts.push({ name, isFile: false, isNameless: false, text }),
    async onFile(name, { isNameless, bytes }) {
      const text = (await buffer(bytes)).toString('latin1');
      parts.push({ name, isFile: true, isNameless, text });
    },
  });
  return parts;
}

/** Texts are there before files are read. */
const textsAndFiles = (parts: Awaited<ReturnType<typeof read>>) =>
  Map.groupBy(parts, ({ isFile }) => isFile);

const part = (head: string, text: string) =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;

describe('readForm', () => {
  it('reads every form that a browser sends, however it is split into chunks', async () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    const bytes = fc.uint8Array({ maxLength: 300 });
    const field = fc.record({ name, isFile: fc.boolean(), bytes });
    await fc.assert(
      fc.asyncProperty(
        fc.array(field, { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        async (fields, cuts) => {
          const form = new FormData();
          for (const { name: own, isFile, bytes: sent } of fields) {
            if (isFile) form.append(own, new File([sent], 'a "photo".jpg'));
            else form.append(own, Buffer.from(sent).toString('hex'));
          }
          const sent = new Response(form);
          const [, boundary = ''] = (sent.headers.get('content-type') ?? '').split('boundary=');
          const got = await read(new Uint8Array(await sent.arrayBuffer()), boundary, cuts);
          const expected = fields.map(({ name: own, isFile, bytes: content }) => ({
            // As browsers write it.
            name: own.replaceAll('"', '%22'),
            isFile,
            isNameless: false,
            text: Buffer.from(content).toString(isFile ? 'latin1' : 'hex'),
          }));
          expect(textsAndFiles(got)).toEqual(textsAndFiles(expected));
        },
      ),
    );
  });

  it('knows a file input that is empty from a file, and a form without fields', async () => {
    const file = { name: 'a', isFile: true };
    const parts = part('name="a"; filename="x"', 'x') + part('name="a"; filename=""', '');
    expect(await read(`${parts}--b--`, 'b')).toEqual([
      { ...file, isNameless: false, text: 'x' },
      { ...file, isNameless: true, text: '' },
    ]);
    expect(await read('--b--\r\n', 'b')).toEqual([]);
  });

  it.each(['', 'nothing at all', part('name="a"', 'x'), `${part('filename="a"', 'x')}--b--`])(
    'rejects %j',
    async (body) => {
      await expect(read(body, 'b')).rejects.toThrow(MalformedForm);
    },
  );

  it('rejects a form with more parts than the limit', async () => {
    const parts = (count: number) => `${part('name="a"', 'x').repeat(count)}--b--`;
    expect(await read(parts(100), 'b')).toHaveLength(100);
    await expect(read(parts(101), 'b')).rejects.toThrow(MalformedForm);
  });
});

it.each([
  ['multipart/form-data; boundary=x', true],
  ['Multipart/Form-Data; charset=utf-8; Boundary="a b"', true],
  ['', false],
  ['application/json', false],
  ['multipart/form-data', false],
  ['multipart/form-data; boundary=', false],
  ['multipart/mixed; boundary=x', false],
  ['text/plain; boundary=multipart/form-data', false],
])('%j is a multipart form: %o', (type, expected) => {
  expect(isForm(type)).toBe(expected);
});

describe('readBody', () => {
  const limit = 1024;
  const begin = (declared?: string) => {
    const sent = new PassThrough();
    onTestFinished(() => void sent.destroy());
    return { sent, read: readBody(sent, { limit, declared }) };
  };

  it('resolves to the bytes, as many as the limit, in whatever chunks they come', async () => {
    const { sent, read: body } = begin();
    for (let written = 0; written < limit; written += 8) {
      sent.write('namaste\n');
      await turn();
    }
    sent.end();
    expect((await body).toString()).toBe('namaste\n'.repeat(limit / 8));
  });

  it('refuses a body that is too large: by its announced length, or as soon as it is', async () => {
    const tooLarge = { status: 413, headers: { Connection: 'close' } };
    await expect(begin('1025').read).rejects.toMatchObject(tooLarge);
    const { sent, read: body } = begin();
    sent.write(Buffer.alloc(limit));
    sent.write('x');
    await expect(body).rejects.toMatchObject(tooLarge);
    // The response goes out on the same connection.
    expect(sent.destroyed).toBe(false);
  });

  it('refuses a body that breaks off', async () => {
    const { sent, read: body } = begin();
    sent.write('{');
    sent.destroy();
    await expect(body).rejects.toMatchObject({ status: 400, extra: { code: 'BROKEN_OFF' } });
  });
});
