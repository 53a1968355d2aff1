import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scopedName } from './build-scoped-name.ts';

const file = join(import.meta.dirname, '../src/storefront/ui/button.module.css');

afterEach(() => vi.unstubAllEnvs());

describe('scopedName, built', () => {
  beforeEach(() => vi.stubEnv('NODE_ENV', 'production'));

  it('is five characters that CSS takes for a name', () => {
    for (const name of ['a', 'button', 'wide', 'light', 'small']) {
      expect(scopedName(name, file)).toMatch(/^[a-z][a-z\d]{4}$/);
    }
  });

  it('is the same for every bundle: neither the query nor the order of classes counts', () => {
    const once = scopedName('button', file);
    scopedName('other', file);
    expect(scopedName('button', `${file}?used`)).toBe(once);
  });

  it('differs by class and by file', () => {
    const names = [
      scopedName('button', file),
      scopedName('wide', file),
      scopedName('button', file.replace('button', 'dock')),
    ];
    expect(new Set(names).size).toBe(3);
  });
});

describe('scopedName, in development', () => {
  it('tells where the class is from', () => {
    vi.stubEnv('NODE_ENV', 'development');
    expect(scopedName('wide', file)).toBe('button_wide');
  });
});
