import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { signUpStates, states } from './states.ts';

describe('states', () => {
  it(
    'are the 28 states from Andhra Pradesh to West Bengal, in alphabetical order',
    covers('constant-28'),
    () => {
      expect(states).toHaveLength(28);
      expect(states[0]).toBe('Andhra Pradesh');
      expect(states.at(-1)).toBe('West Bengal');
      expect(states.toSorted()).toEqual(states);
      expect(new Set(states).size).toBe(28);
    },
  );

  it.each([
    'Andaman and Nicobar Islands',
    'Chandigarh',
    'Dadra and Nagar Haveli and Daman and Diu',
    'Delhi',
    'Jammu and Kashmir',
    'Ladakh',
    'Lakshadweep',
    'Puducherry',
  ])('do not include the union territory %s', covers('constant-28'), (territory) => {
    expect(states).not.toContain(territory);
  });

  it('of the sign-up screen are the ten of the specification, in its order', () => {
    expect(signUpStates).toEqual([
      'Tamil Nadu',
      'Kerala',
      'Karnataka',
      'Andhra Pradesh',
      'Telangana',
      'Maharashtra',
      'Uttar Pradesh',
      'Gujarat',
      'Rajasthan',
      'Punjab',
    ]);
    for (const state of signUpStates) expect(states).toContain(state);
  });
});
