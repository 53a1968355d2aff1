// Where a dispute stands, in whatever order its steps come.
import { expect, it } from 'vitest';
import { mergeDispute } from './disputes.ts';

type Dispute = Parameters<typeof mergeDispute>[0];

const days = (day: number) => `2026-12-0${day}T09:00:00.000Z`;
const created: Dispute = {
  dispute_id: 'disp_1',
  payment_id: 'pay_1',
  provider_order_id: 'order_1',
  amount: 50_000,
  currency: 'INR',
  reason_code: 'credit_not_processed',
  phase: 'chargeback',
  state: 'open',
  respond_by: days(4),
  opened_at: days(1),
  ended_at: null,
  reported_at: days(1),
};
const step = (state: Dispute['state'], day: number, more: Partial<Dispute> = {}): Dispute => {
  const later = { state, opened_at: days(day), reported_at: days(day), respond_by: null };
  return { ...created, reason_code: '', ...later, ...more };
};
const won = step('won', 3, { ended_at: days(3) });
const reviewed = step('under_review', 2);
const again = { phase: 'pre_arbitration', respond_by: days(6) } as const;
const asked = step('action_required', 5, again);
const known = { reason_code: 'credit_not_processed', respond_by: days(4), opened_at: days(1) };
const untimed = (dispute: Dispute) => ({ ...dispute, reported_at: '' });

it.each<[string, Dispute[], Partial<Dispute>]>([
  ['its end', [created, reviewed, won], { ...won, ...known }],
  ['its last step', [created, reviewed], { ...reviewed, ...known }],
  ['an end without times', [created, reviewed, won].map(untimed), untimed({ ...won, ...known })],
  ['the second question', [created, reviewed, won, asked], { ...asked, ...known, ...again }],
  [
    'a step that is dated after the end',
    [created, won, step('under_review', 4)],
    { ...won, ...known },
  ],
])('is %s', (_, steps, stands) => {
  for (const arrived of orders(steps)) {
    expect(arrived.reduce(mergeDispute)).toEqual(stands);
    expect([...arrived, ...arrived].reduce(mergeDispute)).toEqual(stands);
  }
});

function orders(steps: readonly Dispute[]): Dispute[][] {
  if (steps.length === 0) return [[]];
  return steps.flatMap((first) =>
    orders(steps.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  );
}
