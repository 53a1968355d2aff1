import { expect, it } from 'vitest';
import { workInRounds } from './rounds.ts';
import type { RoundsOptions } from './rounds.ts';

/** Starts rounds that last until the test ends them, with a timer that the test controls. */
function start(options: Partial<RoundsOptions> = {}) {
  const gates: (PromiseWithResolvers<void> & { isStopping: () => boolean })[] = [];
  const errors: unknown[] = [];
  let tick = () => {};
  let ended = 0;
  const rounds = workInRounds({
    pause: 5_000,
    round: (isStopping) => {
      const gate = Promise.withResolvers<void>();
      gates.push({ ...gate, isStopping });
      return gate.promise;
    },
    onError: (error) => errors.push(error),
    every: (_pause, run) => {
      tick = run;
      return () => (ended += 1);
    },
    ...options,
  });
  return { ...rounds, gates, errors, tick: () => tick(), ended: () => ended };
}

it('starts a round at once, and never a second one at the same time', async () => {
  const { gates, kick, tick } = start();
  expect(gates).toHaveLength(1);
  tick();
  const done = kick();
  expect(gates).toHaveLength(1);
  gates[0]?.resolve();
  // One more round is enough, however often it was requested meanwhile.
  await expect.poll(() => gates.length).toBe(2);
  gates[1]?.resolve();
  await done;
  expect(gates).toHaveLength(2);
});

it('continues after a round that failed', async () => {
  const { gates, errors, kick } = start();
  const done = kick();
  gates[0]?.reject('the database is away');
  await expect.poll(() => gates.length).toBe(2);
  expect(errors).toEqual(['the database is away']);
  gates[1]?.resolve();
  await done;
});

it('calls onPause at each pause, even during a round', () => {
  let renewed = 0;
  const { tick, gates } = start({ onPause: () => (renewed += 1) });
  tick();
  tick();
  expect(renewed).toBe(2);
  expect(gates).toHaveLength(1);
});

it('waits for the round under way when stopped, lets it know, and starts no other', async () => {
  const { gates, kick, stop, tick, ended } = start();
  void kick();
  expect(gates[0]?.isStopping()).toBe(false);
  let stopped = false;
  const stopping = stop().then(() => (stopped = true));
  await Promise.resolve();
  expect([stopped, gates[0]?.isStopping()]).toEqual([false, true]);
  gates[0]?.resolve();
  await stopping;
  tick();
  await kick();
  expect([gates.length, ended()]).toEqual([1, 1]);
});
