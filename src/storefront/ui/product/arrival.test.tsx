import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Arrival, ArrivalLine } from './arrival.tsx';

const now = () => new Date('2026-11-22T06:30:00Z');

it.each([
  [['combo'], 'Order today, arrives 28-30 Nov'],
  [['combo', 'garland'], 'Order today, arrives 30 Nov-3 Dec'],
] as const)('a parcel of %j: %s, counted from the day of the visit', (kinds, text) => {
  const html = renderToStaticMarkup(<Arrival kinds={kinds} now={now} />);
  expect(html).toBe(`<span>${text}</span>`);
});

it('is an empty line in the prerendered page, which has no day', () => {
  expect(renderToStaticMarkup(<ArrivalLine kinds={['garland']} />)).toMatch(
    /^<span class="[^"]+"><\/span>$/,
  );
});
