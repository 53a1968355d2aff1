import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Missed } from './delivery-fields.tsx';

// A garland that is ordered on this Sunday arrives by 3 December.
const now = new Date('2026-11-22T06:30:00Z');
const garland = { productId: '3', quantity: 1 };

function render(day: string, lines = [garland]): string {
  return renderToStaticMarkup(<Missed day={day} lines={lines} now={now} />);
}

describe('the warning about the needed-by date', () => {
  it('is shown with a link to the chat if the date cannot be met', () => {
    const html = render('2026-12-02');
    expect(html).toContain(
      'We may not make it by 2 December; the parcel arrives by 3 December. <a href="https://wa.me/',
    );
    expect(html).toContain(encodeURIComponent('I need my gift by 2 December. Can you make it?'));
  });

  it('is not shown if the date can be met', () => {
    expect(render('2026-12-03')).toBe('');
  });

  it('is not shown for an order without products', () => {
    expect(render('2026-12-02', [])).toBe('');
  });
});
