import type { Operation } from "../kit/operation.ts"
import type { Code } from "../kit/problem.ts"

/** What the letters before the number are about. A new family does not compile until it has a line here. */
type Family = Code extends `${infer Letters}-${string}` ? Letters : never
type Words = { title: string; about: string }

export const families: Record<Family, Words> & Record<string, Words> = {
  AUT: { title: "Authentication", about: "Who is calling is not known." },
  TEN: {
    title: "Tenant",
    about: "The header X-TENANT-ID is missing, malformed, unknown, or not the tenant of the key. All four get the same answer.",
  },
  PRM: { title: "Permission", about: "The caller is known and may not do this." },
  VAL: { title: "Validation", about: "The request can't be read as it is. `errors` names every field; nothing was changed." },
  GEN: { title: "General", about: "The object, the route or the method is not there, or the object is not as the caller last saw it." },
  SMR: { title: "Smart references", about: "A reference by e-mail, code or name matches nothing, or several." },
  IDM: { title: "Idempotency", about: "The Idempotency-Key protects an operation from happening twice." },
  PIN: { title: "Payment intents", about: "The state or the amounts of a payment intent do not allow this." },
  TRX: { title: "Transactions", about: "The state or the amounts of a transaction do not allow this." },
  SPL: { title: "Payment splits", about: "The state or the amounts of a split do not allow this." },
  RFD: { title: "Refund intents", about: "The state of a refund, or what is left of the charge, does not allow this." },
  PAY: { title: "Payouts", about: "The state of a payout, or the balance behind it, does not allow this." },
  ORD: { title: "Orders", about: "The order or its items do not allow this." },
  BNK: { title: "Bank accounts", about: "The account's numbers do not check out, or it is in use." },
  AUZ: { title: "Authorizations", about: "The state or the limits of an authorization do not allow this." },
  DSP: { title: "Disputes", about: "The state of a dispute does not allow this." },
  SUB: { title: "Subscriptions", about: "The state or the cadence of a subscription does not allow this." },
  GTW: { title: "Gateways", about: "The payment gateway declined, or could not be reached." },
  APR: { title: "Approvals", about: "The policy, the approver or the state of an approval does not allow this." },
  WHK: { title: "Webhooks", about: "The destination may not be used, or did not answer the challenge." },
  FXR: { title: "Exchange rates", about: "The currency or the pair is not served." },
  FIN: { title: "Financing", about: "The currency, gateway or method is not served." },
  USR: { title: "Users", about: "The tenant would be left without somebody it needs." },
  TNT: { title: "Tenant settings", about: "The tenant's mode or clock does not allow this." },
  RTE: { title: "Rate limits", about: "Too many requests at once. The header Retry-After says when to ask again." },
  SYS: { title: "System", about: "Something failed on our side. The same request with the same Idempotency-Key is safe to repeat." },
}

export const familyOf = (code: string) => code.slice(0, code.indexOf("-"))

/** The refusals that belong to a resource: by the letters of a family, or by a single code. They meet writes, not reads. */
const refusals: Record<string, readonly string[]> = {
  contacts: ["GEN-1010"],
  "payment-intents": ["PIN-", "SMR-"],
  transactions: ["TRX-", "PIN-", "SMR-"],
  "bank-transfers": ["TRX-2002", "TRX-2005", "TRX-2006", "SMR-"],
  "payment-splits": ["SPL-", "PIN-", "SMR-"],
  "refund-intents": ["RFD-", "TRX-", "SMR-"],
  payouts: ["PAY-", "SPL-", "BNK-", "SMR-"],
  orders: ["ORD-", "PIN-", "SMR-"],
  services: ["GEN-1010", "SMR-"],
  partnerships: ["GEN-1010", "SMR-"],
  "bank-accounts": ["BNK-", "SMR-"],
  authorizations: ["AUZ-", "BNK-", "SMR-"],
  disputes: ["DSP-"],
  subscriptions: ["SUB-", "SMR-"],
  gateways: ["GTW-", "TRX-", "PIN-", "SMR-"],
  approvals: ["APR-"],
  users: ["USR-", "PRM-1002", "SMR-"],
  teams: ["GEN-1010"],
  settings: ["TNT-"],
  simulations: ["TNT-"],
  "dev/api-keys": ["PRM-1002"],
  "dev/webhooks": ["WHK-"],
}

/** Rates are read, and refuse all the same. */
const refusedReads: Record<string, readonly string[]> = { "fx-rates": ["FXR-"], "financing-rates": ["FIN-"] }

export function refusalsOf(tag: string, { effect }: Operation): readonly string[] {
  return (effect === "read" ? refusedReads : refusals)[tag] ?? []
}
