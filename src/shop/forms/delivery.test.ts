import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { states } from '../states.ts';
import { checkDelivery } from './delivery.ts';
import type { DeliveryField } from './delivery.ts';

const filled = {
  customerName: 'Asha Raman',
  email: 'asha@example.in',
  phoneNumber: '9876543210',
  landmark: 'Opposite the tank',
  state: 'Tamil Nadu',
  pincode: '600004',
  address: '14, North Mada Street\nMylapore, Chennai',
};

const messages = {
  customerName: 'Name is required',
  email: 'Enter a valid email address',
  phoneNumber: 'Enter a valid 10-digit phone number',
  state: 'Please select a state',
  pincode: 'Enter a valid 6-digit pincode',
  address: 'Address is required',
};

const now = new Date('2026-11-22T18:29:00Z');
const check = (input: Record<string, unknown>) => checkDelivery(input, now);
const valueOf = (field: DeliveryField, value: unknown) => {
  const checked = check({ ...filled, [field]: value });
  return checked.ok ? checked.value[field] : checked.errors;
};

describe('checkDelivery', () => {
  it('accepts a valid form, and drops unknown fields [entity-20]', () => {
    expect(check({ ...filled, admin: true })).toEqual({ ok: true, value: filled });
  });

  it('reports all missing fields, with the messages of the specification [rule-9]', () => {
    expect(check({})).toEqual({ ok: false, errors: messages });
    for (const [field, message] of Object.entries(messages)) {
      for (const value of ['', ' \u0000', null, 600_004, ['x']]) {
        expect(valueOf(field as DeliveryField, value)).toEqual({ [field]: message });
      }
    }
  });

  it('accepts every state of the list, and no landmark [rule-16]', () => {
    for (const state of states) expect(valueOf('state', state)).toBe(state);
    for (const none of ['', undefined, null, ' ']) expect(valueOf('landmark', none)).toBe('');
  });

  it.each([
    ['customerName', 100, 'Name'],
    ['landmark', 200, 'Landmark'],
    ['address', 500, 'Address'],
    ['giftNote', 300, 'Gift note'],
  ] as const)('accepts %s with up to %d characters', (field, longest, label) => {
    expect(valueOf(field, 'x'.repeat(longest))).toHaveLength(longest);
    expect(valueOf(field, 'x'.repeat(longest + 1))).toEqual({
      [field]: `${label} is too long: please use at most ${longest} characters`,
    });
  });

  it('counts the letters of a gift note as a reader does', () => {
    const note = '👩‍❤️‍💋‍👨'.repeat(300);
    expect(valueOf('giftNote', note)).toBe(note);
    expect(valueOf('giftNote', `${note}நி`)).toHaveProperty('giftNote');
  });

  it('keeps the lines of an address, and of nothing else but a note', () => {
    expect(valueOf('address', 'one\r\ntwo')).toBe('one\ntwo');
    expect(valueOf('customerName', 'Asha\r\nRaman')).toBe('Asha Raman');
    expect(valueOf('landmark', 'one\ntwo')).toBe('one two');
  });

  it('does not change what it has checked', () => {
    const typed = { phoneNumber: '+91 98765-43210', giftNote: ' x ', pincode: '600 004' };
    const once = check({ ...filled, ...typed });
    expect(once).toMatchObject({ ok: true, value: { phoneNumber: '9876543210', giftNote: 'x' } });
    expect(check({ ...(once.ok && once.value) })).toEqual(once);
  });
});

describe('phone number', () => {
  const marks = '\u00ad\u200b\u200c\u200d\u2060\u202a\u202e\u2066\u2069\ufe0f\ufeff\u00a0\u3164';
  const strewn = [...'+919876543210'].map((digit, at) => `${marks[at]}${digit}`).join('');

  it.each([
    '(+91) 98765.43210',
    '\u202A+91\u00A098765\u00A043210\u202C',
    '+91 (0) 98765/43210',
    '\u2066\uff0b91 98765\u201343210\u2069',
    '९८७६५ ४३२१०',
    ' 9876543210\n',
    strewn,
  ])('accepts %j', (typed) => {
    expect(valueOf('phoneNumber', typed)).toBe('9876543210');
  });

  it.each(['9198765432', '0987654321', '9100000000'])('keeps the ten digits %s', (typed) => {
    expect(valueOf('phoneNumber', typed)).toBe(typed);
  });

  it('strips any usual prefix from any ten digits [rule-12]', () => {
    const digits = fc.stringMatching(/^\d{10}$/);
    const prefixes = ['', '0', '91', '+91', '+91 ', '0091', '091 ', '+91 0', '+91 (0) ', '91-0-'];
    fc.assert(
      fc.property(digits, fc.constantFrom(...prefixes), (ten, prefix) => {
        expect(valueOf('phoneNumber', prefix + ten)).toBe(ten);
      }),
    );
  });
});

it.each([' 600004 ', '600-004', '\u202d600\u2011004\u202c', '௬௦௦ ௦௦௪', '６００００４'])(
  'accepts the pincode %j',
  (typed) => {
    expect(valueOf('pincode', typed)).toBe('600004');
  },
);

it.each([
  ['phoneNumber', ['987654321', '98765432101', '+19876543210', '98765x43210', '91']],
  ['phoneNumber', ['+91 00 98765 43210']],
  ['pincode', ['60000', '6000044', '012345', 'abcdef', '600+004']],
  ['state', ['Delhi', 'tamil nadu', 'Tamil Nadu ', 'Select your state']],
] as const)('rejects an invalid %s: %j [constant-27]', (field, typed) => {
  for (const text of typed) expect(valueOf(field, text)).toEqual({ [field]: messages[field] });
});

describe('gift note and needed-by date', () => {
  it.each(['giftNote', 'neededBy'] as const)('%s is absent if it is empty', (field) => {
    for (const none of ['', ' \n ', undefined, null]) {
      expect(valueOf(field, none)).toBeUndefined();
      expect(JSON.stringify(check({ ...filled, [field]: none }))).not.toContain(field);
    }
  });

  it('the note keeps its line breaks and loses invisible characters', () => {
    const note = valueOf('giftNote', ' Dear Amma,\r\nhappy birthday!\u0000\u202e ');
    expect(note).toBe('Dear Amma,\nhappy birthday!');
    expect(valueOf('giftNote', 7)).toEqual({ giftNote: 'Gift note must be text' });
  });

  it('the date may be today in India, or any later day', () => {
    expect(valueOf('neededBy', '2026-11-22')).toBe('2026-11-22');
    expect(valueOf('neededBy', '\u200e२०२८-०२-२९')).toBe('2028-02-29');
  });

  it('the date must not have passed', () => {
    const neededBy = 'This date has passed. Please choose a later one';
    expect(valueOf('neededBy', '२०२६-११-२१')).toEqual({ neededBy });
    const nextDay = new Date(now.getTime() + 60_000);
    const checked = checkDelivery({ ...filled, neededBy: '2026-11-22' }, nextDay);
    expect(checked).toEqual({ ok: false, errors: { neededBy } });
    // Reported together with other errors.
    const { customerName } = messages;
    const both = check({ ...filled, customerName: '', neededBy: '2026-11-21' });
    expect(both).toEqual({ ok: false, errors: { customerName, neededBy } });
  });

  it.each(['2026-02-29', '2026-13-01', '22-11-2026', '2026-11-22T00:00', 'soon', 7])(
    'the date must exist: %j',
    (neededBy) => {
      expect(valueOf('neededBy', neededBy)).toEqual({ neededBy: 'Enter a valid date' });
    },
  );
});
