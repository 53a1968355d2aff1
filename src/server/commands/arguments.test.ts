import { describe, expect, it } from 'vitest';
import { CommandError } from '../platform/failures.ts';
import { readOrdersArguments, readRefundArguments, readSentArguments } from './arguments.ts';

const orderId = 'MA-4F7KQ2M9XA';

/** Returns the first line of the error, or 'accepted'. */
function refusalOf(read: (args: string[]) => unknown, args: string[]): string {
  try {
    read(args);
  } catch (error) {
    if (error instanceof CommandError) return error.message.split('\n')[0] ?? '';
  }
  return 'accepted';
}

describe('npm run orders', () => {
  it('shows the open orders, a table of them, or all about one', () => {
    expect(readOrdersArguments([])).toEqual({ show: 'open', isAll: false });
    expect(readOrdersArguments(['--all'])).toEqual({ show: 'open', isAll: true });
    expect(readOrdersArguments(['--csv'])).toEqual({ show: 'table', file: undefined });
    expect(readOrdersArguments(['--csv', 'a.csv'])).toEqual({ show: 'table', file: 'a.csv' });
    expect(readOrdersArguments([' ma-4f7kq2m9xa'])).toEqual({ show: 'story', orderId });
  });

  it.each([[['pay_1']], [['--csv', '/etc/passwd']], [[orderId, '--all']], [[orderId, orderId]]])(
    'refuses %j',
    (args) => {
      expect(refusalOf(readOrdersArguments, args)).toBe('Which orders?');
    },
  );

  it('reports an unknown option', () => {
    expect(refusalOf(readOrdersArguments, ['--cvs'])).toMatch(/^Unknown option '--cvs'/);
  });
});

describe('npm run sent', () => {
  it('records the courier and the tracking data', () => {
    const args = [orderId, '--courier', 'dtdc', '--tracking', '123', '--url', 'https://x.example/'];
    const dispatch = {
      courier: 'DTDC',
      trackingNumber: '123',
      trackingUrl: 'https://x.example/',
    };
    expect(readSentArguments(args)).toEqual({ orderId, dispatch });
  });

  it('reports what is missing or wrong', () => {
    const usage = 'Which order was sent, and by whom?';
    expect(refusalOf(readSentArguments, [orderId])).toBe(usage);
    expect(refusalOf(readSentArguments, ['--courier', 'DTDC'])).toBe(usage);
    const wrong = [orderId, '--courier', ' ', '--url', 'http://x'];
    expect(refusalOf(readSentArguments, wrong)).toBe(
      'Courier is required. Use an address that begins with https:// for the tracking page.',
    );
  });
});

describe('npm run refund', () => {
  it.each([
    ['250', 25_000],
    ['250.5', 25_050],
    ['₹250.05', 25_005],
    ['0.01', 1],
  ])('reads %s to the paisa', (amount, paise) => {
    const wish = { amount: paise };
    expect(readRefundArguments([orderId, '--amount', amount])).toEqual({ orderId, wish });
  });

  it.each(['', '0', '0.00', '-1', '1,000', '2,50', '1.005', '1e3', '250 rupees', '.5'])(
    'refuses the amount %j',
    (amount) => {
      expect(refusalOf(readRefundArguments, [orderId, `--amount=${amount}`])).toContain(
        'is no amount in rupees',
      );
    },
  );

  it('refunds the rest of an order, an amount several times, or a payment', () => {
    expect(readRefundArguments([orderId])).toEqual({ orderId, wish: {} });
    expect(readRefundArguments([orderId, '--amount', '250', '--times', '2'])).toEqual({
      orderId,
      wish: { amount: 25_000, times: 2 },
    });
    expect(readRefundArguments(['pay_1'])).toEqual({ paymentId: 'pay_1' });
  });

  it('refuses unclear arguments', () => {
    expect(refusalOf(readRefundArguments, [])).toBe('Refund what?');
    expect(refusalOf(readRefundArguments, [orderId, '--times', '2'])).toBe('Refund what?');
    expect(refusalOf(readRefundArguments, [orderId, '--amount', '1', '--times', '0'])).toMatch(
      /^--times says/,
    );
    expect(refusalOf(readRefundArguments, ['pay_1', '--amount', '1'])).toMatch(/goes back whole/);
  });
});
