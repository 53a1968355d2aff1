import { describe, expect, it } from 'vitest';
import { courierName, trackingPage } from './dispatch.ts';

describe('a courier', () => {
  it.each([
    ['dtdc', 'DTDC'],
    ['Blue-Dart', 'Blue Dart'],
    ['BLUEDART', 'Blue Dart'],
    ['Speed Post', 'India Post'],
    ['The Professional Couriers', 'Professional Couriers'],
  ])('is recognised by the name %s', (typed, name) => {
    expect(courierName(typed)).toBe(name);
  });

  it('keeps an unknown name, without a tracking page', () => {
    expect(courierName('Ravi on his scooter')).toBe('Ravi on his scooter');
    expect(trackingPage('Ravi on his scooter', '1')).toBeUndefined();
  });

  it('has a tracking page, with the number in its URL where that is possible', () => {
    expect(trackingPage('delhivery', '12 34/5')).toBe(
      'https://www.delhivery.com/track-v2/package/12%2034%2F5',
    );
    expect(trackingPage('DTDC', 'D1')).toBe('https://www.dtdc.com/track-your-shipment/');
    const pages = ['India Post', 'Blue Dart', 'XpressBees', 'ST Courier', 'TPC'].map((courier) =>
      trackingPage(courier, '1'),
    );
    for (const page of pages) expect(page).toMatch(/^https:\/\//);
  });
});
