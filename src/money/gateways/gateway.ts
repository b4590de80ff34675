/** The interface of a payment gateway. An adapter that passes conformance.ts may be listed in registry.ts. */
export type Gateway = {
  id: string
  name: string
  methods: Method[]
  /** Whether it is a token of this gateway; a card number never is. */
  isToken(token: string): boolean
  /** Charges once per key, however often it is called. Throws `GatewayUnreachable` only when certainly nothing was charged. */
  charge(request: ChargeRequest): Promise<Outcome>
  /** The outcome of the charge with this key. Never charges. */
  lookUp(tenant: string, key: string): Promise<Outcome | { status: "absent" }>
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

/** What paying in installments costs. `monthlyRate` is a decimal: "0.0249" is 2.49 percent per month. */
export type Financing = { monthlyRate: string; maxInterestFreeInstallments: number; minInstallmentAmount: number }

export type ChargeRequest = {
  tenant: string
  /** The same on every retry of one attempt. */
  key: string
  /** What the merchant gets. */
  amount: number
  currency: string
  method: string
  token: string
  /** Absent when the payer pays the amount at once. Otherwise the payer pays `total`, and the gateway keeps the difference. */
  installments?: { count: number; total: number }
}

export type Outcome =
  | { status: "succeeded"; reference: string }
  | { status: "processing"; reference: string }
  | { status: "declined"; reference: string; code: string; reason: string }
  /** The gateway did not respond; it may have charged or not. */
  | { status: "unknown" }

export type InboundMessage = { headers: Record<string, string | undefined>; bytes: Buffer }

/** Its signature is valid, its fields are not checked yet. */
export type VerifiedPayload = { tenant: string; [field: string]: unknown }

export type GatewayEvent = { id: string; tenant: string } & (
  | { type: "charge.processing" | "charge.succeeded" | "charge.reversed" | "dispute.opened"; key: string }
  | { type: "charge.failed"; key: string; code: string; reason: string }
  | { type: "bank-transfer.received"; reference: string; amount: number; currency: string }
)

/** The gateway could not be reached, so certainly nothing was charged. */
export class GatewayUnreachable extends Error {}

/** More than a gateway needs to respond, less than a caller waits. */
export const gatewayTimeoutMs = 10_000
