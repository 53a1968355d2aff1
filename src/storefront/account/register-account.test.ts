import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { failure } from '#support/storefront/failure.ts';
import type { SignUp } from '../../shop/forms/sign-up.ts';
import type { RequestResult } from '../platform/request.ts';
import { registerAccount } from './signup-screen.tsx';

const form: SignUp = {
  name: 'Asha',
  email: 'asha@example.com',
  phoneNumber: '',
  pincode: '',
  dob: '',
  state: '',
  address: '',
  password: 'papaya-lassi-42',
  confirmPassword: 'papaya-lassi-42',
};

const done = { ok: true, value: {} } as const;

/** Returns a fake server and the requests that it receives. */
function server(
  signUp: RequestResult<{ token?: string | null }>,
  register: RequestResult<unknown>,
) {
  const asked: string[] = [];
  return {
    asked,
    calls: {
      async signUp() {
        asked.push('sign-up');
        return signUp;
      },
      async register() {
        asked.push('register');
        return register;
      },
      async signOut() {
        asked.push('sign-out');
        return done;
      },
    },
  };
}

it('creates the account, then records the profile', covers('role-11', 'call-7'), async () => {
  const { calls, asked } = server({ ok: true, value: { token: null } }, done);
  expect(await registerAccount(form, calls)).toEqual({ kind: 'done' });
  expect(asked).toEqual(['sign-up', 'register']);
});

it('ends a session that the sign-up has begun', async () => {
  const { calls, asked } = server({ ok: true, value: { token: 't' } }, done);
  expect(await registerAccount(form, calls)).toEqual({ kind: 'done' });
  expect(asked).toEqual(['sign-up', 'register', 'sign-out']);
});

const exists = failure(422, { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' });

it('completes a sign-up that failed between its steps', covers('role-12'), async () => {
  expect(await registerAccount(form, server(exists, done).calls)).toEqual({ kind: 'done' });
});

it('reports that the e-mail is taken if the password is another one', async () => {
  const { calls } = server(exists, failure(401));
  expect(await registerAccount(form, calls)).toEqual({ kind: 'taken' });
});

it('reports a weak password at its field', covers('error-4'), async () => {
  const detail = 'Please choose a stronger password.';
  const { calls, asked } = server(failure(400, { code: 'PASSWORD_TOO_SHORT', detail }), done);
  const registration = await registerAccount(form, calls);
  expect(registration).toEqual({ kind: 'fields', errors: { password: detail } });
  expect(asked).toEqual(['sign-up']);
});

it('reports the errors of the server at their fields', async () => {
  const errors = [{ field: 'address', message: 'Address is too long' }];
  const { calls } = server({ ok: true, value: {} }, failure(400, { errors }));
  const registration = await registerAccount(form, calls);
  expect(registration).toEqual({ kind: 'fields', errors: { address: 'Address is too long' } });
});

it.each([
  [failure(0, { detail: 'We could not reach the shop.' }), 'We could not reach the shop.'],
  [failure(500), 'Something went wrong'],
])('reports any other failure', covers('error-5'), async (signUp, message) => {
  const registration = await registerAccount(form, server(signUp, done).calls);
  expect(registration).toEqual({ kind: 'failed', message });
});

it.each([
  [429, 'Too many tries. Please wait 5 minutes and try again.'],
  [503, 'The shop cannot save it right now. Please try again in a minute.'],
  [403, 'This account is closed.'],
])('passes on the message of the provider for status %i', async (status, detail) => {
  const refused = failure(status, { detail });
  const registration = await registerAccount(form, server(refused, done).calls);
  expect(registration).toEqual({ kind: 'failed', message: detail });
});
