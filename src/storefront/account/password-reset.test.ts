import { describe, expect, it } from 'vitest';
import { checkForgotten } from './forgot-password-screen.tsx';
import { checkNewPassword } from './reset-password-screen.tsx';

describe('checkForgotten', () => {
  it('accepts an e-mail and converts it to lower case', () => {
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

  it('accepts a strong password typed twice, as typed', () => {
    const typed = { newPassword: ' jasmine garland ', confirmPassword: ' jasmine garland ' };
    expect(checkNewPassword(typed)).toEqual({ ok: true, value: typed });
  });

  it('reports a weak password with the message of the sign-up', () => {
    const newPassword =
      'Please choose a stronger password: at least 6 characters, and not one that is easy to guess.';
    expect(errorsOf('12345', '12345')).toEqual({ newPassword });
    expect(errorsOf('Qwerty123', 'Qwerty123')).toEqual({ newPassword });
  });

  it('requires both passwords to be the same', () => {
    const confirmPassword = 'Passwords do not match';
    expect(errorsOf('jasmine garland', 'jasmine')).toEqual({ confirmPassword });
  });

  it('requires a password', () => {
    expect(errorsOf('', '')).toEqual({ newPassword: 'Password is required' });
  });
});
