/** More than any request needs. Deeper ones could overflow the stack of what walks through them. */
export const maxJsonDepth = 64
/**
 * Also more than any request needs: 200 lines have 2,000. A body of 1 MiB has room for 170,000 fields, and naming what is wrong with each
 * of them takes a second and eight times as many bytes.
 */
export const maxJsonFields = 5_000

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** What JSON has too much of, if so, and how many fields were counted. */
type Scan = { excess?: "depth" | "fields"; fields: number }

/** Counts brackets and colons outside of strings, without parsing, and looks at each byte once. UTF-8 has them in no other character. */
export function scanJson(bytes: ArrayLike<number>): Scan {
  const { length } = bytes
  let [depth, fields] = [0, 0]
  let inString = false
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]
    if (inString) {
      if (byte === backslash) i++
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === openBracket || byte === openBrace) {
      if (++depth > maxJsonDepth) return { excess: "depth", fields }
    } else if (byte === closeBracket || byte === closeBrace) depth--
    else if (byte === colon && ++fields > maxJsonFields) return { excess: "fields", fields }
  }
  return { fields }
}

/** The fields of all objects in a parsed value. Its text has more where an object has a name twice: the parser keeps the last one alone. */
export function countFields(value: unknown): number {
  let fields = 0
  if (Array.isArray(value)) for (const each of value) fields += isNested(each) ? countFields(each) : 0
  else if (isNested(value)) for (const name in value) fields += 1 + (isNested(value[name]) ? countFields(value[name]) : 0)
  return fields
}
const isNested = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/**
 * Parses JSON. A number that the parser would round to a whole one is NaN, which no field accepts: 10000.000000000000001 must not pass as
 * an amount of 10000. Few bodies have a number with a fraction, and the others take no longer.
 */
export const parseExactly = (text: string): unknown => (fraction.test(text) ? JSON.parse(text, refuseRounded) : JSON.parse(text))

const fraction = /\d\.\d+(?:[eE][+-]?\d+)?[,\]}\s]|\d[eE]-\d+[,\]}\s]/

const refuseRounded = (_name: string, value: unknown, context?: { source?: string }) =>
  Number.isSafeInteger(value) && hasFraction(context?.source ?? "") ? NaN : value

function hasFraction(number: string): boolean {
  const [mantissa = "", exponent = "0"] = number.toLowerCase().split("e")
  const [whole = "", decimals = ""] = mantissa.replace("-", "").split(".")
  return /[1-9]/.test((whole + decimals).slice(Math.max(0, whole.length + Number(exponent))))
}
