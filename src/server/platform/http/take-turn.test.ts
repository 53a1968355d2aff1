import { expect, it } from 'vitest';
import { nextTurn } from './stream-list.ts';

it('each waiting portion gets a turn of its own, in the order in which they came', async () => {
  const turns: string[] = [];
  await Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      await nextTurn();
      turns.push(name);
      setImmediate(() => turns.push(`after ${name}`));
    }),
  );
  expect(turns).toEqual(['one', 'after one', 'two', 'after two', 'three']);
});
