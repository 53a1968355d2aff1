import { describe, expect, it } from 'vitest';
import { mayPrefetch } from './navigation.tsx';

describe('mayPrefetch', () => {
  it('allows it over a fast connection, and if the browser does not say', () => {
    expect(mayPrefetch({ saveData: false, effectiveType: '4g' })).toBe(true);
    expect(mayPrefetch()).toBe(true);
  });

  it('refuses it to a visitor who saves data', () => {
    expect(mayPrefetch({ saveData: true, effectiveType: '4g' })).toBe(false);
  });

  it.each(['slow-2g', '2g', '3g'])('refuses it over %s', (effectiveType) => {
    expect(mayPrefetch({ saveData: false, effectiveType })).toBe(false);
  });
});
