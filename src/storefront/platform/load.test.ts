import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { loadWithStyles as LoadWithStyles } from './load.tsx';

type Link = { href: string; isIn: boolean; onload(): void; onerror(): void };

/** A document that counts the links in its head. The test decides when their sheets arrive. */
function openDocument(styles?: string): Link[] {
  const links: Link[] = [];
  vi.stubGlobal('document', {
    documentElement: { dataset: { styles } },
    createElement: () => ({
      remove(this: Link) {
        this.isIn = false;
      },
    }),
    head: { append: (link: Link) => links.push(Object.assign(link, { isIn: true })) },
  });
  return links;
}

let loadWithStyles: typeof LoadWithStyles;
beforeEach(async () => {
  vi.resetModules();
  ({ loadWithStyles } = await import('./load.tsx'));
});
afterEach(() => void vi.unstubAllGlobals());

const code = () => Promise.resolve('code');
const later = () => new Promise((resolve) => setImmediate(resolve, 'later'));

describe('loadWithStyles', () => {
  it('waits for the style sheet, which is fetched once', async () => {
    const links = openDocument('/assets/later.css');
    const both = Promise.all([loadWithStyles(code), loadWithStyles(code)]);
    expect(await Promise.race([both, later()])).toBe('later');
    expect(links.map(({ href }) => href)).toEqual(['/assets/later.css']);
    links[0]!.onload();
    expect(await both).toEqual(['code', 'code']);
    expect(await loadWithStyles(code)).toBe('code');
    expect(links).toHaveLength(1);
  });

  it('fails without the style sheet, and fetches it again', async () => {
    const links = openDocument('/assets/later.css');
    const first = loadWithStyles(code);
    links[0]!.onerror();
    await expect(first).rejects.toThrow('styles');
    expect(links[0]!.isIn).toBe(false);
    const second = loadWithStyles(code);
    links[1]!.onload();
    expect(await second).toBe('code');
  });

  it('only loads the code, or fails with it, where code brings its own styles', async () => {
    const links = openDocument();
    expect(await loadWithStyles(code)).toBe('code');
    await expect(loadWithStyles(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(links).toEqual([]);
  });
});
