import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anyText } from '#support/any-text.ts';
import { covers } from '#support/covers.ts';
import { states } from '../states.ts';
import { checkDelivery, type DeliveryField } from './delivery.ts';

const filled = {
  customerName: 'Asha Raman',
  email: 'asha@example.in',
  phoneNumber: '9876543210',
  landmark: 'Opposite the tank',
  state: 'Tamil Nadu',
  pincode: '600004',
  address: '14, North Mada Street\nMylapore, Chennai',
};

const now = new Date('2026-11-22T18:29:00Z');
const check = (input: Record<string, unknown>) => checkDelivery(input, now);
const errorOf = (field: DeliveryField, value: unknown) => {
  const checked = check({ ...filled, [field]: value });
  return checked.ok ? undefined : checked.errors;
};
const valueOf = (field: DeliveryField, value: unknown) => {
  const checked = check({ ...filled, [field]: value });
  return checked.ok ? checked.value[field] : checked.errors;
};

describe('checkDelivery', () => {
  it('accepts a valid form', covers('entity-20'), () => {
    expect(check(filled)).toEqual({ ok: true, value: filled });
  });

  it('reports all missing fields, with the messages of the specification', covers('rule-9'), () => {
    const errors = {
      customerName: 'Name is required',
      email: 'Enter a valid email address',
      phoneNumber: 'Enter a valid 10-digit phone number',
      state: 'Please select a state',
      pincode: 'Enter a valid 6-digit pincode',
      address: 'Address is required',
    };
    expect(check({})).toEqual({ ok: false, errors });
    const blank = Object.fromEntries(Object.keys(filled).map((field) => [field, '  ']));
    expect(check(blank)).toEqual({ ok: false, errors });
  });

  it.each([
    ['customerName', 'Name is required'],
    ['email', 'Enter a valid email address'],
    ['phoneNumber', 'Enter a valid 10-digit phone number'],
    ['state', 'Please select a state'],
    ['pincode', 'Enter a valid 6-digit pincode'],
    ['address', 'Address is required'],
  ] as const)('reports an invalid %s alone', (field, message) => {
    for (const value of ['', ' \n\t', '\u0000', null, 600_004, true, ['x'], {}]) {
      expect(errorOf(field, value)).toEqual({ [field]: message });
    }
  });

  it.each(['', undefined, null, '   '])(
    'accepts a form without a landmark (%j)',
    covers('rule-16'),
    (landmark) => {
      expect(valueOf('landmark', landmark)).toBe('');
    },
  );

  it('drops unknown fields', () => {
    expect(check({ ...filled, admin: true })).toEqual({ ok: true, value: filled });
  });
});

describe('phone number', () => {
  it.each([
    '9876543210',
    '98765 43210',
    '98765-43210',
    '09876543210',
    '919876543210',
    '+919876543210',
    '+91 98765 43210',
    '+91-98765-43210',
    '0091 98765 43210',
    '(+91) 98765.43210',
    '\u202A+91\u00A098765\u00A043210\u202C',
    ' 9876543210\n',
  ])('accepts %j', (typed) => {
    expect(valueOf('phoneNumber', typed)).toBe('9876543210');
  });

  it.each(['9198765432', '0987654321', '9100000000'])('keeps the ten digits %s', (typed) => {
    expect(valueOf('phoneNumber', typed)).toBe(typed);
  });

  it.each([
    '987654321',
    '98765432101',
    '+9198765432',
    '+19876543210',
    '98765x43210',
    '९८७६५४३२१०',
    '+',
    '91',
  ])('rejects %j', covers('constant-27'), (typed) => {
    expect(errorOf('phoneNumber', typed)).toEqual({
      phoneNumber: 'Enter a valid 10-digit phone number',
    });
  });

  it('strips any usual prefix from any ten digits', covers('rule-12'), () => {
    const digits = fc.stringMatching(/^\d{10}$/);
    fc.assert(
      fc.property(digits, fc.constantFrom('', '0', '91', '+91', '+91 ', '0091'), (ten, prefix) => {
        expect(valueOf('phoneNumber', prefix + ten)).toBe(ten);
      }),
    );
  });
});

