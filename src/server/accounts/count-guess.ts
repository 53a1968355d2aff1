// Limits guesses at passwords. Every route that checks one goes through here.
import type { Caller, Limits } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';

/**
 * Runs `work`, which checks a password and throws a 401 problem if it is wrong. Only a wrong password counts against
 * the sign-in limits, but it is counted before the check, so that parallel guesses count too. Throws a 429 problem,
 * without running `work`, when the limits are used up.
 */
export async function countGuess<T>(
  { signIn }: Pick<Limits, 'signIn'>,
  caller: Required<Caller>,
  work: () => Promise<T>,
): Promise<T> {
  await signIn.take(caller);
  try {
    const result = await work();
    await signIn.giveBack(caller);
    return result;
  } catch (error) {
    const isWrong = error instanceof ProblemError && error.status === 401;
    if (!isWrong) await signIn.giveBack(caller);
    throw error;
  }
}
