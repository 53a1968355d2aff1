import { expect, it } from 'vitest';
import { mayPrefetch } from './navigation.tsx';

it.each([
  [undefined, true],
  [{ saveData: false, effectiveType: '4g' }, true],
  [{ saveData: true, effectiveType: '4g' }, false],
  [{ saveData: false, effectiveType: '3g' }, false],
])('whether to prefetch over the connection %j: %s', (connection, may) => {
  expect(mayPrefetch(connection)).toBe(may);
});
