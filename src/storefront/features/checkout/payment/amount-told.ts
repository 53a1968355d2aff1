// The server's own price, where it refused the one that the page showed.
import * as v from 'valibot';
import type { CallFailure } from '../../../calls/http.ts';
import type { Paise } from '../../../../shop/money.ts';

const priceProblem = v.object({ amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) });

/** The right amount that a 409 carries, in paise. */
export function amountTold(failure: CallFailure): Paise | undefined {
  if (failure.status !== 409) return undefined;
  const parsed = v.safeParse(priceProblem, failure.body);
  return parsed.success ? parsed.output.amount : undefined;
}
