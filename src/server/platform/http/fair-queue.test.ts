import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';
import { ProblemError } from './problem.ts';

/** Creates a queue with work that ends when the test ends it. */
function stage(limits: { atOnce: number; waiting: number }) {
  const queue = createFairQueue({ ...limits, busy: 'Please try again in ten seconds.' });
  const begun: string[] = [];
  const underWay: { end: () => void; fail: (error: Error) => void }[] = [];
  const refused: string[] = [];
  return {
    begun,
    underWay,
    refused,
    request(who: string, name = who): Promise<string | undefined> {
      const work = () => {
        begun.push(name);
        return new Promise<string>((resolve, fail) =>
          underWay.push({ end: () => resolve(name), fail }),
        );
      };
      return queue.run(who.split(' '), work).catch((error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
        expect(error).toMatchObject({ status: 503, headers: { 'Retry-After': '10' } });
        expect(error.detail).toMatch(/Please try again in ten seconds\.$/);
        refused.push(name);
        return undefined;
      });
    },
    async endOne(): Promise<void> {
      underWay.shift()?.end();
      await settled();
    },
  };
}

/** Resolves after all pending promise callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a fair queue', () => {
  it('continues after work that fails, and rejects with its error', async () => {
    const { request, begun, underWay } = stage({ atOnce: 1, waiting: 10 });
    const failing = request('a');
    void request('b');
    await settled();
    underWay.shift()?.fail(new Error('no memory'));
    await expect(failing).rejects.toThrow('no memory');
    await settled();
    expect(begun).toEqual(['a', 'b']);
  });

  it('refuses the caller with the most requests when it is full, not the last one', async () => {
    const { request, refused, begun, endOne } = stage({ atOnce: 1, waiting: 4 });
    for (const name of ['m1', 'm2', 'm3', 'm4', 'm5', 'm6']) void request('m', name);
    await settled();
    expect(refused).toEqual(['m6']);
    void request('x', 'x1');
    await settled();
    expect(refused).toEqual(['m6', 'm5']);
    void request('y', 'y1');
    await settled();
    expect(refused).toEqual(['m6', 'm5', 'm4']);
    // Now the caller's line is as long as the longest.
    void request('x', 'x2');
    void request('z', 'z1');
    await settled();
    expect(refused).toEqual(['m6', 'm5', 'm4', 'x2', 'm3']);
    for (let i = 0; i < 6; i += 1) await endOne();
    expect(begun).toEqual(['m1', 'm2', 'x1', 'y1', 'z1']);
  });

  it('lets networks take turns, then the callers of each, so many addresses gain nothing', async () => {
    const { request, refused, begun, endOne } = stage({ atOnce: 1, waiting: 7 });
    const callers = ['m 1', 'm 1', 'm 1', 'm 2', 'm 3', 'm 3', 'm 3', 'x 1', 'x 1', 'm 4'];
    for (const [index, who] of callers.entries()) void request(who, `${index}: ${who}`);
    await settled();
    expect(refused).toEqual(['6: m 3', '2: m 1']);
    for (let i = 0; i < 8; i += 1) await endOne();
    const networks = ['0: m 1', '1: m 1', '7: x 1', '3: m 2', '8: x 1'];
    expect(begun).toEqual([...networks, '4: m 3', '9: m 4', '5: m 3']);
  });

  it('loses no request, is as busy as it may be, and keeps its limits in any order of events', async () => {
    const step = fc.constantFrom('a', 'b 1', 'b 2', 'b 2', 'c', undefined);
    const property = fc.asyncProperty(
      fc.array(step, { maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 5 }),
      async (steps, atOnce, waiting) => {
        const { request, begun, refused, underWay, endOne } = stage({ atOnce, waiting });
        const sent: Promise<string | undefined>[] = [];
        for (const who of steps) {
          const before = refused.length;
          if (who === undefined) await endOne();
          else sent.push(request(who));
          await settled();
          const ended = begun.length - underWay.length;
          const open = sent.length - refused.length - ended;
          expect(underWay).toHaveLength(Math.min(atOnce, open));
          expect(open).toBeLessThanOrEqual(atOnce + waiting);
          expect(refused.length === before || open === atOnce + waiting).toBe(true);
        }
        while (underWay.length > 0) await endOne();
        const results = (await Promise.all(sent)).filter((result) => result !== undefined);
        expect(results.toSorted()).toEqual(begun.toSorted());
        expect(begun.length + refused.length).toBe(sent.length);
      },
    );
    await fc.assert(property, { seed: 7, numRuns: 60 });
  });
});
