/** Numbers that only look random: the same for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** A whole number from min to max. */
    int: (min: number, max: number) => min + Math.floor(next() * (max - min + 1)),
    /** Returns true with this probability, 0 to 1. */
    chance: (probability: number) => next() < probability,
    /** Numbers for work that runs at the same time as other work: they do not depend on which request is answered first. */
    fork: () => seededRandom(Math.floor(next() * 2 ** 32)),
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!,
  }
}
export type Random = {
  int(min: number, max: number): number
  chance(probability: number): boolean
  fork(): Random
  pick<T>(values: readonly T[]): T
}
