/** A decimal number as a fraction of two whole numbers of any size: exact, without floats. */
export type Fraction = { numerator: bigint; denominator: bigint }

/** "0.0199" is 199 over 10000. */
export function fraction(text: string): Fraction {
  const [, whole = "", digits = ""] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === "") throw new Error(`"${text}" is not a decimal number`)
  return { numerator: BigInt(whole + digits), denominator: 10n ** BigInt(digits.length) }
}

export const wholeNumber = (value: bigint): Fraction => ({ numerator: value, denominator: 1n })

/** The decimal number that JSON shows for a float that is not negative: 1e-7 is 1 over 10 million. */
export function fractionOf(value: number): Fraction {
  const [digits = "", power = "0"] = String(value).split("e")
  const shift = wholeNumber(10n ** BigInt(Math.abs(Number(power))))
  return Number(power) < 0 ? divide(fraction(digits), shift) : multiply(fraction(digits), shift)
}

export const multiply = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
})
export const divide = (a: Fraction, b: Fraction): Fraction => multiply(a, { numerator: b.denominator, denominator: b.numerator })

/** Negative when a is less than b. */
export const compare = (a: Fraction, b: Fraction): number => Number(a.numerator * b.denominator - b.numerator * a.denominator)

/** How far two numbers are apart. */
export function distance(a: Fraction, b: Fraction): Fraction {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator
  return { numerator: difference < 0n ? -difference : difference, denominator: a.denominator * b.denominator }
}

/** Rounds towards zero. */
export const floor = ({ numerator, denominator }: Fraction): bigint => numerator / denominator

export function roundHalfUp({ numerator, denominator }: Fraction): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}

/**
 * Integer division towards zero with plain numbers, as long as the sum of both is a safe integer: then no quotient just below a whole
 * number is rounded up to it. Undefined otherwise, and the caller computes with BigInt.
 */
const quotient = (numerator: number, denominator: number) =>
  numerator + denominator <= Number.MAX_SAFE_INTEGER ? Math.floor(numerator / denominator) : undefined

/** A function that multiplies whole numbers by a fraction, rounding towards zero. */
export function floorMultiplier({ numerator, denominator }: Fraction): (amount: number) => number {
  const [factor, divisor] = [Number(numerator), Number(denominator)]
  return amount => quotient(amount * factor, divisor) ?? Number((BigInt(amount) * numerator) / denominator)
}

/**
 * A function that multiplies whole numbers by a fraction, rounding half up. The fraction truncated to 30 binary places gives a lower and an
 * upper bound of the product. If both round to the same whole number, that is the result. The few other products are computed with BigInt.
 */
export function halfUpMultiplier({ numerator, denominator }: Fraction): (amount: number) => number {
  const factor = Number((numerator * BigInt(unit)) / denominator)
  return amount => {
    const lower = amount * factor + unit / 2
    const rounded = Math.floor(lower / unit)
    if (lower + amount <= Number.MAX_SAFE_INTEGER && Math.floor((lower + amount) / unit) === rounded) return rounded
    return Number(roundHalfUp({ numerator: BigInt(amount) * numerator, denominator }))
  }
}
const unit = 2 ** 30

/** `amount` as millionths of `of`, rounded half up. */
export function millionths(amount: number, of: number): number {
  return (
    quotient(2_000_000 * amount + of, 2 * of) ?? Number(roundHalfUp({ numerator: 1_000_000n * BigInt(amount), denominator: BigInt(of) }))
  )
}

/** The nearest float, for JSON. */
export const asNumber = ({ numerator, denominator }: Fraction): number => Number(numerator) / Number(denominator)

/** Truncated to that many significant digits. */
export function significant(value: Fraction, digits: number): Fraction {
  const min = 10n ** BigInt(digits - 1)
  let denominator = 1n
  while (floor(multiply(value, { numerator: denominator, denominator: 1n })) < min) denominator *= 10n
  return { numerator: floor(multiply(value, { numerator: denominator, denominator: 1n })), denominator }
}
