import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Arrival, ArrivalLine } from './arrival.tsx';

const now = () => new Date('2026-11-22T06:30:00Z');

it('shows the days of the slowest product, counted from the day of the visit', () => {
  const render = (...kinds: ('combo' | 'garland')[]) =>
    renderToStaticMarkup(<Arrival kinds={kinds} now={now} />);
  expect(render('combo')).toBe('Order today, arrives 28-30 Nov');
  expect(render('garland')).toBe('Order today, arrives 30 Nov-3 Dec');
  expect(render('combo', 'garland')).toBe(render('garland'));
});

it('shows the dispatch and the arrival in two lines', () => {
  const line = (kind: 'combo' | 'garland', says: 'sent' | 'withYou') =>
    renderToStaticMarkup(<Arrival kinds={[kind]} says={says} now={now} />);
  expect(line('garland', 'sent')).toBe('Order today: sent by 26 Nov');
  expect(line('garland', 'withYou')).toBe('With you 30 Nov-3 Dec');
  expect(line('combo', 'withYou')).toBe('With you 28-30 Nov');
});

it('is an empty line in the prerendered page, which has no day', () => {
  expect(renderToStaticMarkup(<ArrivalLine kinds={['garland']} />)).toMatch(
    /^<span class="[^"]+"><\/span>$/,
  );
});
