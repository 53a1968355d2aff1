// Ids in the provider's format: a prefix and fourteen letters or digits.
import { randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a new id such as `order_EKwxwAgItmmXdp`. */
export function newId(kind: 'order' | 'pay' | 'rfnd' | 'evt' | 'window'): string {
  let id = `${kind}_`;
  for (let i = 0; i < 14; i += 1) id += alphabet[randomInt(alphabet.length)];
  return id;
}
