import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '#support/any-text.ts';
import { adviceOnPin, listPlaces } from './pin-places.ts';
import { states } from './states.ts';

describe('listPlaces', () => {
  it('returns the places of a PIN code', () => {
    for (const [pincode, places] of Object.entries({
      110001: 'Delhi',
      122001: 'Haryana',
      141001: 'Punjab',
      160017: 'Chandigarh, Punjab',
      190001: 'Jammu and Kashmir',
      194101: 'Ladakh',
      226001: 'Uttar Pradesh',
      248001: 'Uttarakhand',
      362520: 'Gujarat, Dadra and Nagar Haveli and Daman and Diu',
      403001: 'Goa',
      492001: 'Chhattisgarh',
      507001: 'Telangana, Andhra Pradesh',
      560001: 'Karnataka',
      600004: 'Tamil Nadu',
      605001: 'Tamil Nadu, Puducherry',
      682555: 'Kerala, Lakshadweep',
      737101: 'Sikkim',
      744101: 'the Andaman and Nicobar Islands',
      791111: 'Arunachal Pradesh',
      799001: 'Tripura',
      834001: 'Jharkhand',
    })) {
      expect({ pincode, places: listPlaces(pincode).join(', ') }).toEqual({ pincode, places });
    }
  });

  it("returns no places for an unused prefix and for the army's prefix", () => {
    expect(listPlaces('199999')).toEqual([]);
    expect(listPlaces('900001')).toEqual([]);
  });

  it('includes every state', () => {
    const prefixes = Array.from({ length: 900 }, (_, index) => `${100 + index}001`);
    const named = new Set(prefixes.flatMap(listPlaces));
    expect(states.filter((state) => !named.has(state))).toEqual([]);
  });
});

describe('adviceOnPin', () => {
  it('fills in the state of a PIN code if none is chosen', () => {
    expect(adviceOnPin('600004', '')).toEqual({ state: 'Tamil Nadu' });
    expect(adviceOnPin(' 600 004', '')).toEqual({ state: 'Tamil Nadu' });
  });

  it('returns nothing if PIN code and state agree', () => {
    expect(adviceOnPin('600004', 'Tamil Nadu')).toEqual({});
    expect(adviceOnPin('813001', 'Jharkhand')).toEqual({});
  });

  it('asks about a mismatch', () => {
    expect(adviceOnPin('560001', 'Tamil Nadu')).toEqual({
      question: '560001 is in Karnataka. Is Tamil Nadu right? If not, please change one of them.',
    });
    expect(adviceOnPin('813001', 'Kerala').question).toBe(
      '813001 is in Bihar or Jharkhand. Is Kerala right? If not, please change one of them.',
    );
  });

  it('points to the chat for a place that cannot be chosen', () => {
    expect(adviceOnPin('110001', '')).toEqual({
      question: '110001 is in Delhi. Please ask us: tap ‘My place is not listed’.',
    });
    expect(adviceOnPin('110001', 'Tamil Nadu')).toEqual({
      question: '110001 is in Delhi. Is Tamil Nadu right? If not, tap ‘My place is not listed’.',
    });
  });

  it('fills in no state if the PIN code may be in several', () => {
    expect(adviceOnPin('813001', '')).toEqual({});
    expect(adviceOnPin('605001', '')).toEqual({});
  });

  it('returns nothing for an invalid PIN code', () => {
    for (const typed of ['', '60000', '6000045', '000001', '900001', 'abcdef']) {
      expect(adviceOnPin(typed, '')).toEqual({});
      expect(adviceOnPin(typed, 'Kerala')).toEqual({});
    }
    fc.assert(fc.property(anyText(12), (typed) => !adviceOnPin(`x${typed}`, 'Kerala').question));
  });
});
