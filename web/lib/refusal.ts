import { type FieldRefusal, sayNames, sayRefusal } from "./field-words.ts"
import { money } from "./money.ts"
import { sayPermission } from "./permission-words.ts"

type Refusal = { code: string; message: string; errors?: readonly FieldRefusal[]; details?: Record<string, unknown> }

const amounts = ["amount", "available", "credit", "debt", "due", "maxAmount", "shared"]

/** Rewords a refusal for people: the API has amounts in minor units, counts lines from zero, and names permissions by their codes. */
export function refusalInWords<R extends Refusal>(refusal: R): R {
  const { details = {} } = refusal
  const { currency } = details
  const first = refusal.errors?.find(({ message: text }) => text === refusal.message)
  const named = first ? sayRefusal(first) : isOfApi(refusal.code) ? refusal.message : sayNames(refusal.message, [])
  const message = named.replace(/\bthe permission (\w+\.\w+)/, (_, code: string) => `the permission “${sayPermission(code)}”`)
  if (typeof currency !== "string") return { ...refusal, message }
  const told = new Set(amounts.map(name => details[name]))
  const inWords = (all: string, line: string | undefined, digits: string) => {
    if (line) return `${line}${Number(digits) + 1}`
    return told.has(Number(digits)) ? money(Number(digits), currency) : all
  }
  return { ...refusal, message: message.replace(/\b(line )?(\d+)( [A-Z]{3})?\b/g, inWords) }
}

/** Errors about the form of a request. Only programs get them, so the API's names stay. */
const isOfApi = (code: string) => /^(VAL-100[14]|GEN-100|IDM-)/.test(code)

/** Replaces the ids of users by their names. */
export const withNames = (message: string, nameOf: (id: string) => string) => message.replace(/\b[0-9a-f]{24}\b/g, nameOf)
