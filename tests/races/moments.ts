// Times faults by the nth message over one of the world's proxies. Counting messages instead of milliseconds puts a fault
// at the same step of a payment on a fast machine and on a slow one.
import type { Direction, Verdict } from './proxy.ts';

/** The connections between the processes: shoppers → shop → provider, database and mail server; webhooks → shop. */
export const proxyNames = ['shoppers', 'webhooks', 'provider', 'database', 'mail'] as const;
export type ProxyName = (typeof proxyNames)[number];

/** Selects messages. */
export interface Place {
  proxy: ProxyName;
  nth: number;
  direction?: Direction;
  /** Counts only messages that contain this text. */
  text?: string;
}

const isAt = (place: Omit<Place, 'nth'>, proxy: ProxyName, direction: Direction, bytes: Buffer) =>
  place.proxy === proxy &&
  (place.direction ?? direction) === direction &&
  (place.text === undefined || bytes.includes(place.text));

export interface Moments {
  /** Calls `act` at the nth such message from now on. Its verdict decides whether the message is forwarded. */
  at(place: Place, act: () => Verdict): void;
  /** Calls `see` with every such message. Returns a function that stops it. */
  watch(place: Omit<Place, 'nth'>, see: (bytes: Buffer) => void): () => void;
  /** Drops the pending moments. */
  forget(): void;
  /** Called by the proxies for each message. */
  passing(proxy: ProxyName, direction: Direction, bytes: Buffer): Verdict;
}

export function createMoments(): Moments {
  let coming: { place: Place; left: number; act: () => Verdict }[] = [];
  const watched = new Map<(bytes: Buffer) => void, Omit<Place, 'nth'>>();
  return {
    at(place, act) {
      coming.push({ place, left: place.nth, act });
    },
    watch(place, see) {
      watched.set(see, place);
      return () => void watched.delete(see);
    },
    forget() {
      coming = [];
    },
    passing(proxy, direction, bytes) {
      for (const [see, place] of watched) if (isAt(place, proxy, direction, bytes)) see(bytes);
      const concerned = coming.filter(({ place }) => isAt(place, proxy, direction, bytes));
      for (const moment of concerned) moment.left -= 1;
      const come = concerned.filter(({ left }) => left === 0);
      coming = coming.filter((moment) => !come.includes(moment));
      return come.map(({ act }) => act()).includes('lose') ? 'lose' : 'pass';
    },
  };
}
