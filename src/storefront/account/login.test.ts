import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { checkLogin } from './login-screen.tsx';

describe('checkLogin', () => {
  it('accepts an e-mail in any case, and the password as typed', () => {
    expect(checkLogin({ email: ' Asha@Example.in ', password: ' secret word ' })).toEqual({
      ok: true,
      value: { email: 'asha@example.in', password: ' secret word ' },
    });
  });

  it('requires both fields', covers('rule-1'), () => {
    const errors = { email: 'Enter a valid email address', password: 'Password is required' };
    expect(checkLogin({})).toEqual({ ok: false, errors });
    expect(checkLogin({ email: '', password: '' })).toEqual({ ok: false, errors });
    expect(checkLogin({ email: 1, password: null })).toEqual({ ok: false, errors });
  });

  it('leaves the check of the password to the identity provider', () => {
    expect(checkLogin({ email: 'asha@example.in', password: '1' }).ok).toBe(true);
  });
});
