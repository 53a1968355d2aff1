// What a person can do about a failed request to the identity provider. On the login screen it stands below the
// specification's one sentence for every failure.
import { brand } from '../../shop/brand.ts';
import type { CallFailure } from '../platform/request.ts';

const DISABLED = new Set(['USER_DISABLED', 'BANNED_USER']);

/** Returns one or two sentences of advice. */
export function failureAdvice({ status, code, detail }: CallFailure): string {
  if (code !== undefined && DISABLED.has(code)) {
    return `This account is closed at the moment. Please write to ${brand.email} and we will look into it.`;
  }
  if (status === 401) {
    return 'Check your e-mail and password. If you do not remember the password, set a new one.';
  }
  if (status === 429) return detail || 'There were too many tries. Please wait a few minutes.';
  return detail || 'The shop has a problem at the moment. Please try again in a minute.';
}
