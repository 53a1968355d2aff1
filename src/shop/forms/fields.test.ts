import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anyText } from '#support/any-text.ts';
import { plainCode, ungrouped, visible } from './clean-text.ts';
import {
  checkForm,
  emailField,
  manyLines,
  oneLine,
  optional,
  plainEmail,
  required,
} from './fields.ts';

const form = v.object({
  name: required('Name', 100),
  address: required('Address', 100, manyLines, 'Where to?'),
  note: optional('Note', 100),
  email: emailField,
});
const filled = { name: 'Asha', address: 'one\ntwo', note: '', email: 'asha@example.in' };
type Field = keyof typeof filled;

const check = (input: Record<string, unknown>) => checkForm<typeof form, Field>(form, input);
const valueOf = (field: Field, typed: unknown) => {
  const checked = check({ ...filled, [field]: typed });
  return checked.ok ? checked.value[field] : checked.errors;
};

describe('a text field', () => {
  const nothing = ['', ' \n\t', '\u0000\u0007', '\u200b\u200d\ufeff', '\u3164', '\u2060'];

  it.each([...nothing, '\u2800 \u00ad', '\u0301', '\u202e\u202e'])('is empty with %j', (text) => {
    expect(valueOf('name', text)).toEqual({ name: 'Name is required' });
    expect(valueOf('address', text)).toEqual({ address: 'Where to?' });
  });

  it('accepts only text', () => {
    for (const value of [null, 600_004, ['x']]) {
      expect(valueOf('name', value)).toEqual({ name: 'Name is required' });
      expect(valueOf('address', value)).toEqual({ address: 'Where to?' });
    }
    expect(valueOf('note', 7)).toEqual({ note: 'Note must be text' });
    for (const missing of [undefined, null, '  ']) expect(valueOf('note', missing)).toBe('');
  });

  it.each([
    ['name', 'Name'],
    ['address', 'Address'],
    ['note', 'Note'],
  ] as const)('%s has a limit after its text was trimmed', (field, label) => {
    const message = `${label} is too long: please use at most 100 characters`;
    expect(valueOf(field, ` ${'x'.repeat(100)} `)).toHaveLength(100);
    expect(valueOf(field, 'x'.repeat(101))).toEqual({ [field]: message });
  });
});

