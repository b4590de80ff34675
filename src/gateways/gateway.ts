/** What a payment gateway is to us. One interface, one conformance suite; an adapter that passes it may be listed in registry.ts. */
export type Gateway = {
  id: string
  name: string
  methods: Method[]
  /** A token of this gateway, never a card number. */
  isToken(token: string): boolean
  /** Charges once for each key, however often it is called. Throws `Unreachable` only when surely nothing was charged. */
  charge(order: ChargeOrder): Promise<Outcome>
  /** What became of the charge with this key. Never charges. */
  lookUp(tenant: string, key: string): Promise<Outcome | { status: "absent" }>
  /** What an inbound message says, if it is signed as this gateway signs. That it is an event is checked by whoever receives it. */
  verify(message: Message): Promise<Signed | undefined>
}

export type Method = {
  method: string
  name: string
  currencies: string[]
  /** At most. */
  installments: number
  /** Absent: paid at once. */
  financing?: Financing
}

/** What paying in installments costs. The rate is a month's, as a decimal. */
export type Financing = { monthlyRate: string; interestFree: number; leastInstallment: number }

/** The same key on every retry of one attempt. */
export type ChargeOrder = {
  tenant: string
  key: string
  /** What the merchant gets. */
  amount: number
  currency: string
  method: string
  token: string
  /** Absent: the payer pays the amount, at once. Otherwise they pay the total in so many parts, and the gateway keeps the difference. */
  installments?: { count: number; total: number }
}

export type Outcome =
  | { status: "succeeded"; reference: string }
  | { status: "processing"; reference: string }
  | { status: "declined"; reference: string; code: string; reason: string }
  /** It did not answer: perhaps it charged, perhaps not. */
  | { status: "unknown" }

export type Message = { headers: Record<string, string | undefined>; bytes: Buffer }

/** Believed, but not looked at yet. */
export type Signed = { tenant: string; [field: string]: unknown }

export type GatewayEvent = { id: string; tenant: string } & (
  | { type: "charge.processing" | "charge.succeeded" | "charge.reversed" | "dispute.opened"; key: string }
  | { type: "charge.failed"; key: string; code: string; reason: string }
  | { type: "bank-transfer.received"; reference: string; amount: number; currency: string }
)

/** The gateway can't be reached, and so surely nothing was charged. */
export class Unreachable extends Error {}

/** Longer than a gateway needs, shorter than a caller waits. */
export const answerWithinMs = 10_000
