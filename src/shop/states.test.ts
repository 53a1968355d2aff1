import { describe, expect, it } from 'vitest';
import { isPinCode, signUpStates, states } from './states.ts';

describe('states', () => {
  it('are 28 from Andhra Pradesh to West Bengal, by the alphabet [constant-28]', () => {
    expect(states[0]).toBe('Andhra Pradesh');
    expect(states.at(-1)).toBe('West Bengal');
    expect(states.toSorted()).toEqual(states);
    expect(new Set(states).size).toBe(28);
    const territories = ['Chandigarh', 'Delhi', 'Ladakh', 'Puducherry'];
    expect(territories.filter((each) => states.some((state) => state === each))).toEqual([]);
  });

  it('of the sign-up screen are the ten of the specification, in its order', () => {
    expect(signUpStates.join(', ')).toBe(
      'Tamil Nadu, Kerala, Karnataka, Andhra Pradesh, Telangana, Maharashtra, Uttar Pradesh, Gujarat, Rajasthan, Punjab',
    );
    for (const state of signUpStates) expect(states).toContain(state);
  });
});

it('a PIN code is six digits, and does not begin with 0 [rule-14]', () => {
  for (const text of ['110001', '855117', '999999']) expect(isPinCode(text)).toBe(true);
  const others = ['', '60000', '6000044', '012345', '60000a', '600 004', ' 600004', '६००००४'];
  for (const text of others) expect(isPinCode(text)).toBe(false);
});