describe('pincode', () => {
  it.each(['600004', ' 600004 ', '600 004'])('accepts %j', (typed) => {
    expect(valueOf('pincode', typed)).toBe('600004');
  });

  it.each(['60000', '6000044', '012345', 'abcdef', '600-004'])(
    'rejects %j',
    covers('constant-27'),
    (typed) => {
      expect(errorOf('pincode', typed)).toEqual({ pincode: 'Enter a valid 6-digit pincode' });
    },
  );
});

describe('state', () => {
  it.each(states)('accepts %s', (state) => {
    expect(valueOf('state', state)).toBe(state);
  });

  it.each(['Delhi', 'tamil nadu', 'Tamil Nadu ', 'Select your state'])('rejects %j', (state) => {
    expect(errorOf('state', state)).toEqual({ state: 'Please select a state' });
  });
});

describe('email', () => {
  it.each([
    ['asha@example.in', 'asha@example.in'],
    [' Asha.Raman+gift@Mail.Example.CO.IN ', 'asha.raman+gift@mail.example.co.in'],
    ["o'brien@example.in", "o'brien@example.in"],
    ['a@b-c.in', 'a@b-c.in'],
  ])('accepts %j as %j', (typed, kept) => {
    expect(valueOf('email', typed)).toBe(kept);
  });

  it.each([
    'asha',
    'asha@',
    '@example.in',
    'asha@example',
    'a b@example.in',
    'a@b@example.in',
    '.asha@example.in',
    'asha.@example.in',
    'a..b@example.in',
    'asha@-example.in',
    'asha@example-.in',
    'asha@example..in',
    'asha@example.in\nbcc: x@y.in',
    'Asha <asha@example.in>',
    `${'a'.repeat(250)}@b.in`,
  ])('rejects %j', covers('rule-10'), (typed) => {
    expect(errorOf('email', typed)).toEqual({ email: 'Enter a valid email address' });
  });

  it('rejects an overlong address before it tests its characters', () => {
    const matched = vi.spyOn(RegExp.prototype, 'test');
    onTestFinished(() => matched.mockRestore());
    const longest = `${'a'.repeat(249)}@b.in`;
    expect(valueOf('email', longest)).toBe(longest);
    expect(matched).toHaveBeenCalledWith(longest);
    matched.mockClear();
    const nonsense = `${'a-'.repeat(200_000)}@${'a-'.repeat(200_000)}`;
    for (const tooLong of [`a${longest}`, nonsense]) {
      expect(errorOf('email', tooLong)).toEqual({ email: 'Enter a valid email address' });
      expect(matched).not.toHaveBeenCalledWith(tooLong);
    }
  });
});

