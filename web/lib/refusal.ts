import { money } from "./money.ts"

type Refusal = { message: string; details?: Record<string, unknown> }

const amounts = ["amount", "available", "credit", "debt", "due"]

/** With its amounts as people write them: the API tells them in minor units. */
export function refusalInWords<R extends Refusal>(refusal: R): R {
  const { message, details = {} } = refusal
  const { currency } = details
  if (typeof currency !== "string") return refusal
  const told = new Set(amounts.map(name => details[name]))
  const inWords = (all: string, digits: string) => (told.has(Number(digits)) ? money(Number(digits), currency) : all)
  return { ...refusal, message: message.replace(/\b(\d+)( [A-Z]{3})?\b/g, inWords) }
}
