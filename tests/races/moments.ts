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

const isAt = (place: Place, proxy: ProxyName, direction: Direction, bytes: Buffer) =>
  place.proxy === proxy &&
  (place.direction ?? direction) === direction &&
  (place.text === undefined || bytes.includes(place.text));

export function createMoments() {
  let coming: { place: Place; left: number; act: () => Verdict }[] = [];
  return {
    /** Calls `act` at the nth such message from now on. Its verdict decides whether the message is forwarded. */
    at(place: Place, act: () => Verdict): void {
      coming.push({ place, left: place.nth, act });
    },
    /** Drops the pending moments. */
    forget(): void {
      coming = [];
    },
    /** Called by the proxies for each message. */
    passing(proxy: ProxyName, direction: Direction, bytes: Buffer): Verdict {
      const concerned = coming.filter(({ place }) => isAt(place, proxy, direction, bytes));
      for (const moment of concerned) moment.left -= 1;
      const come = concerned.filter(({ left }) => left === 0);
      coming = coming.filter((moment) => !come.includes(moment));
      return come.map(({ act }) => act()).includes('lose') ? 'lose' : 'pass';
    },
  };
}
