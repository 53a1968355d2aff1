import { describe, expect, it } from 'vitest';
import { chooseEncoding } from './resource.ts';
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

  it('is available', () => {
    const few: ReadonlySet<Encoding> = new Set(['gzip', 'identity']);
    expect(chooseEncoding('br, gzip;q=0.1', few)).toBe('gzip');
  });
});
