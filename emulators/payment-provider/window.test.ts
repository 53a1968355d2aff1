import { covers } from '#support/covers.ts';
import { describe, expect, test } from 'vitest';
import type { OrderRow } from './ledger/orders.ts';
import { formatAmount, windowPage } from './window/window-page.ts';

test.each([
  [100, '₹1.00'],
  [135_830, '₹1,358.30'],
  [11_990_000, '₹1,19,900.00'],
])('%i paise are %s', (paise, text) => {
  expect(formatAmount(paise, 'INR')).toBe(text);
});

const order: OrderRow = {
  id: 'order_1',
  amount: 135_830,
  amount_paid: 0,
  currency: 'INR',
  receipt: null,
  status: 'created',
  attempts: 0,
  notes: '{}',
  auto_capture: 1,
  created_at: 0,
};

describe('the page', () => {
  const content = {
    base: '/test-payments',
    business: 'Maalai',
    description: 'Product Purchase',
    shop: undefined,
    pay: { order, key: 'rzp_test_1', attempt: 'window_1' },
    problem: undefined,
  };

  test(
    'shows the recipient, the purpose and the amount, and that no money moves',
    covers('window-2'),
    () => {
      const page = windowPage(content);
      for (const text of ['Maalai', 'Product Purchase', '₹1,358.30', 'No money moves']) {
        expect(page).toContain(text);
      }
      for (const name of ['Success', 'Failure', 'Close']) {
        expect(page).toMatch(new RegExp(`<button type="button"[^>]*>${name}</button>`));
      }
    },
  );

  test('has only the button Close if there is a problem', () => {
    const page = windowPage({ ...content, pay: undefined, problem: 'Already paid.' });
    expect(page).toContain('<p class="problem" role="alert">Already paid.</p>');
    expect(page.match(/<button/g)).toHaveLength(1);
    expect(page).not.toMatch(/<body[^>]* data-/);
    expect(page).not.toContain('₹');
  });

  test('contains the origin of the shop’s page, also if it can only be closed', () => {
    const shop = 'https://shop.example';
    for (const pay of [content.pay, undefined]) {
      expect(windowPage({ ...content, pay, shop })).toMatch(
        /<body[^>]* data-shop="https:\/\/shop\.example"/,
      );
    }
  });

  test('has no markup from outside, no style attribute and no inline script', () => {
    const evil = `"><script>alert('x')</script><i style="x">&amp;`;
    const page = windowPage({ ...content, business: evil, description: evil });
    expect(page).not.toContain('<script>');
    expect(page).not.toContain('<i style');
    expect(page).toContain('&quot;&gt;&lt;script&gt;');
  });
});