describe('texts', () => {
  it.each([
    ['customerName', 100, 'Name'],
    ['landmark', 200, 'Landmark'],
    ['address', 500, 'Address'],
  ] as const)('%s may have up to %d characters', (field, longest, label) => {
    expect(valueOf(field, ` ${'x'.repeat(longest)} `)).toHaveLength(longest);
    expect(errorOf(field, 'x'.repeat(longest + 1))).toEqual({
      [field]: `${label} is too long: please use at most ${longest} characters`,
    });
  });

  it('keep joiners, accents and the lines of an address', () => {
    expect(valueOf('customerName', 'ஆஷா രാമൻ‌ क्‍ष José')).toBe('ஆஷா രാമൻ‌ क्‍ष José');
    expect(valueOf('address', 'one\r\ntwo\rthree\n')).toBe('one\ntwo\nthree');
  });

  it('lose control characters, and line breaks outside of an address', () => {
    expect(valueOf('customerName', 'Asha\r\nBcc: x@y.in')).toBe('Asha Bcc: x@y.in');
    expect(valueOf('address', 'one\u0000\u0007two\nthree')).toBe('one two\nthree');
    fc.assert(
      fc.property(anyText(90), (name) => {
        const checked = check({ ...filled, customerName: `A${name}` });
        expect(checked.ok && checked.value.customerName).not.toMatch(/\p{Cc}/u);
      }),
    );
  });

  it.each(['\u200b\u200d\ufeff', '\u3164', '\u2800 \u00ad', '\u0301', '\u202e'])(
    'count as empty if they are invisible: %j',
    (nothing) => {
      expect(errorOf('customerName', nothing)).toEqual({ customerName: 'Name is required' });
      expect(errorOf('address', nothing)).toEqual({ address: 'Address is required' });
      expect(errorOf('landmark', nothing)).toBeUndefined();
    },
  );

  it('lose marks that change the writing direction', () => {
    expect(valueOf('customerName', 'Asha \u202eainraK')).toBe('Asha ainraK');
  });

  it('do not change when they are checked again', () => {
    fc.assert(
      fc.property(
        fc.record({
          customerName: fc.string({ maxLength: 90 }).map((text) => `A${text}`),
          phoneNumber: fc.stringMatching(/^(\+91 )?\d{5}[ -]?\d{5}$/),
          address: anyText(90).map((text) => `1${text}`),
          landmark: fc.string(),
        }),
        (typed) => {
          const once = check({ ...filled, ...typed });
          if (!once.ok) throw new Error(JSON.stringify(once.errors));
          expect(check({ ...once.value })).toEqual(once);
        },
      ),
    );
  });
});

describe('gift note', () => {
  it.each(['', undefined, null, ' \n '])('is absent if it is %j', (giftNote) => {
    expect(valueOf('giftNote', giftNote)).toBeUndefined();
    expect(JSON.stringify(check({ ...filled, giftNote }))).not.toContain('giftNote');
  });

  it('keeps its line breaks and loses invisible characters', () => {
    expect(valueOf('giftNote', ' Dear Amma,\r\nhappy birthday!\u0000\u202e ')).toBe(
      'Dear Amma,\nhappy birthday!',
    );
  });

  it('has at most 300 characters', () => {
    expect(valueOf('giftNote', 'x'.repeat(300))).toHaveLength(300);
    expect(errorOf('giftNote', 'x'.repeat(301))).toEqual({
      giftNote: 'Gift note is too long: please use at most 300 characters',
    });
    expect(errorOf('giftNote', 7)).toEqual({ giftNote: 'Gift note must be text' });
  });
});

describe('needed-by date', () => {
  it.each(['', undefined, null])('is absent if it is %j', (neededBy) => {
    expect(valueOf('neededBy', neededBy)).toBeUndefined();
    expect(JSON.stringify(check({ ...filled, neededBy }))).not.toContain('neededBy');
  });

  it('may be today in India, or any later day', () => {
    expect(valueOf('neededBy', '2026-11-22')).toBe('2026-11-22');
    expect(valueOf('neededBy', '2028-02-29')).toBe('2028-02-29');
  });

  it('must not have passed', () => {
    const passed = 'This date has passed. Please choose a later one';
    expect(errorOf('neededBy', '2026-11-21')).toEqual({ neededBy: passed });
    const nextDay = new Date(now.getTime() + 60_000);
    expect(checkDelivery({ ...filled, neededBy: '2026-11-22' }, nextDay)).toEqual({
      ok: false,
      errors: { neededBy: passed },
    });
    // Reported together with other errors.
    expect(check({ ...filled, customerName: '', neededBy: '2026-11-21' })).toEqual({
      ok: false,
      errors: { customerName: 'Name is required', neededBy: passed },
    });
  });

  it.each(['2026-02-29', '2026-13-01', '22-11-2026', '2026-11-22T00:00', 'soon', 7, {}, true])(
    'must be a calendar date, not %j',
    (neededBy) => {
      expect(errorOf('neededBy', neededBy)).toEqual({ neededBy: 'Enter a valid date' });
    },
  );
});
