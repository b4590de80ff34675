import type { Tenant } from "../../kit/pure/caller.ts"
import type { AccountNumber } from "../../parties/bank-accounts/formats.ts"
import type { DisputeGateway, DisputeReport } from "./dispute-gateway.ts"
import type { SavedMethodGateway } from "./saved-method-gateway.ts"

/** The interface of a payment gateway. An adapter that passes test/conformance may be listed in registry.ts. */
export type Gateway = {
  id: string
  name: string
  /** The modes of the tenants it serves. A gateway that moves no real money serves sandboxes only. */
  modes: readonly Tenant["mode"][]
  methods: Method[]
  /** Whether it is a token of this gateway; a card number never is. */
  isToken(token: string): boolean
  /** Tokens that the payment page offers by name instead of asking for a card. Absent for a gateway that moves real money. */
  testTokens?: readonly string[]
  /**
   * Creates the charge at the gateway without moving money, once per key. Its reference is committed before `charge` is called with it, so
   * that whatever happens then can be looked up. Absent where the gateway finds a charge by our key.
   */
  prepare?(request: ChargeRequest): Promise<{ reference: string }>
  /** Charges once per key, however often it is called. Throws `GatewayUnreachable` only when certainly nothing was charged. */
  charge(request: ChargeRequest): Promise<Outcome>
  /** The outcome of a charge. Never charges. */
  lookUp(tenant: string, key: string, reference?: string | null): Promise<Outcome | { status: "absent" }>
  /**
   * Ends a charge that waits for its payer, and returns its outcome: `canceled`, or `succeeded` where the payer was faster. Absent where no
   * charge waits for its payer.
   */
  cancel?(tenant: string, key: string, reference?: string | null): Promise<Outcome | { status: "absent" }>
  /** Absent where the gateway can't give money back: then a person does. */
  refunds?: RefundGateway
  /** Absent when the gateway sends no money out. */
  payouts?: PayoutGateway
  /** Absent when the gateway debits no bank accounts by mandate. */
  mandates?: MandateGateway
  /** Absent when the gateway keeps no method of a payer for later charges: then no method of it has `saves`. */
  savedMethods?: SavedMethodGateway
  /** Absent when the gateway takes no answers to disputes from us: then a person answers at the gateway directly. */
  disputes?: DisputeGateway
}

/** A gateway that is part of the service and needs no connection. Its messages carry whole events. */
export type BuiltInGateway = Gateway & {
  /** The payload of an inbound message, if its signature is valid. The receiver checks that the payload is an event. */
  verify(message: InboundMessage): Promise<VerifiedPayload | undefined>
}

export type Method = {
  method: string
  name: string
  currencies: string[]
  /** How a payer begins: with a token, on a page of the gateway, with instructions such as a QR code, or by a mandate. */
  starts: Start
  maxInstallments: number
  /** Whether a payer can save it with a payment, so that it is charged again later. */
  saves?: true
  /** Absent when the method offers no installments. */
  financing?: Financing
}

export type Start = "token" | "redirect" | "instructions" | "mandate"

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
  /** Empty for a method that starts otherwise. */
  token: string
  /** What `prepare` returned. */
  reference?: string
  /** The key of an active mandate, whose bank account is debited, and the gateway's reference for it. */
  mandate?: string
  mandateReference?: string
  /** Who pays, as far as known. Instructions are made out to the payer, and some gateways ask for a tax id. */
  payer?: Payer
  /** What the payer sees, such as PI-000123. */
  description?: string
  /** Where a page of the gateway sends the payer back to. That the payer returns proves nothing. */
  returnUrl?: string
  /** Whether the payer agreed that the method is charged again later, without the payer. */
  savesMethod?: true
  /**
   * Instead of a token: the reference of a method that the payer saved. The payer is absent, so a bank that asks for the payer makes the
   * outcome an action.
   */
  savedMethod?: string
  /** Until when instructions may be followed, where the tenant says so. */
  expiresAt?: Date
  /** Absent when the payer pays the amount at once. Otherwise the payer pays `total`, and the gateway keeps the difference. */
  installments?: { count: number; total: number }
}

