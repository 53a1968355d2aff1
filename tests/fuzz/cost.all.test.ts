import { expect, it } from 'vitest';
import { isAbove, measureAlone } from './cost.ts';

it('the cost of a request is found: processor time, and memory that is kept', async () => {
  const kept: Buffer[] = [];
  const costOf = (send: () => unknown) => measureAlone(process.pid, async () => send());
  const burn = (milliseconds: number) => {
    const { user, system } = process.cpuUsage();
    const used = () => (process.cpuUsage().user + process.cpuUsage().system - user - system) / 1e3;
    while (used() < milliseconds);
  };
  expect(isAbove(await costOf(() => burn(80)))).toBe(true);
  expect(isAbove(await costOf(() => kept.push(Buffer.alloc(7 * 1024 * 1024, 1))))).toBe(true);
  expect(isAbove(await costOf(() => burn(5)))).toBe(false);
});
