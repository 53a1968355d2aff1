// When something goes wrong: at the nth message over one of the world's wires. Counting messages, not
// milliseconds, puts a fault at the same place of a payment on a fast machine and on a slow one.
import type { Direction, Verdict } from './wire.ts';

/** What runs between the processes: shoppers → shop → provider, database and mail server; webhooks → shop. */
export const wireNames = ['shoppers', 'webhooks', 'provider', 'database', 'mail'] as const;
export type WireName = (typeof wireNames)[number];

/** Which messages count. */
export interface Place {
  wire: WireName;
  nth: number;
  direction?: Direction;
  /** Counts only messages in which this stands. */
  text?: string;
}

export interface Moments {
  /** Acts at the nth such message from now on, before it is handed on; the verdict says whether it is. */
  at(place: Place, act: () => Verdict): void;
  /** Forgets the moments that have not come. */
  forget(): void;
  /** For the wires: a message is passing. */
  passing(wire: WireName, direction: Direction, bytes: Buffer): Verdict;
}

export function createMoments(): Moments {
  let coming: { place: Place; left: number; act: () => Verdict }[] = [];
  return {
    at(place, act) {
      coming.push({ place, left: place.nth, act });
    },
    forget() {
      coming = [];
    },
    passing(wire, direction, bytes) {
      const concerned = coming.filter(
        ({ place }) =>
          place.wire === wire &&
          (place.direction ?? direction) === direction &&
          (place.text === undefined || bytes.includes(place.text)),
      );
      for (const moment of concerned) moment.left -= 1;
      const come = concerned.filter(({ left }) => left === 0);
      coming = coming.filter((moment) => !come.includes(moment));
      return come.map(({ act }) => act()).includes('lose') ? 'lose' : 'pass';
    },
  };
}
