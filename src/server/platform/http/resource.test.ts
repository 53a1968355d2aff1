import {
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '#support/server/ask.ts';
import { clientNetworks } from './limits.ts';
import {
  chooseEncoding,
  createFileResource,
  openFile,
  serveResource,
  streamBytes,
} from './resource.ts';
import type { Encoding } from './resource.ts';

const all: ReadonlySet<Encoding> = new Set(['br', 'gzip', 'identity']);

describe('the encoding of a response', () => {
  it.each<[string | undefined, Encoding]>([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate', 'identity'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br ; q=0.8 , gzip;q=0.8', 'br'],
    ['gzip;q=0, br;q=0', 'identity'],
    ['br;q=0.1', 'br'],
    ['identity, br;q=0.5', 'identity'],
    ['*;q=0, gzip', 'gzip'],
    ['identity;q=0', 'identity'],
    ['br;q=nonsense, gzip;q=0.1', 'gzip'],
    [',,;q=1', 'identity'],
  ])('for %o is %s', (header, encoding) => {
    expect(chooseEncoding(header, all)).toBe(encoding);
  });

  it('is available, and the same for a header that was seen before, however long', () => {
    const few: ReadonlySet<Encoding> = new Set(['gzip', 'identity']);
    const long = `br, gzip;q=0.1, ${'x'.repeat(200)}`;
    for (const header of ['br, gzip;q=0.1', long]) {
      const chosen = [all, few, all, few].map((available) => chooseEncoding(header, available));
      expect(chosen).toEqual(['br', 'gzip', 'br', 'gzip']);
    }
  });
});

describe('a file', () => {
  function writeLargeFile(size: number): string {
    const directory = mkdtempSync(join(tmpdir(), 'maalai-file-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const path = join(directory, 'picture.webp');
    writeFileSync(path, '');
    truncateSync(path, size);
    return path;
  }

  const countOpen = (path: string) =>
    readdirSync('/proc/self/fd').filter((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`) === path;
      } catch {
        return false;
      }
    }).length;

  it('is read as its client takes it, and closed when it leaves or the file ends', async () => {
    const size = 16 * 1024 * 1024;
    const path = writeLargeFile(size);
    const resource = createFileResource({ path: '/picture', file: path, size }, {});
    const ask = await serve((incoming, response) =>
      serveResource(incoming, response, resource, () => ['here']),
    );
    const sent = request({ port: ask.port, host: '127.0.0.1', agent: false }).end();
    await new Promise((resolve) => sent.once('response', resolve));
    await expect.poll(() => countOpen(path)).toBe(1);
    sent.destroy();
    await expect.poll(() => countOpen(path)).toBe(0);
    expect((await ask('/')).body).toHaveLength(size);
    await expect.poll(() => countOpen(path)).toBe(0);
  });

  it('of the network that holds most is closed when too many are open, so that others get theirs', async () => {
    const path = writeLargeFile(100_000);
    const cut: number[] = [];
    const opened = [];
    for (let i = 0; i < 2_048; i += 1) {
      const networks = clientNetworks(`192.0.2.${i % 256}`);
      opened.push(await openFile(path, { networks, cutOff: () => cut.push(i) }));
    }
    expect(cut).toEqual([]);
    const honest = { networks: clientNetworks('198.51.100.1'), cutOff: () => cut.push(-1) };
    const picture = await openFile(path, honest);
    expect(cut).toEqual([0]);
    await expect.poll(() => countOpen(path)).toBe(2_048);
    if (!picture) throw new Error('there is no such file');
    expect(await buffer(picture.bytes)).toHaveLength(picture.size);
    for (const each of opened) await each?.bytes.cancel();
    expect(countOpen(path)).toBe(0);
  });
});

it('memory that a network holds by not reading its responses is let go for those of others', async () => {
  const bytes = new Uint8Array(8 * 1024 * 1024).fill(7);
  const cut: string[] = [];
  const begin = (address: string) =>
    streamBytes(bytes, { networks: clientNetworks(address), cutOff: () => cut.push(address) });
  const waiting = Array.from({ length: 17 }, (_, i) => begin(`192.0.2.${i}`).getReader());
  for (const reader of waiting.slice(0, 16)) await reader.read();
  expect(cut).toEqual([]);
  expect((await buffer(begin('198.51.100.1'))).equals(bytes)).toBe(true);
  expect(cut).toEqual(['192.0.2.0']);
  for (const reader of waiting) await reader.cancel();
  await buffer(begin('198.51.100.1'));
  expect(cut).toHaveLength(1);
});
