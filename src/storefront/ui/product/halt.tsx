// What cannot be ordered now, as the server writes it into the document (src/server/availability/availability.ts). A tab
// that is open for long may be behind: the server decides.
import { useHydrated } from '../../platform/timing.tsx';

const root = (): DOMStringMap => globalThis.document?.documentElement.dataset ?? {};

/** Returns why a product cannot be ordered: 'Sold out', 'Closed until 12 January'; undefined if it can. */
export function whyNotForSale(id = ''): string | undefined {
  const words = JSON.parse(root()['halt'] ?? '{}');
  return words[''] ?? words[id];
}

/** Returns the same, undefined before the page is hydrated: until then the styles hide its buttons. */
export const useHalt = (id?: string): string | undefined =>
  useHydrated() ? whyNotForSale(id) : undefined;

/** Returns the day before which nothing is sent, if the shop is late. */
export const shipsFrom = (): string | undefined => root()['shipsFrom'];
