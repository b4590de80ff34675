import type { Candidate } from "./lines.ts"

/** The resource that has the objects of each kind. */
export const resourceOf = {
  paymentIntent: "payment-intents",
  payout: "payouts",
  refundIntent: "refund-intents",
  transaction: "transactions",
  paymentFile: "payment-files",
} as const satisfies Record<Candidate["kind"], string>
