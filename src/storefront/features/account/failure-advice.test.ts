import { covers } from '#support/covers.ts';
import { expect, it } from 'vitest';
import type { CallFailure } from '../../api/http.ts';
import { byHand, readAnswer } from '../../api/http.ts';
import { failureAdvice } from './failure-advice.ts';

const nothing = byHand(() => undefined);

/** The failure that a reply of the server makes; without one it could not be reached. */
const failure = (status?: number, body?: unknown): CallFailure =>
  readAnswer(status === undefined ? undefined : { status, body }, nothing) as CallFailure;

it.each([
  ['a wrong password or an unknown account', failure(401, { detail: 'Nope' }), /set a new one/],
  ['too many tries', failure(429, { detail: 'Please wait 9 minutes.' }), /wait 9 minutes/],
  ['too many tries, without a word', failure(429), /wait a few minutes/],
  ['no network', failure(), /check your connection/],
  ['a disabled account', failure(403, { code: 'USER_DISABLED', detail: 'x' }), /write to \S+@\S+ /],
  ['a banned account', failure(403, { code: 'BANNED_USER', detail: 'x' }), /write to \S+@\S+ /],
  ['a shop in trouble', failure(503, { detail: 'Please try again in a minute.' }), /in a minute/],
  ['a proxy in trouble', failure(502), /try again in a minute/],
  ['an answer that is none', failure(200, 'x'), /try again in a minute/],
])('helps with %s', covers('error-20'), (_trouble, reply, advice) => {
  expect(failureAdvice(reply)).toMatch(advice);
});
