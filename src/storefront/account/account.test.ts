// The rules of the account's forms, and what they say.
import { describe, expect, it } from 'vitest';
import { parseResponse, parseWith, type RequestFailure } from '../platform/request.ts';
import { failureAdvice } from './account-form.tsx';
import { checkName, checkPasswordChange, givenName } from './account-screen.tsx';
import { readLinkToken } from './auth-layout.tsx';
import { checkForgotten } from './forgot-password-screen.tsx';
import { checkLogin } from './login-screen.tsx';
import { checkOwnPassword } from './password-dialog.tsx';
import { checkNewPassword } from './reset-password-screen.tsx';

const NO_EMAIL = 'Enter a valid email address';
const NO_PASSWORD = 'Password is required';
const TOO_SHORT = 'Password is too short: please use at least 6 characters';
const strong = ' jasmine garland ';
const short = { newPassword: 'Qwert', confirmPassword: 'Qwert' };
const noCurrent = { currentPassword: NO_PASSWORD, newPassword: TOO_SHORT };
const missing = { email: NO_EMAIL, password: NO_PASSWORD };
const differing = { newPassword: 'jasmine garland', confirmPassword: 'jasmine' };

describe('a form of the account', () => {
  it.each([
    ['login', checkLogin, { email: ' Asha@Example.in ', password: ' 1 ' }],
    ['forgotten password', checkForgotten, { email: ' Asha@Example.in ' }],
    ['new password', checkNewPassword, { newPassword: strong, confirmPassword: strong }],
    ['own password', checkOwnPassword, { password: ' 1 ' }],
    ['password change', checkPasswordChange, { currentPassword: '1', newPassword: strong }],
    ['name', checkName, { name: ' Asha \u202eRaman\n' }, { name: 'Asha Raman' }],
  ] as const)('%s cleans e-mail and name, and passes passwords as typed', (...row) => {
    const [, check, typed, cleaned] = row;
    const email = 'email' in typed && { email: 'asha@example.in' };
    expect(check(typed)).toEqual({ ok: true, value: cleaned ?? { ...typed, ...email } });
  });

  it.each([
    ['login', checkLogin, {}, missing],
    ['login', checkLogin, { email: 1, password: null }, missing],
    ['forgotten password', checkForgotten, { email: 'asha' }, { email: NO_EMAIL }],
    ['new password', checkNewPassword, {}, { newPassword: NO_PASSWORD }],
    ['new password', checkNewPassword, differing, { confirmPassword: 'Passwords do not match' }],
    ['new password', checkNewPassword, short, { newPassword: TOO_SHORT }],
    ['own password', checkOwnPassword, { password: '' }, { password: NO_PASSWORD }],
    ['password change', checkPasswordChange, { newPassword: 'Qwert' }, noCurrent],
    ['name', checkName, { name: ' \u200b ' }, { name: 'Name is required' }],
  ])('%s names what is wrong at each field [rule-1]', (_form, check, typed, errors) => {
    expect(check(typed)).toEqual({ ok: false, errors });
  });
});

/** Returns the failure for a response of the server; without a status, for a server that cannot be reached. */
function failure(status?: number, body?: unknown): RequestFailure {
  const response = status === undefined ? undefined : { status, body };
  return parseResponse(
    response,
    parseWith(() => undefined),
  ) as RequestFailure;
}

it.each([
  ['a wrong password or an unknown account', failure(401, { detail: 'Nope' }), /set a new one/],
  ['too many tries', failure(429, { detail: 'Please wait 9 minutes.' }), /wait 9 minutes/],
  ['too many tries, without a detail', failure(429), /wait a few minutes/],
  ['no network', failure(), /check your connection/],
  ['a shop that is unavailable', failure(503, { detail: 'Please try again.' }), /try again\.$/],
  ['a proxy that fails', failure(502), /try again in a minute/],
  ['an invalid response', failure(200, 'x'), /try again in a minute/],
])('gives advice on %s [error-20]', (_failure, result, advice) => {
  expect(failureAdvice(result)).toMatch(advice);
});

it.each([
  ['Kavya Raman', 'Kavya'],
  ['R. Kavya', 'Kavya'],
  ['K R Meena', 'Meena'],
  ['  Asha  ', 'Asha'],
  ['K. R.', 'K. R.'],
  ['நி கவிதா', 'கவிதா'],
])('the given name of %j is %j', (name, given) => {
  expect(givenName(name)).toBe(given);
});

it.each([
  ['#abc-_1', null, 'abc-_1'],
  ['#new', { token: 'old' }, 'new'],
  ['#', { token: 'abc' }, 'abc'],
  ['', null, undefined],
  ['', { token: 7 }, undefined],
  ['', 'abc', undefined],
])('the token of the fragment %j with the state %j is %j', (hash, state, token) => {
  expect(readLinkToken(hash, state)).toBe(token);
});
