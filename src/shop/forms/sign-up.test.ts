import { covers } from '#support/covers.ts';
import { describe, expect, it } from 'vitest';
import { states } from '../states.ts';
import { commonPasswords } from './common-passwords.ts';
import { weakPassword } from './new-password.ts';
import { checkSignUp } from './sign-up.ts';

const WEAK =
  'Please choose a stronger password: at least 6 characters, and not one that is easy to guess.';

const filled = {
  name: 'Asha Raman',
  email: 'asha@example.in',
  phoneNumber: '9876543210',
  pincode: '600004',
  dob: '1990-11-14',
  state: 'Tamil Nadu',
  address: '14, North Mada Street\nChennai',
  landmark: '',
  password: 'jasmine garland',
  confirmPassword: 'jasmine garland',
};

const errorsOf = (change: Record<string, unknown>) => {
  const checked = checkSignUp({ ...filled, ...change });
  return checked.ok ? undefined : checked.errors;
};

describe('checkSignUp', () => {
  it('takes a form filled in as it should be', () => {
    expect(checkSignUp(filled)).toEqual({ ok: true, value: filled });
  });

  it('needs a name, an e-mail and a password typed twice, nothing else', covers('rule-3'), () => {
    const { name, email, password, confirmPassword } = filled;
    expect(checkSignUp({ name, email, password, confirmPassword })).toEqual({
      ok: true,
      value: {
        name,
        email,
        password,
        confirmPassword,
        phoneNumber: '',
        pincode: '',
        dob: '',
        state: '',
        address: '',
        landmark: '',
      },
    });
    expect(checkSignUp({})).toEqual({
      ok: false,
      errors: {
        name: 'Name is required',
        email: 'Enter a valid email address',
        password: 'Password is required',
      },
    });
  });

  it('keeps phone number and pincode as typed: they are not checked here', covers('rule-4'), () => {
    const checked = checkSignUp({ ...filled, phoneNumber: '12', pincode: 'abc' });
    expect(checked).toMatchObject({ ok: true, value: { phoneNumber: '12', pincode: 'abc' } });
  });

  it.each(['jasmine', '', undefined, 'Jasmine garland', 'jasmine garland '])(
    'wants the same password again, not %j',
    (confirmPassword) => {
      expect(errorsOf({ confirmPassword })).toEqual({ confirmPassword: 'Passwords do not match' });
    },
  );

  it('tells of passwords that do not match beside other faults', () => {
    expect(errorsOf({ name: '', password: '12345', confirmPassword: 'x' })).toEqual({
      name: 'Name is required',
      password: WEAK,
      confirmPassword: 'Passwords do not match',
    });
  });

  it.each(['12345', 'password', 'iloveyou', 'Password123'])(
    'finds %j weak',
    covers('constant-42'),
    (password) => {
      expect(errorsOf({ password, confirmPassword: password })).toEqual({ password: WEAK });
    },
  );

  it.each(['', null, undefined, ...states])('takes the state %j', (state) => {
    expect(errorsOf({ state })).toBeUndefined();
  });

  it.each(['Delhi', 'tamil nadu', 7])('does not take the state %j', covers('rule-6'), (state) => {
    expect(errorsOf({ state })).toEqual({ state: 'Please select a state' });
  });

  it.each([
    ['name', 100, 'Name'],
    ['phoneNumber', 20, 'Phone number'],
    ['pincode', 10, 'Pincode'],
    ['dob', 20, 'Date of birth'],
    ['address', 500, 'Address'],
    ['landmark', 200, 'Landmark'],
  ])('bounds %s to %d characters', (field, longest, label) => {
    expect(errorsOf({ [field]: 'x'.repeat(longest) })).toBeUndefined();
    expect(errorsOf({ [field]: 'x'.repeat(longest + 1) })).toEqual({
      [field]: `${label} is too long: please use at most ${longest} characters`,
    });
  });

  it('bounds the password to what the identity provider takes', () => {
    const longest = 'jasmine '.repeat(16);
    expect(errorsOf({ password: longest, confirmPassword: longest })).toBeUndefined();
    expect(errorsOf({ password: `${longest}!`, confirmPassword: `${longest}!` })).toEqual({
      password: 'Password is too long: please use at most 128 characters',
    });
  });

  it.each(['name', 'email', 'phoneNumber', 'dob', 'address', 'password', 'confirmPassword'])(
    'takes only text for %s',
    (field) => {
      for (const value of [1, true, {}, ['x']]) {
        expect(errorsOf({ [field]: value })).toHaveProperty(field, expect.any(String));
      }
    },
  );
});

describe('weakPassword', () => {
  it.each(['', 'a', 'abcde', '123456', 'QWERTY', 'PassWord', 'india123'])(
    'finds %j weak',
    covers('constant-42'),
    (password) => {
      expect(weakPassword(password)).toBe(WEAK);
    },
  );

  it('knows what guessing tools try first', () => {
    const digits = '111111 123123 333333 147258369 abc123 1q2w3e4r';
    const words = 'qwerty123 password123 p@ssw0rd admin123 letmein test1234 sunshine iloveyou';
    for (const password of `${digits} ${words} chocolate`.split(' ')) {
      expect(weakPassword(password)).toBe(WEAK);
    }
  });

  it.each(['zxqwpl', 'jasmine garland', '      ', 'மல்லிகை', '12345678901'])(
    'lets %j pass',
    (password) => {
      expect(weakPassword(password)).toBeUndefined();
    },
  );

  it('knows a hundred common ones, each worth knowing', () => {
    expect(commonPasswords.size).toBeGreaterThanOrEqual(100);
    for (const password of commonPasswords) {
      expect(password).toBe(password.toLowerCase());
      expect(password.length).toBeGreaterThanOrEqual(6);
    }
  });
});
