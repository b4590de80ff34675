import type { Tenant } from "../../kit/pure/caller.ts"
import type { AccountNumber } from "../../parties/bank-accounts/formats.ts"

/** The interface of a payment gateway. An adapter that passes test/conformance may be listed in registry.ts. */
export type Gateway = {
  id: string
  name: string
  /** The tenants it serves: one that moves no real money serves sandboxes only. */
  modes: readonly Tenant["mode"][]
  methods: Method[]
  /** Whether it is a token of this gateway; a card number never is. */
  isToken(token: string): boolean
  /** Tokens that the payment page offers by name instead of asking for a card. Absent for a gateway that moves real money. */
  testTokens?: readonly string[]
  /** Charges once per key, however often it is called. Throws `GatewayUnreachable` only when certainly nothing was charged. */
  charge(request: ChargeRequest): Promise<Outcome>
  /** The outcome of the charge with this key. Never charges. */
  lookUp(tenant: string, key: string): Promise<Outcome | { status: "absent" }>
  /** Absent where the gateway can't give money back: then a person does. */
  refunds?: RefundGateway
  /** Absent where the gateway sends no money out. */
  payouts?: PayoutGateway
  /** Absent where the gateway debits no bank accounts by mandate. */
  mandates?: MandateGateway
  /** Absent where disputes are not answered through the gateway: then a person answers where the gateway says. */
  disputes?: DisputeGateway
  /** The payload of an inbound message, if its signature is valid. The receiver checks that the payload is an event. */
  verify(message: InboundMessage): Promise<VerifiedPayload | undefined>
}

export type Method = {
  method: string
  name: string
  currencies: string[]
  maxInstallments: number
  /** Absent when the method is only paid at once. */
  financing?: Financing
}

/**
 * What paying in installments costs. `monthlyRates` has the rate for each number of installments that is offered, from 2 on, as a decimal:
 * `6: "0.0249"` is 2.49 percent per month for six, and "0" is interest-free. More installments never have a lower rate.
 */
type Financing = { monthlyRates: Readonly<Record<number, string>>; minInstallmentAmount: number }

export type ChargeRequest = {
  tenant: string
  /** The same on every retry of one attempt. */
  key: string
  /** What the merchant gets. */
  amount: number
  currency: string
  method: string
  /** Empty for a debit by mandate. */
  token: string
  /** The key of an active mandate, whose bank account is debited. */
  mandate?: string
  /** Absent when the payer pays the amount at once. Otherwise the payer pays `total`, and the gateway keeps the difference. */
  installments?: { count: number; total: number }
}

export type Outcome =
  /** `fee` is in the currency of the amount: what the gateway keeps of it. The call, the look-up and the event report the same one. */
  | { status: "succeeded"; reference: string; fee?: number }
  | { status: "processing"; reference: string }
  | { status: "declined"; reference: string; code: string; reason: string }
  /** The gateway did not respond; it may have charged or not. */
  | { status: "unknown" }

export type RefundGateway = {
  /**
   * Refunds once per key, however often it is called. Throws `GatewayUnreachable` only when certainly nothing was refunded. The outcome of
   * one that is processing is reported by an event, and by the look-up; both report the same.
   */
  refund(request: RefundRequest): Promise<RefundOutcome>
  /** The outcome of the refund with this key. Never refunds. */
  lookUp(tenant: string, key: string): Promise<RefundOutcome | { status: "absent" }>
}

export type RefundRequest = {
  tenant: string
  /** The same on every retry of one refund. */
  key: string
  /** The charge: the key it was made with, and the gateway's own reference for it. */
  charge: { key: string; reference: string | null }
  amount: number
  currency: string
}

export type RefundOutcome =
  /** `fee` is in the currency of the amount and is taken from the balance beside it. */
  | { status: "succeeded"; reference: string; fee?: number }
  | { status: "processing"; reference: string }
  | { status: "declined"; reference: string; code: string; reason: string }
  /** The gateway did not respond; it may have refunded or not. */
  | { status: "unknown" }

export type PayoutGateway = {
  /** How it sends money out, and the currencies in which that can arrive. */
  methods: { method: string; currencies: readonly string[] }[]
  /** Sends once per key, however often it is called. Throws `GatewayUnreachable` only when certainly nothing was sent. */
  payOut(request: PayoutRequest): Promise<PayoutOutcome>
  /** The outcome of the payout with this key. Never sends. */
  lookUp(tenant: string, key: string): Promise<PayoutOutcome | { status: "absent" }>
}