export type Payer = {
  id: string
  name: string
  email: string | null
  taxId: string | null
  country: string | null
  /** Where a bank slip is made out to. Absent where it is not known. */
  address?: PayerAddress
}

export type PayerAddress = { street: string; number: string; district: string; city: string; state: string; postalCode: string }

/** What a payer must do before money moves. `expiresAt` is by the gateway's clock. */
export type Action = { expiresAt: Date | null } & (
  | { type: "redirect"; url: string }
  /** `payload` is the text of the code, which can be copied too. */
  | { type: "qr"; payload: string }
  | { type: "voucher"; line: string; barcode: string; url: string | null }
  | { type: "bank-details"; accountHolder: string; iban?: string; account?: string; bic: string | null; reference: string }
  | { type: "wait" }
)

/**
 * What a gateway makes of a charge or a refund in its own books. `fee` and `net` are in `currency`; `rate` converts the charge's currency
 * to it. `net` is what its balance changed by, so that of a refund is negative.
 */
export type Settlement = { net: number; fee: number; currency: string; rate: string | null; availableAt: Date | null }

export type Outcome =
  /**
   * `fee` is the part of the amount that the gateway keeps, in the same currency. The call, the look-up and the event report the same fee.
   */
  | { status: "succeeded"; reference: string; fee?: number }
  | { status: "processing"; reference: string }
  /** The payer must act before money moves. */
  | { status: "action"; reference: string; action: Action }
  | { status: "declined"; reference: string; code: string; reason: string }
  /** The payer did not act in time, or the charge was ended before. Nothing was charged, and nothing will be. */
  | { status: "expired" | "canceled"; reference: string }
  /** The gateway did not respond; it may have charged or not. */
  | { status: "unknown" }

export type RefundGateway = {
  /**
   * Refunds once per key, however often it is called. Throws `GatewayUnreachable` only when certainly nothing was refunded. While a refund
   * is processing, an event and the look-up report its outcome later; both report the same.
   */
  refund(request: RefundRequest): Promise<RefundOutcome>
  /** The outcome of the refund with the request's key. Never refunds. One that had succeeded may have failed since. */
  lookUp(request: RefundRequest): Promise<RefundOutcome | { status: "absent" }>
}

export type RefundRequest = {
  tenant: string
  /** The same on every retry of one refund. */
  key: string
  /** The charge: the key it was made with, and the gateway's own reference for it. */
  charge: { key: string; reference: string | null }
  amount: number
  currency: string
  /** The gateway's references of the charge's other refunds. A gateway that keeps no key of ours tells by them which one is left. */
  otherReferences?: readonly string[]
}

export type RefundOutcome =
  /**
   * The gateway takes `fee` from the balance in addition to the amount, in the same currency. `settlement` is what it made of the refund in
   * its own books, where it tells and that is more than the amount itself.
   */
  | { status: "succeeded"; reference: string; fee?: number; settlement?: Settlement }
  | { status: "processing"; reference: string }
  /** The settlement of one that was paid before is what is left of the movement and its return. */
  | { status: "declined"; reference: string; code: string; reason: string; settlement?: Settlement }
  /** The gateway did not respond; it may have refunded or not. */
  | { status: "unknown" }

export type PayoutGateway = {
  /** The methods by which it sends money out, and the currencies in which the money can arrive. */
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
  /** The amount that arrives: the same amount, or its equivalent in the currency of the account. */
  target: { amount: number; currency: string }
  method: string
  account: Destination
  /** What the recipient's statement shows, such as PO-000123. */
  description: string
}

/** A bank account with its whole number. Never store or log it. */
export type Destination = { holder: string; country: string; bic: string | null; number: AccountNumber }

