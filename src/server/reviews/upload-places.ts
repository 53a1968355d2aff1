// Limits how many reviews are received at the same time, in total and per account. Each may hold 26 MB of drafts for
// the three minutes that a slow phone may take.
import { ProblemError } from '../platform/http/problem.ts';

export interface UploadPlaces {
  /** Takes a place until `free`. Throws a 429 (account) or 503 (total) problem with Retry-After when none is left. */
  take(account: string): { free(): void };
}

export function createUploadPlaces(most: { ofAnAccount: number; ofAll: number }): UploadPlaces {
  const taken = new Map<string, number>();
  let all = 0;

  return {
    take(account) {
      const own = taken.get(account) ?? 0;
      if (own >= most.ofAnAccount) {
        const detail =
          'You are sending several reviews already. Please wait until they have arrived.';
        throw new ProblemError(429, detail, { code: 'TOO_MANY_UPLOADS' }, { 'Retry-After': '10' });
      }
      if (all >= most.ofAll) {
        const detail = 'Many reviews are coming in right now. Please try again in a minute.';
        throw new ProblemError(503, detail, { code: 'TOO_BUSY' }, { 'Retry-After': '60' });
      }
      taken.set(account, own + 1);
      all += 1;
      return {
        free() {
          const left = (taken.get(account) ?? 1) - 1;
          if (left > 0) taken.set(account, left);
          else taken.delete(account);
          all -= 1;
        },
      };
    },
  };
}
