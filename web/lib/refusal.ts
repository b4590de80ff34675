import { money } from "./money.ts"

type Refusal = { message: string; details?: Record<string, unknown> }

const amounts = ["amount", "available", "credit", "debt", "due", "maxAmount", "shared"]

/** As people say it: the API tells amounts in minor units, and counts lines from zero. */
export function refusalInWords<R extends Refusal>(refusal: R): R {
  const { message, details = {} } = refusal
  const { currency } = details
  if (typeof currency !== "string") return refusal
  const told = new Set(amounts.map(name => details[name]))
  const inWords = (all: string, line: string | undefined, digits: string) => {
    if (line) return `${line}${Number(digits) + 1}`
    return told.has(Number(digits)) ? money(Number(digits), currency) : all
  }
  return { ...refusal, message: message.replace(/\b(line )?(\d+)( [A-Z]{3})?\b/g, inWords) }
}
