// Random numbers from a seed: the same seed gives the same numbers on any machine.

export interface Random {
  /** Returns an integer from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** Returns true in `percent` of the cases. */
  chance(percent: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Returns one of the keys, each with a probability proportional to its weight. */
  weigh<K extends string>(weights: Readonly<Record<K, number>>): K;
}

/** Returns a generator that uses mulberry32, which is small and good enough to draw faults. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  function draw(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (from: number, to: number) => from + Math.floor(draw() * (to - from + 1));
  return {
    between,
    chance: (percent) => draw() * 100 < percent,
    pick(values) {
      const value = values[between(0, values.length - 1)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
    weigh(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      const whole = entries.reduce((sum, [, weight]) => sum + weight, 0);
      let left = draw() * whole;
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      throw new RangeError('nothing to weigh');
    },
  };
}
