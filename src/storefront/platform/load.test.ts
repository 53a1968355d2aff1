import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Loader from './load.tsx';

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

let loadModule: typeof Loader.loadModule;
let loadWithStyles: typeof Loader.loadWithStyles;
beforeEach(async () => {
  vi.resetModules();
  ({ loadModule, loadWithStyles } = await import('./load.tsx'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const code = () => Promise.resolve('code');
const later = () => new Promise((resolve) => setImmediate(resolve, 'later'));

/** A file whose first requests fail. Counts the requests. */
function fileThatFails(times: number) {
  return vi.fn<() => Promise<string>>(async () => {
    times -= 1;
    if (times >= 0) throw new Error('gone');
    return 'code';
  });
}

describe('loadModule', () => {
  it('tries for two seconds, with pauses', async () => {
    const load = fileThatFails(4);
    const loading = loadModule(load);
    await vi.advanceTimersByTimeAsync(499);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1501);
    expect(load).toHaveBeenCalledTimes(5);
    expect(await loading).toBe('code');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('then rejects; another call tries again', async () => {
    const load = fileThatFails(5);
    const failed = loadModule(load).catch(String);
    await vi.runAllTimersAsync();
    expect(await failed).toContain('gone');
    expect(await loadModule(load)).toBe('code');
  });

  it('rejects if the file hangs', async () => {
    const failed = loadModule(() => new Promise(() => {})).catch(String);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await failed).toContain('in time');
  });
});

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

  it('fetches the style sheet again, and fails without it', async () => {
    const links = openDocument('/assets/later.css');
    const failed = loadWithStyles(code).catch(String);
    for (const number of [0, 1, 2, 3, 4]) {
      links[number]!.onerror();
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(await failed).toContain('styles');
    expect(links.map(({ isIn }) => isIn)).toEqual([false, false, false, false, false]);
    const second = loadWithStyles(code);
    links[5]!.onload();
    expect(await second).toBe('code');
  });

  it('only loads the code, or fails with it, where code brings its own styles', async () => {
    const links = openDocument();
    expect(await loadWithStyles(code)).toBe('code');
    const failed = loadWithStyles(fileThatFails(5)).catch(String);
    await vi.runAllTimersAsync();
    expect(await failed).toContain('gone');
    expect(links).toEqual([]);
  });
});