describe('a cleaned text', () => {
  it.each(['ஆஷா രാമൻ‌ क्‍ष José رائع', '👨‍👩‍👧 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🍫', '<b>5 > 4</b> &amp;', '1'])(
    'keeps scripts, joiners, emoji and markup: %s',
    (text) => {
      expect([oneLine(text), manyLines(text)]).toEqual([text, text]);
    },
  );

  it.each([
    ['Asha\r\nBcc: x@y.in', 'Asha Bcc: x@y.in', 'Asha\nBcc: x@y.in'],
    ['a\r\nb\rc\u2028d\n\n\n\ne\n', 'a b c d e', 'a\nb\nc\nd\n\ne'],
    ['one\u0000\u0007two\nthree', 'one two three', 'one two\nthree'],
    ['good\u200f \u061cindeed', 'good indeed', 'good indeed'],
    ['A\u00ads\u200bh\u2060a\u200d\ufe0f \u200cRaman\ufeff', 'Asha Raman', 'Asha Raman'],
    [`a${'\u0301'.repeat(500)}b`, `a${'\u0301'.repeat(6)}b`, `a${'\u0301'.repeat(6)}b`],
  ])('of %j is %j, or with lines %j', (typed, line, lines) => {
    expect([oneLine(typed), manyLines(typed)]).toEqual([line, lines]);
  });

  it('of marks around a blank is the same when cleaned again', () => {
    expect(ungrouped(ungrouped('\u0301 \u094d'))).toBe(ungrouped('\u0301 \u094d'));
  });

  const joinersToo = fc.oneof(
    anyText(90),
    fc.array(fc.constantFrom(...'a1 \n\r\u0301\u094d\u200b\u200d\ufe0f\u202e\u00ad👨')),
  );

  it('has no control or direction character, and does not change when cleaned again', () => {
    fc.assert(
      fc.property(joinersToo, (text) => {
        const typed = [text].flat().join('');
        const [line, lines] = [oneLine(typed), manyLines(typed)];
        expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
        expect(lines.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
        expect([oneLine(line), manyLines(lines)]).toEqual([line, lines]);
        for (const clean of [visible, plainCode, ungrouped]) {
          expect(clean(clean(typed))).toBe(clean(typed));
        }
      }),
    );
  });
});

describe('an e-mail address', () => {
  it.each([
    ['asha@example.in', 'asha@example.in'],
    [' Asha.Raman+gift@Mail.Example.CO.IN ', 'asha.raman+gift@mail.example.co.in'],
    ["o'brien@example.in", "o'brien@example.in"],
    ['\u202aas\u200bha@exam\u00adple.in\u202c\u2069', 'asha@example.in'],
    ['Asha@दुकान.भारत', 'asha@xn--11b7ah1gn.xn--h2brj9c'],
    ['asha@xn--11b7ah1gn.XN--h2brj9c', 'asha@xn--11b7ah1gn.xn--h2brj9c'],
    ['asha@சிங்கப்பூர்.சிங்கப்பூர்', 'asha@xn--clchc0ea0b2g2a9gcd.xn--clchc0ea0b2g2a9gcd'],
  ])('is accepted: %j as %j', (typed, stored) => {
    expect(valueOf('email', typed)).toBe(stored);
  });

  const parts = ['', 'asha', '@example.in', 'asha@example', 'a@b@example.in', 7];
  const names = ['.asha@example.in', 'asha.@example.in', 'a..b@example.in', 'आशा@example.in'];
  const hosts = ['asha@-example.in', 'asha@example-.in', 'asha@ex%61mple.in', 'asha@xn--a-.in-'];
  const more = ['asha@example.in\nbcc: x@y.in', 'asha@दुकान.भारत/path', 'asha@दुकान.भारत:80'];

  it.each([...parts, ...names, ...hosts, ...more])('is rejected: %j [rule-10]', (typed) => {
    expect(valueOf('email', typed)).toEqual({ email: 'Enter a valid email address' });
  });

  it('stays as it is if its domain cannot be a host', () => {
    expect(plainEmail('Asha@1.2.3.999')).toBe('asha@1.2.3.999');
  });

  it('is rejected if it is too long, before its characters are tested', () => {
    const matched = vi.spyOn(RegExp.prototype, 'test');
    onTestFinished(() => matched.mockRestore());
    const longest = `${'a'.repeat(249)}@b.in`;
    expect(valueOf('email', longest)).toBe(longest);
    expect(matched).toHaveBeenCalledWith(longest);
    matched.mockClear();
    const nonsense = `${'a-'.repeat(200_000)}@${'a-'.repeat(200_000)}`;
    for (const tooLong of [`a${longest}`, nonsense]) {
      expect(valueOf('email', tooLong)).toEqual({ email: 'Enter a valid email address' });
      expect(matched).not.toHaveBeenCalledWith(tooLong);
    }
  });
});

it('a code has plain letters and digits, of whatever script they were', () => {
  expect(plainCode(' \u200bｓａｖｅ１５\ufe0f\u2069 ')).toBe('save15');
  // The last two are beside each other in Unicode.
  const scripts = ['௦௧௨௩௪௫௬௭௮௯', '٠١٢٣٤٥٦٧٨٩', '𑛐𑛑𑛒𑛓𑛔𑛕𑛖𑛗𑛘𑛙', '𑛚𑛛𑛜𑛝𑛞𑛟𑛠𑛡𑛢𑛣'];
  for (const digits of scripts) expect(plainCode(digits)).toBe('0123456789');
});

it('a form has one message per field, and drops unknown fields', () => {
  expect(check({ ...filled, admin: true })).toEqual({ ok: true, value: filled });
  expect(check(null as never)).toEqual({ ok: false, errors: { '': expect.any(String) } });
  expect(check({ note: 'x'.repeat(101) })).toEqual({
    ok: false,
    errors: {
      name: 'Name is required',
      address: 'Where to?',
      note: 'Note is too long: please use at most 100 characters',
      email: 'Enter a valid email address',
    },
  });
});
