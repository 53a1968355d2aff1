import { describe, expect, it } from 'vitest';
import { checkName, checkOwnPassword, checkPasswordChange } from './account-rules.ts';

describe('checkName', () => {
  it('accepts a name and strips invisible characters', () => {
    expect(checkName({ name: ' Asha \u202eRaman\n' })).toEqual({
      ok: true,
      value: { name: 'Asha Raman' },
    });
  });

  it.each([
    [{}, 'Name is required'],
    [{ name: ' \u200b ' }, 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'Name is too long: please use at most 100 characters'],
  ])('refuses %j', (input, name) => {
    expect(checkName(input)).toEqual({ ok: false, errors: { name } });
  });
});

describe('checkOwnPassword', () => {
  it('accepts any password as typed, except for an empty one', () => {
    expect(checkOwnPassword({ password: ' 1 ' })).toEqual({ ok: true, value: { password: ' 1 ' } });
    const errors = { password: 'Password is required' };
    expect(checkOwnPassword({})).toEqual({ ok: false, errors });
    expect(checkOwnPassword({ password: '' })).toEqual({ ok: false, errors });
  });
});

describe('checkPasswordChange', () => {
  it('accepts any current password and a strong new one, as typed', () => {
    const typed = { currentPassword: '1', newPassword: ' jasmine garland ' };
    expect(checkPasswordChange(typed)).toEqual({ ok: true, value: typed });
  });

  it('reports the error of each field', () => {
    const currentPassword = 'Password is required';
    const weak =
      'Please choose a stronger password: at least 6 characters, and not one that is easy to guess.';
    expect(checkPasswordChange({})).toEqual({
      ok: false,
      errors: { currentPassword, newPassword: 'Password is required' },
    });
    expect(checkPasswordChange({ currentPassword: '1', newPassword: 'Qwerty123' })).toEqual({
      ok: false,
      errors: { newPassword: weak },
    });
  });
});
