import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import type { SignUp } from '../../shop/forms/sign-up.ts';
import { registerAccount, SignUpFields } from './signup-screen.tsx';

const optional = { phoneNumber: '', pincode: '', dob: '', state: '', address: '' } as const;
const passwords = { password: 'papaya-lassi-42', confirmPassword: 'papaya-lassi-42' };
const form: SignUp = { name: 'Asha', email: 'asha@example.com', ...optional, ...passwords };

const SIGN_UP = '/api/auth/sign-up/email';
const REGISTER = '/api/users/register';
const SIGN_OUT = '/api/auth/sign-out';

type Response = readonly [status: number, body?: unknown];

/** Registers at a server with these responses. Resolves to the result, with the paths of the requests. */
async function registerAt(signUp: Response, register: Response = [200, {}]) {
  const responses = { [SIGN_UP]: signUp, [REGISTER]: register, [SIGN_OUT]: [200, {}] as const };
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: keyof typeof responses) => {
    requests.push(path);
    const [status, body = {}] = responses[path]!;
    if (status === 0) throw new TypeError('Failed to fetch');
    return Response.json(body, { status });
  });
  return { result: await registerAccount(form), requests };
}

afterEach(() => void vi.unstubAllGlobals());

const exists: Response = [422, { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' }];
const weak = { password: 'This password is too common. Please choose another one.' };
const tooLong = { address: 'Address is too long' };

it.each<[string, Response, Response, string]>([
  ['creates the account, then records the profile', [200, { token: null }], [200], 'done'],
  ['completes a sign-up that failed between its steps', exists, [200], 'done'],
  ['reports that the e-mail is taken if the password is another one', exists, [401], 'exists'],
])('%s [role-11,12 call-7]', async (_title, signUp, register, kind) => {
  const { result, requests } = await registerAt(signUp, register);
  expect(result).toEqual({ kind });
  expect(requests).toEqual([SIGN_UP, REGISTER]);
});

it('ends a session that the sign-up has begun', async () => {
  const { result, requests } = await registerAt([200, { token: 't' }]);
  expect(result).toEqual({ kind: 'done' });
  expect(requests).toEqual([SIGN_UP, REGISTER, SIGN_OUT]);
});

it('reports a weak password and refused texts at their fields [error-4]', async () => {
  const short = await registerAt([400, { code: 'PASSWORD_TOO_SHORT', detail: weak.password }]);
  expect(short).toEqual({ result: { kind: 'fields', errors: weak }, requests: [SIGN_UP] });
  const errors = [{ field: 'address', message: tooLong.address }];
  const { result } = await registerAt([200, {}], [400, { errors }]);
  expect(result).toEqual({ kind: 'fields', errors: tooLong });
});

it.each([
  [0, undefined, 'We could not reach the shop. Please check your connection and try again.'],
  [500, undefined, 'Something went wrong'],
  [429, 'Too many tries. Please wait 5 minutes and try again.'],
])('reports any other failure, with the words of the server [error-5]', async (...row) => {
  const [status, detail, message = detail] = row;
  const { result } = await registerAt([status, { detail }]);
  expect(result).toEqual({ kind: 'failed', message });
});

const html = renderToStaticMarkup(<SignUpFields errors={{}} />);

it('masks both passwords, and tells password managers that they are new', () => {
  const masked = html.match(/<input[^>]+autoComplete="new-password"[^>]*type="password"/gi);
  expect(masked).toHaveLength(2);
});

it('shows nine fields in the order of the specification, four of them required [signup-1..3]', () => {
  const labels = [...html.matchAll(/<label[^>]*>([^<]+)</g)].map(([, label]) => label);
  expect(labels.join(', ')).toBe(
    'Name, Email, Phone Number, Pincode, Date of Birth, State, Address, Password, Confirm Password',
  );
  expect(html.match(/ required=""/g)).toHaveLength(4);
  for (const part of [
    'placeholder="10-digit number"',
    'placeholder="6-digit pincode"',
    '<option value="" selected="">Select your state</option>',
    'type="date"',
  ]) {
    expect(html).toContain(part);
  }
});
