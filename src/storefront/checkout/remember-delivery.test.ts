import { expect, it, vi } from 'vitest';
import type { DeliveryResponse } from '../../shop/payloads/payments.ts';
import type { RequestResult } from '../platform/request.ts';
import { fillDelivery } from './delivery-help.tsx';

const known = {
  customerName: 'Kavya Raman',
  phoneNumber: '9876543210',
  landmark: 'Near the temple tank',
  state: 'Tamil Nadu',
  pincode: '600004',
  address: '14, North Mada Street',
};
const empty = Object.fromEntries(Object.keys(known).map((name) => [name, '']));

/** Returns a form with these texts, and the account's reply to its request. */
function formWith(texts: Partial<typeof known> = {}, reply: DeliveryResponse = known) {
  const ownerDocument: { activeElement?: unknown } = {};
  const fields = Object.entries({ ...empty, ...texts }).map(([name, value]) => ({
    name,
    value,
    ownerDocument,
    ...(name !== 'state' && { select: vi.fn<() => void>() }),
  }));
  const namedItem = (name: string) => fields.find((field) => field.name === name) as never;
  const ask = vi.fn<() => Promise<RequestResult<DeliveryResponse>>>(async () => ({
    ok: true,
    value: reply,
  }));
  return {
    ask,
    namedItem,
    texts: () => Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    focus: (name: string) => (ownerDocument.activeElement = namedItem(name)),
    selected: () =>
      fields.filter(({ select }) => select?.mock.calls.length).map(({ name }) => name),
    type: (name: string, value: string) => Object.assign(namedItem(name), { value }),
  };
}

it('fills in the texts of the account', async () => {
  const form = formWith();
  await fillDelivery(form, form.ask);
  expect(form.texts()).toEqual(known);
});

it('fills in only the known fields', async () => {
  const form = formWith({}, { customerName: 'Kavya', pincode: '600004' });
  await fillDelivery(form, form.ask);
  expect(form.texts()).toEqual({ ...empty, customerName: 'Kavya', pincode: '600004' });
});

it.each(Object.keys(known))('requests and fills in nothing once %s is typed', async (name) => {
  const form = formWith({ [name]: 'x' });
  await fillDelivery(form, form.ask);
  expect(form.ask).not.toHaveBeenCalled();
  expect(form.texts()).toEqual({ ...empty, [name]: 'x' });
});

it('fills in nothing if something is typed during the request', async () => {
  const form = formWith();
  const filled = fillDelivery(form, form.ask);
  form.type('address', '7, Car Street');
  await filled;
  expect(form.texts()).toEqual({ ...empty, address: '7, Car Street' });
});

it.each(['customerName', 'address'])('selects the text of %s if it has the focus', async (name) => {
  const form = formWith();
  const filled = fillDelivery(form, form.ask);
  form.focus(name);
  await filled;
  expect(form.texts()).toEqual(known);
  expect(form.selected()).toEqual([name]);
});

it('fills in the state that has the focus', async () => {
  const form = formWith();
  form.focus('state');
  await fillDelivery(form, form.ask);
  expect(form.texts()).toEqual(known);
});

it('stays empty if the request fails', async () => {
  const form = formWith();
  form.ask.mockResolvedValue({
    ok: false,
    kind: 'problem',
    status: 401,
    detail: '',
    errors: [],
    body: undefined,
  });
  await fillDelivery(form, form.ask);
  expect(form.texts()).toEqual(empty);
});
