import { describe, expect, it } from 'vitest';
import { checkDispatch, correctDispatch } from './dispatch.ts';

const valueOf = (input: Record<string, unknown>) => {
  const checked = checkDispatch(input);
  return checked.ok ? checked.value : checked.errors;
};

it.each([
  [' dtdc ', 'DTDC', 'https://www.dtdc.com/track-your-shipment/'],
  ['Blue-Dart', 'Blue Dart', /^https:\/\/www\.bluedart\.com\/.*trackNo=125$/],
  ['Speed Post', 'India Post', /^https:\/\/www\.indiapost/],
  ['ST', 'ST Courier', /^https:\/\/stcourier/],
  ['The Professional Couriers', 'Professional Couriers', /^https:\/\/www\.tpcindia/],
])('a parcel with %j has the name and the tracking page of %s', (courier, name, page) => {
  expect(valueOf({ courier, trackingNumber: '12 /5' })).toEqual({
    courier: name,
    trackingNumber: '12 /5',
    trackingUrl: expect.stringMatching(page),
  });
  expect(valueOf({ courier })).toEqual({ courier: name });
});

it.each([
  ['ab 12\u00a034 in', 'ab 12 34 in', 'AB1234IN'],
  ['12\u201134\u2013 56\u2212 7', '12-34- 56- 7', '1234567'],
  ['\u200b12  34\u2009/5', '12 34 /5', '12345'],
])('the number %j is recorded as %j, and linked as %s', (typed, trackingNumber, linked) => {
  expect(valueOf({ courier: 'Delhivery', trackingNumber: typed })).toEqual({
    courier: 'Delhivery',
    trackingNumber,
    trackingUrl: `https://www.delhivery.com/track-v2/package/${linked}`,
  });
});

it('an unknown courier keeps its name, without a tracking page', () => {
  const parcel = { courier: 'Ravi on his scooter', trackingNumber: 'A-1' };
  expect(valueOf(parcel)).toEqual(parcel);
  expect(valueOf({ courier: ' ' })).toEqual({ courier: 'Courier is required' });
  const [longest, tooLong] = [
    'x'.repeat(60),
    'Courier is too long: please use at most 60 characters',
  ];
  expect(valueOf({ courier: longest })).toEqual({ courier: longest });
  expect(valueOf({ courier: `${longest}x` })).toEqual({ courier: tooLong });
});

it('a given page is used if it is a public https URL', () => {
  const given = { trackingNumber: '1', trackingUrl: 'https://ravi.example/where?is=it' };
  expect(valueOf({ courier: 'DTDC', ...given })).toEqual({ courier: 'DTDC', ...given });
  const others = ['http://ravi.example/', 'https:ravi.example', 'javascript:alert(1)', 'https://'];
  const [secret, long] = ['https://owner:secret@ravi.example/', `https://r.in/${'x'.repeat(500)}`];
  const wrong = 'Use an address that begins with https:// for the tracking page';
  for (const trackingUrl of [...others, secret]) {
    expect(valueOf({ courier: 'Ravi', trackingUrl })).toEqual({ trackingUrl: wrong });
  }
  expect(checkDispatch({ courier: 'Ravi', trackingUrl: long })).toMatchObject({ ok: false });
});

it.each([
  ...['<b>1</b>', '=1+1', '1"2'].map((number) => [
    number,
    'Use letters, digits, spaces and dashes',
  ]),
  ['x'.repeat(41), 'Tracking number is too long'],
] as [string, string][])('refuses the tracking number %s: %s', (number, why) => {
  expect(checkDispatch({ courier: 'DTDC', trackingNumber: number })).toEqual({
    ok: false,
    errors: { trackingNumber: expect.stringContaining(why) },
  });
});

describe('correctDispatch', () => {
  const ravi = { courier: 'Ravi', trackingNumber: '12', trackingUrl: 'https://r.example/?no=12' };
  const moved = { trackingNumber: '34', trackingUrl: 'https://r.example/?no=34' };
  const otherPage = { courier: 'Ravi', trackingUrl: 'https://r.example/' };
  const otherCourier = { courier: 'DTDC', trackingNumber: '12' };

  it.each([
    [{ trackingNumber: '34' }, { ...ravi, ...moved }],
    [otherPage, { ...ravi, ...otherPage }],
    [{ courier: 'Ravi', trackingNumber: '12' }, ravi],
    [otherCourier, otherCourier],
  ])('changes what %o names', (correction, expected) => {
    expect(correctDispatch(ravi, correction)).toEqual(expected);
  });

  it('adds the page of a courier that the shop knows', () => {
    const page = 'https://www.delhivery.com/track-v2/package/';
    const correction = { trackingNumber: '1 2' };
    const expected = { courier: 'Delhivery', ...correction, trackingUrl: `${page}12` };
    expect(correctDispatch({ courier: 'Delhivery' }, correction)).toEqual(expected);
    for (const trackingUrl of [`${page}12`, `${page}1%202`]) {
      const corrected = correctDispatch({ ...expected, trackingUrl }, { trackingNumber: '12 3' });
      expect(corrected.trackingUrl).toBe(`${page}123`);
    }
  });
});
