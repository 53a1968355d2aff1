import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { parseResponse, parseWith, type RequestFailure } from '../platform/request.ts';
import { failureAdvice } from './account-form.tsx';

const nothing = parseWith(() => undefined);

/** Returns the failure for a reply of the server; without a status, for a server that cannot be reached. */
const failure = (status?: number, body?: unknown): RequestFailure =>
  parseResponse(status === undefined ? undefined : { status, body }, nothing) as RequestFailure;

it.each([
  ['a wrong password or an unknown account', failure(401, { detail: 'Nope' }), /set a new one/],
  ['too many tries', failure(429, { detail: 'Please wait 9 minutes.' }), /wait 9 minutes/],
  ['too many tries, without a detail', failure(429), /wait a few minutes/],
  ['no network', failure(), /check your connection/],
  ['a disabled account', failure(403, { code: 'USER_DISABLED', detail: 'x' }), /write to \S+@\S+ /],
  ['a banned account', failure(403, { code: 'BANNED_USER', detail: 'x' }), /write to \S+@\S+ /],
  [
    'a shop that is unavailable',
    failure(503, { detail: 'Please try again in a minute.' }),
    /in a minute/,
  ],
  ['a proxy that fails', failure(502), /try again in a minute/],
  ['an invalid reply', failure(200, 'x'), /try again in a minute/],
])('gives advice on %s', covers('error-20'), (_failure, reply, advice) => {
  expect(failureAdvice(reply)).toMatch(advice);
});
