import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Arrival } from './arrival.tsx';
import { ArrivalLine } from './arrival-line.tsx';

const now = () => new Date('2026-11-22T06:30:00Z');

it('promises the days of the slowest product, from the day of the visit on', () => {
  const render = (...kinds: ('combo' | 'garland')[]) =>
    renderToStaticMarkup(<Arrival kinds={kinds} now={now} />);
  expect(render('combo')).toBe('Order today, arrives 28-30 Nov');
  expect(render('garland')).toBe('Order today, arrives 30 Nov-3 Dec');
  expect(render('combo', 'garland')).toBe(render('garland'));
});

it('is an empty line on the page as it is built, which has no day', () => {
  expect(renderToStaticMarkup(<ArrivalLine kinds={['garland']} />)).toMatch(
    /^<span class="[^"]+"><\/span>$/,
  );
});
