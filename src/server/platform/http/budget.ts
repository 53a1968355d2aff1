// Memory that requests hold and nobody pays for, such as half of a body or a piece of a file that its client does not read.
// Whoever holds most gives way, so that a stranger's requests never refuse those of others.

export interface Holding {
  /** Sets how much is held, in bytes; it also notes that the client made progress. May make a holding give way, even this one. */
  resize(bytes: number): void;
  release(): void;
}

interface Budget {
  /**
   * Begins with nothing held.
   * @param networks from wide to narrow, as `clientNetworks` returns them
   * @param giveWay called at most once, when the budget is full: what is held has to be let go
   */
  hold(networks: readonly string[], giveWay: () => void): Holding;
}

interface Held {
  networks: readonly string[];
  bytes: number;
  giveWay: () => void;
}

/** A network that holds no more than this part of the budget is not singled out. */
const FAIR_SHARE = 1 / 16;

/** Creates a budget of `most` bytes over all callers. */
export function createBudget(most: number): Budget {
  /** The one whose last progress is longest ago comes first. */
  const holdings = new Set<Held>();
  let total = 0;

  function release(held: Held): void {
    if (holdings.delete(held)) total -= held.bytes;
  }

  function makeRoom(): void {
    while (total > most) {
      const held = chooseHolding([...holdings], most * FAIR_SHARE);
      release(held);
      held.giveWay();
    }
  }

  return {
    hold(networks, giveWay) {
      const held: Held = { networks, bytes: 0, giveWay };
      holdings.add(held);
      return {
        resize(bytes) {
          if (!holdings.delete(held)) return;
          holdings.add(held);
          total += bytes - held.bytes;
          held.bytes = bytes;
          makeRoom();
        },
        release: () => release(held),
      };
    },
  };
}

/**
 * Returns who gives way: of the network that holds most, if that is more than a fair share, the largest holding. An honest
 * body is small, and an honest reader makes progress: of equal ones it is the first.
 */
function chooseHolding(holdings: readonly Held[], fairShare: number): Held {
  let some = holdings;
  for (const level of [0, 1]) {
    const sums = new Map<string | undefined, number>();
    for (const { networks, bytes } of some) {
      sums.set(networks[level], (sums.get(networks[level]) ?? 0) + bytes);
    }
    const [network, sum] = [...sums].reduce((one, other) => (other[1] > one[1] ? other : one));
    if (sum > fairShare) some = some.filter(({ networks }) => networks[level] === network);
  }
  return some.reduce((one, other) => (other.bytes > one.bytes ? other : one));
}
