import { describe, expect, it } from 'vitest';
import {
  readOnlyArgument,
  readOrdersArguments,
  readRefundArguments,
  readReviewsArguments,
  readSentArguments,
  UnclearArguments,
} from './arguments.ts';

const orderId = 'MA-4F7KQ2M9XA';
const request = (more: object) => ({ orderId, request: more });
const dispatch = (more: object) => ({ orderId, dispatch: { courier: 'DTDC', ...more } });

describe.each([
  [readOrdersArguments, [], { show: 'open', isAll: false }],
  [readOrdersArguments, ['--all'], { show: 'open', isAll: true }],
  [readOrdersArguments, ['--csv'], { show: 'table', file: undefined }],
  [readOrdersArguments, ['--csv', 'a.csv'], { show: 'table', file: 'a.csv' }],
  [readOrdersArguments, [' ma-4f7kq2m9xa'], { show: 'story', orderId }],
  [readSentArguments, [orderId, '--courier', 'dtdc'], dispatch({})],
  [
    readSentArguments,
    [`\u2066${orderId}\u2069`, '--courier', 'Ra\u200bvi', '--tracking', '1\u200d२३'],
    dispatch({ courier: 'Ravi', trackingNumber: '123' }),
  ],
  [
    readRefundArguments,
    [orderId, '--amount', '\u200e₹२५०.००', '--times', '२'],
    request({ amount: 25_000, times: 2 }),
  ],
  [
    readSentArguments,
    [orderId, '--courier', 'dtdc', '--tracking', '123', '--url', 'https://x.example/'],
    dispatch({ trackingNumber: '123', trackingUrl: 'https://x.example/' }),
  ],
  [readSentArguments, [orderId, '--tracking', '4'], { orderId, dispatch: { trackingNumber: '4' } }],
  [readRefundArguments, [orderId], request({})],
  [readRefundArguments, [orderId, '--amount', '250'], request({ amount: 25_000 })],
  [readRefundArguments, [orderId, '--amount', '250.5'], request({ amount: 25_050 })],
  [readRefundArguments, [orderId, '--amount', '₹250.05'], request({ amount: 25_005 })],
  [readRefundArguments, [orderId, '--amount', '0.01'], request({ amount: 1 })],
  [
    readRefundArguments,
    [orderId, '--amount', '250', '--times', '2'],
    request({ amount: 25_000, times: 2 }),
  ],
  [readRefundArguments, ['pay_1'], { paymentId: 'pay_1' }],
  [readReviewsArguments, [], { act: 'list', isHidden: false }],
  [
    readReviewsArguments,
    ['--hidden', '--product', '3'],
    { act: 'list', isHidden: true, productId: '3' },
  ],
  [
    readReviewsArguments,
    ['hide', 'a-1', '--reason', ' an\nadvertisement '],
    { act: 'hide', id: 'a-1', reason: 'an advertisement' },
  ],
  [readReviewsArguments, ['show', 'a-1'], { act: 'show', id: 'a-1' }],
  [readReviewsArguments, ['import', 'a.json'], { act: 'import', file: 'a.json' }],
  [readOnlyArgument, ['a.backup'], 'a.backup'],
])('%o', (read, args, expected) => {
  it(`reads ${args.join(' ')}`, () => expect(read(args)).toEqual(expected));
});

describe('arguments that are not clear', () => {
  it.each([
    [readOrdersArguments, ['pay_1']],
    [readOrdersArguments, ['--csv', '/etc/passwd']],
    [readOrdersArguments, [orderId, '--all']],
    [readOrdersArguments, [orderId, orderId]],
    [readSentArguments, [orderId]],
    [readSentArguments, ['--courier', 'DTDC']],
    [readRefundArguments, []],
    [readRefundArguments, ['']],
    [readRefundArguments, [orderId, '--times', '2']],
    [readReviewsArguments, ['hide']],
    [readReviewsArguments, ['hide', '']],
    [readReviewsArguments, ['hide', 'a-1', 'spam', '--reason', 'x']],
    [readReviewsArguments, ['show', 'a-1', '--reason', 'x']],
    [readReviewsArguments, ['show', 'a-1', '--product', '3']],
    [readReviewsArguments, ['delete', 'a-1']],
    [readReviewsArguments, ['--reason', 'x']],
    [readOnlyArgument, []],
    [readOnlyArgument, ['']],
    [readOnlyArgument, ['a', 'b']],
  ])('%o refuses %j', (read, args) => {
    expect(() => read(args)).toThrow(new UnclearArguments());
  });

  it('name the option that is unknown', () => {
    expect(() => readOrdersArguments(['--cvs'])).toThrow(/^Unknown option '--cvs'/);
  });
});

describe('values that cannot be right', () => {
  it.each(['', '0', '0.00', '-1', '25,00', '2,50', '1.005', '1e3', '250 rupees', '.5'])(
    'are the amount %j',
    (amount) => {
      expect(() => readRefundArguments([orderId, `--amount=${amount}`])).toThrow(
        'is no amount in rupees',
      );
    },
  );

  it.each([
    [readRefundArguments, [orderId, '--amount', '1', '--times', '0'], /^--times says/],
    [readRefundArguments, ['pay_1', '--amount', '1'], /goes back whole/],
    [readReviewsArguments, ['hide', 'a-1'], /^Say why, in 1 to 200 characters/],
    [readReviewsArguments, ['hide', 'a-1', '--reason', 'x'.repeat(201)], /^Say why/],
    [readReviewsArguments, ['--product', '99'], "There is no product '99'."],
    [
      readSentArguments,
      [orderId, '--courier', ' ', '--url', 'http://x'],
      'Courier is required. Use an address that begins with https:// for the tracking page.',
    ],
  ])('%o explains %j', (read, args, message) => {
    expect(() => read(args)).toThrow(message);
  });
});
