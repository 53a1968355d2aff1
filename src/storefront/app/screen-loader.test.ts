import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import type { Route } from './routes.tsx';
import {
  loadedScreen,
  loadFirstScreen,
  loadScreen,
  openScreen,
  resetOpening,
} from './screen-loader.ts';

const Screen = () => null;

const routeThat = (load: Route['load'], path = '/x'): Route => ({ path, title: 'X', load });

const succeeds = async () => ({ default: Screen });
const fails = async () => {
  throw new Error('the file is gone');
};

/** Resolves to whether a promise is still pending after everything that was ready has run. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise((resolve) => setImmediate(resolve, 'later'));
  return (await Promise.race([promise, later])) === 'later';
}

/** A document like the one in development, where code brings its styles. */
const codeWithStyles = { documentElement: { dataset: {} } };

beforeAll(() => void vi.stubGlobal('document', codeWithStyles));
afterAll(() => void vi.unstubAllGlobals());
beforeEach(resetOpening);
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('loadScreen', () => {
  it('fetches the code once for all callers', async () => {
    const load = vi.fn<Route['load']>(succeeds);
    const route = routeThat(load);
    expect(loadedScreen(route)).toBeUndefined();
    expect(await Promise.all([loadScreen(route), loadScreen(route)])).toEqual([Screen, Screen]);
    expect(loadedScreen(route)).toBe(Screen);
    expect(load).toHaveBeenCalledOnce();
  });

  it('returns a screen only once its styles have loaded', async () => {
    const documentElement = { dataset: { styles: '/assets/later.css' } };
    const [createElement, head] = [() => ({}), { append: () => {} }];
    vi.stubGlobal('document', { documentElement, createElement, head });
    expect(await isOpen(loadScreen(routeThat(succeeds)))).toBe(true);
    vi.stubGlobal('document', codeWithStyles);
  });

  it('fetches no styles for the first screen: its page has them', async () => {
    vi.stubGlobal('document', undefined);
    expect(await loadFirstScreen(routeThat(succeeds))).toBe(Screen);
    vi.stubGlobal('document', codeWithStyles);
  });

  it('tries again after a failure', async () => {
    let tries = 0;
    const route = routeThat(() => ((tries += 1) > 5 ? succeeds() : fails()));
    const failed = loadScreen(route).catch(String);
    await vi.runAllTimersAsync();
    expect(await failed).toContain('gone');
    expect(await loadScreen(route)).toBe(Screen);
  });
});

describe('openScreen', () => {
  it('resolves to the screen; leaves the page once if its code is gone, and keeps the old screen', async () => {
    const leave = vi.fn<() => void>();
    expect(await openScreen(routeThat(succeeds), leave)).toBe(Screen);
    expect(leave).toHaveBeenCalledTimes(0);
    const route = routeThat(fails);
    const opening = openScreen(route, leave);
    expect(openScreen(route, leave)).toBe(opening);
    await vi.runAllTimersAsync();
    expect(await isOpen(opening)).toBe(true);
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it('leaves the page for a document of its own, and again after a return from the back-forward cache', async () => {
    const leave = vi.fn<() => void>();
    const route = routeThat(succeeds, PAYMENT_PAGE);
    expect(await isOpen(openScreen(route, leave))).toBe(true);
    expect(leave).toHaveBeenCalledTimes(1);
    resetOpening();
    void openScreen(route, leave);
    expect(leave).toHaveBeenCalledTimes(2);
  });
});
