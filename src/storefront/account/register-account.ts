// A sign-up in its two steps: the identity provider's account, then the shop's profile. A sign-up that failed between
// them is completed by trying again with the same password.
import { errorsByField } from '../platform/request.ts';
import type { CallFailure, CallResult } from '../platform/request.ts';
import type { SignUp, SignUpField } from '../../shop/forms/sign-up.ts';

export interface RegisterCalls {
  signUp(
    account: Record<'name' | 'email' | 'password', string>,
  ): Promise<CallResult<{ token?: string | null | undefined }>>;
  register(profile: Readonly<Record<string, string>>): Promise<CallResult<unknown>>;
  signOut(): Promise<CallResult<unknown>>;
}

export type Registration =
  | { kind: 'done' }
  /** The e-mail has an account, and this is not its password. */
  | { kind: 'taken' }
  /** The server rejected fields, for example a weak password. */
  | { kind: 'fields'; errors: Partial<Record<SignUpField, string>> }
  | { kind: 'failed'; message: string };

const SOMETHING_WRONG = 'Something went wrong';

function ofFailure(failure: CallFailure): Registration {
  const { code, detail, errors } = failure;
  if (errors.length > 0) return { kind: 'fields', errors: errorsByField(failure) };
  if (code?.startsWith('PASSWORD_')) {
    return { kind: 'fields', errors: { password: detail || SOMETHING_WRONG } };
  }
  return { kind: 'failed', message: detail || SOMETHING_WRONG };
}

/** Creates the account and records the profile. */
export async function registerAccount(form: SignUp, calls: RegisterCalls): Promise<Registration> {
  const { name, email, password } = form;
  const account = await calls.signUp({ name, email, password });
  // The account may be this person's own, from a try that failed before its profile was recorded.
  const exists = !account.ok && account.code?.startsWith('USER_ALREADY_EXISTS');
  if (!account.ok && !exists) return ofFailure(account);

  const profile = await calls.register({ ...form });
  // A new account goes to the login screen, even if the provider has signed it in.
  if (account.ok && account.value.token) await calls.signOut();
  if (profile.ok) return { kind: 'done' };
  return profile.status === 401 ? { kind: 'taken' } : ofFailure(profile);
}
