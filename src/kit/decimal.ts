/** Numbers as people write them, kept as a fraction of two whole numbers of any size: no float on the way, no digit lost. */
export type Fraction = { over: bigint; under: bigint }

/** "0.0199" is 199 over 10000. */
export function fraction(text: string): Fraction {
  const [, whole = "", digits = ""] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === "") throw new Error(`${text} is no decimal number`)
  return { over: BigInt(whole + digits), under: 10n ** BigInt(digits.length) }
}

export const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under })
export const dividedBy = (a: Fraction, b: Fraction): Fraction => times(a, { over: b.under, under: b.over })

/** Below zero when a is less than b. */
export const compared = (a: Fraction, b: Fraction): number => Number(a.over * b.under - b.over * a.under)

/** Towards zero, as are all amounts that are promised. */
export const floor = ({ over, under }: Fraction): bigint => over / under

export function roundHalfUp({ over, under }: Fraction): bigint {
  return (2n * over + under) / (2n * under)
}

/**
 * Whole numbers divided, towards zero. Plain ones while both together are exact: then no quotient between two whole numbers is rounded
 * to the upper one. Undefined beyond that.
 */
const quotient = (over: number, under: number) => (over + under <= Number.MAX_SAFE_INTEGER ? Math.floor(over / under) : undefined)

/** Multiplies whole numbers by a fraction, towards zero. */
export function scaledDown({ over, under }: Fraction): (amount: number) => number {
  const [factor, divisor] = [Number(over), Number(under)]
  return amount => quotient(amount * factor, divisor) ?? Number((BigInt(amount) * over) / under)
}

/**
 * Multiplies whole numbers by a fraction, half up. Thirty binary places of the fraction, cut off, say between which two bounds the product
 * lies. Where both round to the same whole number that is the one; the few that lie too close to a half are worked out in full.
 */
export function scaledHalfUp({ over, under }: Fraction): (amount: number) => number {
  const factor = Number((over * BigInt(unit)) / under)
  return amount => {
    const least = amount * factor + unit / 2
    const rounded = Math.floor(least / unit)
    if (least + amount <= Number.MAX_SAFE_INTEGER && Math.floor((least + amount) / unit) === rounded) return rounded
    return Number(roundHalfUp({ over: BigInt(amount) * over, under }))
  }
}
const unit = 2 ** 30

/** So many parts of a million, half up. */
export function millionths(amount: number, of: number): number {
  return quotient(2_000_000 * amount + of, 2 * of) ?? Number(roundHalfUp({ over: 1_000_000n * BigInt(amount), under: BigInt(of) }))
}

/** As a JSON number. Exact to the last digit that a float holds, since both parts are whole. */
export const asNumber = ({ over, under }: Fraction): number => Number(over) / Number(under)

/** The first so many digits that are not zero; the rest is cut off. */
export function significant(value: Fraction, digits: number): Fraction {
  const least = 10n ** BigInt(digits - 1)
  let under = 1n
  while (floor(times(value, { over: under, under: 1n })) < least) under *= 10n
  return { over: floor(times(value, { over: under, under: 1n })), under }
}
