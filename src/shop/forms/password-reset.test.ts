import { describe, expect, it } from 'vitest';
import { checkForgotten, checkNewPassword } from './password-reset.ts';

describe('checkForgotten', () => {
  it('takes an e-mail, in lower case', () => {
    const checked = checkForgotten({ email: ' Asha@Example.in ' });
    expect(checked).toEqual({ ok: true, value: { email: 'asha@example.in' } });
  });

  it.each([{}, { email: '' }, { email: 'asha' }])('refuses %j', (input) => {
    const errors = { email: 'Enter a valid email address' };
    expect(checkForgotten(input)).toEqual({ ok: false, errors });
  });
});

describe('checkNewPassword', () => {
  const errorsOf = (newPassword: string, confirmPassword: string) => {
    const checked = checkNewPassword({ newPassword, confirmPassword });
    return checked.ok ? undefined : checked.errors;
  };

  it('takes a good password typed twice, as typed', () => {
    const typed = { newPassword: ' jasmine garland ', confirmPassword: ' jasmine garland ' };
    expect(checkNewPassword(typed)).toEqual({ ok: true, value: typed });
  });

  it('tells a weak password in the sentence of the sign-up', () => {
    const newPassword =
      'Please choose a stronger password: at least 6 characters, and not one that is easy to guess.';
    expect(errorsOf('12345', '12345')).toEqual({ newPassword });
    expect(errorsOf('Qwerty123', 'Qwerty123')).toEqual({ newPassword });
  });

  it('needs both to be the same', () => {
    const confirmPassword = 'Passwords do not match';
    expect(errorsOf('jasmine garland', 'jasmine')).toEqual({ confirmPassword });
  });

  it('needs one at all', () => {
    expect(errorsOf('', '')).toEqual({ newPassword: 'Password is required' });
  });
});
