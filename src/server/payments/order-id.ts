// The number of an order as people see it and read it out: 'MA-' and ten characters of Crockford's
// base 32, which has no ambiguous I, L, O or U.
import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a new order number: 50 random bits, so it cannot be guessed and does not reveal how much is sold. */
export function newOrderId(): string {
  // 256 is a multiple of 32: the low five bits of a random byte are evenly spread.
  return `MA-${Array.from(randomBytes(10), (byte) => ALPHABET[byte & 31]).join('')}`;
}
