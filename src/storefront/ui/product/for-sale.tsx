// What cannot be ordered now, as the server writes it into the document (src/server/state/availability.ts). A tab
// that is open for long may be behind: the server decides.
import type { ReactNode } from 'react';
import { useHydrated } from '../../platform/timing.tsx';
import { Note } from '../feedback/note.tsx';
import s from './for-sale.module.css';

const root = (): DOMStringMap => globalThis.document?.documentElement.dataset ?? {};

/** Returns why a product cannot be ordered: 'Sold out', 'Closed until 12 January'; undefined if it can. */
export function whyNotForSale(id = ''): string | undefined {
  const words = JSON.parse(root()['unavailable'] ?? '{}');
  return words[''] ?? words[id];
}

/** Returns why a product alone cannot be ordered, in a shop that is open: 'Sold out'. */
export const whySoldOut = (id?: string): string | undefined =>
  whyNotForSale() === undefined ? whyNotForSale(id) : undefined;

/** Returns the same as `whyNotForSale`, undefined before the page is hydrated: until then the styles hide its buttons. */
export const useWhyNotForSale = (id?: string): string | undefined =>
  useHydrated() ? whyNotForSale(id) : undefined;

/** Returns the day before which nothing is sent, if the shop is late. */
export const shipsFrom = (): string | undefined => root()['shipsFrom'];

/** Says that the shop is closed, and in its children what that means here. The server writes its words, too. */
export function ClosedNote({ children }: { children: ReactNode }) {
  const closed = useWhyNotForSale();
  return (
    <Note className={s.closed}>
      <p className={s.words} data-unavailable="" suppressHydrationWarning>
        {closed ?? ''}
      </p>
      <p>{children}</p>
    </Note>
  );
}
