import { afterEach, describe, expect, it, vi } from 'vitest';
import { fillDelivery } from './delivery-help.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('fillDelivery', () => {
  const known = {
    customerName: 'Kavya Raman',
    phoneNumber: '9876543210',
    landmark: 'Near the temple tank',
    state: 'Tamil Nadu',
    pincode: '600004',
    address: '14, North Mada Street',
  };
  const empty = Object.fromEntries(Object.keys(known).map((name) => [name, '']));

  /** Returns a form with these texts, and the requests of the account's texts, which are the response. */
  function openForm(texts: Partial<typeof known> = {}, response: object = known, status = 200) {
    const ownerDocument: { activeElement?: unknown } = {};
    const edited: string[] = [];
    const fields = Object.entries({ ...empty, ...texts }).map(([name, value]) => ({
      name,
      value,
      ownerDocument,
      ariaInvalid: 'true',
      dispatchEvent: () => edited.push(name),
      ...(name !== 'state' && { select: vi.fn<() => void>() }),
    }));
    const requests: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      requests.push(path);
      return Response.json(response, { status });
    });
    const namedItem = (name: string) => fields.find((field) => field.name === name) as never;
    return {
      requests,
      edited,
      namedItem,
      texts: () => Object.fromEntries(fields.map(({ name, value }) => [name, value])),
      focus: (name: string) => (ownerDocument.activeElement = namedItem(name)),
      selected: () =>
        fields.filter(({ select }) => select?.mock.calls.length).map(({ name }) => name),
      type: (name: string, value: string) => Object.assign(namedItem(name), { value }),
    };
  }

  it.each([
    ['the texts of the account', known, 200, known],
    ['only known fields', { pincode: '600004', x: 'y' }, 200, { ...empty, pincode: '600004' }],
    ['only texts', { pincode: 600004 }, 200, empty],
    ['nothing if the request fails', known, 401, empty],
  ])('fills in %s', async (_what, response, status, expected) => {
    const form = openForm({}, response, status);
    await fillDelivery(form);
    expect(form.requests).toEqual(['/api/users/delivery']);
    expect(form.texts()).toEqual(expected);
  });

  it('takes the errors of the fields that it fills in, and of no others', async () => {
    const form = openForm({}, { pincode: '600004', address: '7, Car Street' });
    await fillDelivery(form);
    expect(form.edited).toEqual(['pincode', 'address']);
  });

  it.each(Object.keys(known))('requests and fills in nothing once %s is typed', async (name) => {
    const form = openForm({ [name]: 'x' });
    await fillDelivery(form);
    expect(form.requests).toEqual([]);
    expect(form.texts()).toEqual({ ...empty, [name]: 'x' });
  });

  it('fills in nothing if something is typed during the request', async () => {
    const form = openForm();
    const filled = fillDelivery(form);
    form.type('address', '7, Car Street');
    await filled;
    expect(form.texts()).toEqual({ ...empty, address: '7, Car Street' });
  });

  it.each([
    ['address', ['address']],
    ['state', []],
  ])('selects the text of %s, if it has one and the focus', async (name, selected) => {
    const form = openForm();
    const filled = fillDelivery(form);
    form.focus(name);
    await filled;
    expect(form.texts()).toEqual(known);
    expect(form.selected()).toEqual(selected);
  });
});
