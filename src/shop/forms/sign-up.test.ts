import { describe, expect, it } from 'vitest';
import { states } from '../states.ts';
import { checkSignUp } from './sign-up.ts';

const TOO_SHORT = 'Password is too short: please use at least 6 characters';

const filled = {
  name: 'Asha Raman',
  email: 'asha@example.in',
  phoneNumber: '9876543210',
  pincode: '600004',
  dob: '1990-11-14',
  state: 'Tamil Nadu',
  address: '14, North Mada Street\nChennai',
  password: 'jasmine garland',
  confirmPassword: 'jasmine garland',
};

const errorsOf = (change: Record<string, unknown>) => {
  const checked = checkSignUp({ ...filled, ...change });
  return checked.ok ? undefined : checked.errors;
};

const errorsIn = (password: string) => errorsOf({ password, confirmPassword: password });

describe('checkSignUp', () => {
  it('accepts a valid form [entity-18]', () => {
    expect(checkSignUp(filled)).toEqual({ ok: true, value: filled });
  });

  it('requires only a name, an e-mail and a password typed twice [rule-3]', () => {
    const { name, email, password, confirmPassword } = filled;
    const required = { name, email, password, confirmPassword };
    const empty = { phoneNumber: '', pincode: '', dob: '', state: '', address: '' };
    expect(checkSignUp(required)).toEqual({ ok: true, value: { ...required, ...empty } });
    const errors = { name: 'Name is required', email: 'Enter a valid email address' };
    const missing = { ...errors, password: 'Password is required' };
    expect(checkSignUp({})).toEqual({ ok: false, errors: missing });
  });

  it('does not check phone number and pincode [rule-4]', () => {
    const checked = checkSignUp({ ...filled, phoneNumber: '12', pincode: 'abc' });
    expect(checked).toMatchObject({ ok: true, value: { phoneNumber: '12', pincode: 'abc' } });
    // Cleaned before they are measured.
    const pasted = { phoneNumber: '\u202a+91 (0) 98765 - 43210', pincode: '   600 - 004   ' };
    const typed = { ...filled, ...pasted, dob: '१९९०-११-१४' };
    expect(checkSignUp(typed)).toEqual({ ok: true, value: filled });
  });

  it.each(['', undefined, 'Jasmine garland', 'jasmine garland '])(
    'rejects %j as the repeated password',
    (confirmPassword) => {
      expect(errorsOf({ confirmPassword })).toEqual({ confirmPassword: 'Passwords do not match' });
    },
  );

  it('accepts a password that is repeated on another keyboard', () => {
    const typed = { password: 'स\u095cक-lassi', confirmPassword: 'स\u0921\u093cक-lassi' };
    expect(errorsOf(typed)).toBeUndefined();
  });

  it('reports passwords that do not match together with other errors', () => {
    expect(errorsOf({ name: '', password: '12345', confirmPassword: 'x' })).toEqual({
      name: 'Name is required',
      password: TOO_SHORT,
      confirmPassword: 'Passwords do not match',
    });
  });

  const tooShort = ['a', 'abcde', 'ｈＴ７＃ｑ'];

  it.each(tooShort)('rejects %j as too short [constant-42]', (password) => {
    expect(errorsIn(password)).toEqual({ password: TOO_SHORT });
  });

  it.each(['abcdef', '123456', '      ', 'மல்லிகை'])('accepts the password %j', (password) => {
    expect(errorsIn(password)).toBeUndefined();
  });

  it('accepts no state, or one of the list [rule-6]', () => {
    for (const state of ['', null, undefined, ...states]) {
      expect(errorsOf({ state })).toBeUndefined();
    }
    for (const state of ['Delhi', 'tamil nadu', 7]) {
      expect(errorsOf({ state })).toEqual({ state: 'Please select a state' });
    }
  });

  it.each([
    ['name', 100, 'Name'],
    ['phoneNumber', 20, 'Phone number'],
    ['pincode', 10, 'Pincode'],
    ['dob', 20, 'Date of birth'],
    ['address', 500, 'Address'],
    ['landmark', 200, 'Landmark'],
  ])('limits %s to %d characters', (field, longest, label) => {
    expect(errorsOf({ [field]: 'x'.repeat(longest) })).toBeUndefined();
    expect(errorsOf({ [field]: 'x'.repeat(longest + 1) })).toEqual({
      [field]: `${label} is too long: please use at most ${longest} characters`,
    });
  });

  it('limits the password to the maximum of the identity provider', () => {
    const password = 'Password is too long: please use at most 128 characters';
    const longest = 'jasmine '.repeat(16);
    expect(errorsIn(longest)).toBeUndefined();
    expect(errorsIn(`${longest}!`)).toEqual({ password });
  });

  it.each(['name', 'email', 'phoneNumber', 'dob', 'address', 'password', 'confirmPassword'])(
    'accepts only text for %s',
    (field) => {
      for (const value of [1, true, {}, ['x']]) {
        expect(errorsOf({ [field]: value })).toHaveProperty(field, expect.any(String));
      }
    },
  );
});
