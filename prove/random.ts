/** Numbers that look random and are the same for the same seed, so that a run can be repeated. */
export type Random = ReturnType<typeof seeded>

/** The generator Mulberry32. */
export function seeded(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    whole,
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(list: readonly T[]): T | undefined => list[whole(0, list.length - 1)],
    /** Picks a name as often as its weight says. */
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const entries = Object.entries<number>(weights)
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      return (entries.find(([, weight]) => (left -= weight) < 0) ?? entries.at(-1)!)[0] as Name
    },
    /** Another sequence, for something that runs at the same time. */
    split: () => seeded(whole(0, 2 ** 32 - 1)),
  }
}
