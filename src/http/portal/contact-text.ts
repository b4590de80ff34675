import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import { contactWords, type ContactWords } from "./contact-words.ts"
import type { Visit } from "./visit.ts"

export const wordsFor = ({ language }: Visit): ContactWords => contactWords[language.tag]

/** What a payment is for, in a line. */
export const nameOf = ({ description, items }: Pick<PaymentIntent, "description" | "items">): string => {
  const [first, ...others] = items
  return description || (others.length === 0 ? first!.name : `${first!.name} +${others.length}`)
}
