import { describe, expect, it } from 'vitest';
import { checkDispatch } from './dispatch.ts';

describe('the record of a parcel', () => {
  it('needs only the courier', () => {
    expect(checkDispatch({ courier: ' dtdc ' })).toEqual({ ok: true, value: { courier: 'DTDC' } });
    expect(checkDispatch({ courier: ' ' })).toEqual({
      ok: false,
      errors: { courier: 'Courier is required' },
    });
    expect(checkDispatch({ courier: 'x'.repeat(61) })).toMatchObject({ ok: false });
  });

  it('has the page of a known courier if it has a tracking number', () => {
    expect(checkDispatch({ courier: 'delhivery', trackingNumber: '12345' })).toEqual({
      ok: true,
      value: {
        courier: 'Delhivery',
        trackingNumber: '12345',
        trackingUrl: 'https://www.delhivery.com/track-v2/package/12345',
      },
    });
    expect(checkDispatch({ courier: 'Ravi', trackingNumber: 'A-1' })).toEqual({
      ok: true,
      value: { courier: 'Ravi', trackingNumber: 'A-1' },
    });
  });

  it('keeps a given page if it is a public https URL', () => {
    const trackingUrl = 'https://ravi.example/where?is=it';
    expect(checkDispatch({ courier: 'DTDC', trackingNumber: '1', trackingUrl })).toMatchObject({
      value: { trackingUrl },
    });
    for (const wrong of [
      'http://ravi.example/',
      'javascript:alert(1)',
      'https://',
      'https://owner:secret@ravi.example/',
      `https://ravi.example/${'x'.repeat(500)}`,
    ]) {
      expect(checkDispatch({ courier: 'Ravi', trackingUrl: wrong })).toMatchObject({ ok: false });
    }
  });

  it.each(['<b>1</b>', '=1+1', '1"2', 'x'.repeat(41)])(
    'refuses the tracking number %s',
    (number) => {
      expect(checkDispatch({ courier: 'DTDC', trackingNumber: number })).toMatchObject({
        ok: false,
        errors: { trackingNumber: expect.any(String) },
      });
    },
  );
});
