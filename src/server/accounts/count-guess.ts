// Whoever offers a password may be guessing. Every way to offer one goes through here.
import type { Caller, Limits } from '../web/limits.ts';
import { ProblemError } from '../http/problem.ts';

/**
 * Does work that checks a password and throws a 401 problem if it is wrong. Only that counts against
 * the sign-in limits, but it is counted before the answer is known: guesses at once are no way around.
 * Throws a 429 problem, without doing the work, when the limits are used up.
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
