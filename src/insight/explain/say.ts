import type { Figure, LinkedType, Part, Reason, Subject } from "./schema.ts"

type Details = Record<string, string | number>
type To = readonly [type: LinkedType, id: string]

const linkOf = (to: To | undefined) => (to ? { type: to[0], id: to[1] } : null)

/** `message` has the details as they are; whoever shows `sentence` formats them for its reader. */
function said(sentence: string, details: Details, to?: To) {
  const message = sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(details[name]))
  return { message, sentence, details, link: linkOf(to) }
}

/** A sentence that is about no figure. */
export const because = (about: Subject, sentence: string, details: Details, to?: To): Reason => ({
  about,
  ...said(sentence, details, to),
  amount: null,
  currency: null,
  parts: [],
})

/** What adds to a figure. The sentence has `{amount} {currency}`, without a sign. */
export const part = (amount: number, currency: string, sentence: string, details: Details = {}, to?: To): Part => ({
  amount,
  ...said(sentence, { amount: Math.abs(amount), currency, ...details }, to),
})

/** A figure of an object, and what it is made of. */
export function figure(about: Figure, amount: number, currency: string, sentence: string, parts: Part[], details: Details = {}): Reason {
  return { about, ...said(sentence, { amount, currency, ...details }), amount, currency, parts }
}