export type PayoutOutcome =
  /**
   * The gateway takes `fee` from the balance in addition to the amount, in the same currency. `charged` is what it took for the amount that
   * arrived in another currency, where that differs: it exchanged at another rate than the payout was created at.
   */
  | { status: "paid"; reference: string; fee?: number; charged?: number }
  | { status: "processing"; reference: string }
  | { status: "failed" | "returned"; reference: string; reason: string }
  /** The gateway did not respond; it may have sent the money or not. */
  | { status: "unknown" }

export type MandateGateway = {
  schemes: readonly string[]
  /** Registers a mandate once per key, however often it is called. Throws when the gateway does not answer; the caller tries again. */
  register(request: MandateRequest): Promise<MandateOutcome>
  /** The mandate with this key as it is now. Never registers. */
  lookUp(tenant: string, key: string, reference?: string | null): Promise<MandateOutcome | { status: "absent" }>
  /** Ends the mandate with this key: no charge is debited by it any more. Does nothing where it has ended or never arrived. */
  end(tenant: string, key: string, reference?: string | null): Promise<void>
}

export type MandateRequest = {
  tenant: string
  /** The same on every retry of one mandate. Charges by the mandate name this key. */
  key: string
  scheme: string
  currency: string
  /** The most that one charge may take; null without a limit. */
  maxAmount: number | null
  /** The reference of the mandate on the payer's documents. */
  reference: string
  account: Destination
  submittedAt: Date
  /** How the payer agreed, where the payer signed it on a page of ours. */
  acceptance?: { at: Date; ip: string; userAgent: string }
  payer?: Payer
}

export type MandateOutcome =
  | { status: "pending" | "active" | "revoked" | "expired"; reference: string }
  | { status: "failed"; reference: string; reason: string }

export type InboundMessage = {
  headers: Record<string, string | undefined>
  bytes: Buffer
  /** The parameters of the address, because some gateways sign one of them. */
  query?: Readonly<Record<string, string>>
}

/** Its signature is valid, its fields are not checked yet. */
export type VerifiedPayload = { tenant: string; [field: string]: unknown }

export type GatewayEvent = { id: string; tenant: string } & (
  | { type: "charge.processing" | "charge.reversed"; key: string }
  | { type: "charge.succeeded"; key: string; fee?: number | undefined }
  | { type: "charge.failed"; key: string; code: string; reason: string }
  | { type: "charge.action"; key: string; reference: string; action: Action }
  | { type: "charge.expired" | "charge.canceled"; key: string; reference: string }
  | ({ type: "charge.settled"; key: string } & Settlement)
  | { type: "refund.succeeded"; key: string; reference: string; fee?: number | undefined }
  | { type: "refund.failed"; key: string; code: string; reason: string }
  /** With `isReturned` it is about a refund that failed after it was paid: what is left of the movement and its return. */
  | ({ type: "refund.settled"; key: string; isReturned?: boolean | undefined } & Settlement)
  | ({ type: "dispute.opened" | "dispute.won" | "dispute.lost" } & DisputeReport)
  | { type: "payout.paid"; key: string; reference: string; fee?: number | undefined; charged?: number | undefined }
  | { type: "payout.failed" | "payout.returned"; key: string; reason: string }
  | { type: "mandate.active" | "mandate.revoked" | "mandate.expired"; key: string }
  | { type: "mandate.failed"; key: string; reason: string }
  /** The gateway keeps a saved method no longer: the payer or the tenant removed it there. */
  | { type: "method.detached"; reference: string }
  /** The gateway sent money that it held to the tenant's own bank account, or that came back. */
  | { type: "withdrawal.paid" | "withdrawal.failed"; reference: string; amount: number; currency: string; at: Date }
  | { type: "bank-transfer.received"; reference: string; amount: number; currency: string }
)

/** The gateway could not be reached, so certainly nothing was charged. */
export class GatewayUnreachable extends Error {}

/** Longer than a gateway needs to respond, shorter than a caller waits. */
export const gatewayTimeoutMs = 10_000