export type PayoutRequest = {
  tenant: string
  /** The same on every retry of one payout. */
  key: string
  /** What leaves the balance. */
  amount: number
  currency: string
  /** What arrives: the same, or its equivalent in the currency of the account. */
  target: { amount: number; currency: string }
  method: string
  account: Destination
  /** What the recipient's statement shows, such as PO-000123. */
  description: string
}

/** A bank account with its whole number. It may be neither stored nor logged. */
export type Destination = { holder: string; country: string; bic: string | null; number: AccountNumber }

export type PayoutOutcome =
  /** `fee` is in the currency of the amount and is taken from the balance beside it. */
  | { status: "paid"; reference: string; fee?: number }
  | { status: "processing"; reference: string }
  | { status: "failed" | "returned"; reference: string; reason: string }
  /** The gateway did not respond; it may have sent the money or not. */
  | { status: "unknown" }

export type MandateGateway = {
  schemes: readonly string[]
  /** Registers a mandate once per key, however often it is called. Throws when it got no answer: then it is called again. */
  register(request: MandateRequest): Promise<MandateOutcome>
  /** The mandate with this key as it is now. Never registers. */
  lookUp(tenant: string, key: string): Promise<MandateOutcome | { status: "absent" }>
  /** Ends the mandate with this key: no charge is debited by it any more. Does nothing where it has ended or never arrived. */
  end(tenant: string, key: string): Promise<void>
}

export type MandateRequest = {
  tenant: string
  /** The same on every retry of one mandate; charges name it. */
  key: string
  scheme: string
  currency: string
  /** The most that one charge may take; null without a limit. */
  maxAmount: number | null
  /** The reference of the mandate on the payer's documents. */
  reference: string
  account: Destination
  submittedAt: Date
}

export type MandateOutcome =
  | { status: "pending" | "active" | "revoked" | "expired"; reference: string }
  | { status: "failed"; reference: string; reason: string }

export type DisputeGateway = {
  /** Hands evidence over once per key, however often it is called; a later key replaces it. Throws when it got no answer: then again. */
  submitEvidence(request: EvidenceRequest): Promise<void>
  /** Gives the dispute up, once. Throws when it got no answer: then it is called again. */
  accept(tenant: string, dispute: string): Promise<void>
  /** The dispute as it is now. Events tell it; a look-up finds what one that was lost would have told. */
  lookUp(tenant: string, dispute: string): Promise<DisputeState>
}

/** `at` and `fee` as in the events. */
export type DisputeState = { status: "open" | "absent" } | { status: "won" | "lost"; at: Date; fee?: number }

export type EvidenceRequest = {
  tenant: string
  /** The same on every retry of one submission. */
  key: string
  /** How the gateway names the dispute. */
  dispute: string
  text: string
  documents: readonly (string | { name: string; url: string })[]
}

/** A dispute as its gateway tells it. Each of its events has all of this, so that any of them may arrive first. */
export type DisputeReport = {
  /** The key of the charge. */
  key: string
  /** How the gateway names the dispute. */
  dispute: string
  /** In the currency of the charge; the same in each event. */
  amount: number
  reason: string
  evidenceDueAt: Date
  /** When it happened, by the gateway's clock: of two decisions, or two fees, the later one counts. */
  at: Date
  /** All that the gateway has taken for the dispute so far, in the currency of the charge. */
  fee?: number | undefined
}

export type InboundMessage = { headers: Record<string, string | undefined>; bytes: Buffer }

/** Its signature is valid, its fields are not checked yet. */
export type VerifiedPayload = { tenant: string; [field: string]: unknown }

export type GatewayEvent = { id: string; tenant: string } & (
  | { type: "charge.processing" | "charge.reversed"; key: string }
  | { type: "charge.succeeded"; key: string; fee?: number | undefined }
  | { type: "charge.failed"; key: string; code: string; reason: string }
  | { type: "refund.succeeded"; key: string; reference: string; fee?: number | undefined }
  | { type: "refund.failed"; key: string; code: string; reason: string }
  | ({ type: "dispute.opened" | "dispute.won" | "dispute.lost" } & DisputeReport)
  | { type: "payout.paid"; key: string; reference: string; fee?: number | undefined }
  | { type: "payout.failed" | "payout.returned"; key: string; reason: string }
  | { type: "mandate.active" | "mandate.revoked" | "mandate.expired"; key: string }
  | { type: "mandate.failed"; key: string; reason: string }
  | { type: "bank-transfer.received"; reference: string; amount: number; currency: string }
)

/** The gateway could not be reached, so certainly nothing was charged. */
export class GatewayUnreachable extends Error {}

/** More than a gateway needs to respond, less than a caller waits. */
export const gatewayTimeoutMs = 10_000
