import { z } from "zod"

/** What this adapter reads of Stripe's objects. test/doubles/stripe holds the rest, by the types of Stripe's own package. */

/** The id of an object, also where Stripe has put the object itself in its place. */
const Ref = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const Metadata = z.record(z.string(), z.string()).nullish()
const Seconds = z.int().transform(seconds => new Date(seconds * 1000))

export const Session = z.object({
  id: z.string(),
  metadata: Metadata,
  amount_total: z.int().nullish(),
  currency: z.string().nullish(),
  status: z.string().nullish(),
  payment_status: z.string(),
  payment_intent: Ref.nullish(),
  url: z.string().nullish(),
  expires_at: Seconds,
})
export type Session = z.output<typeof Session>

const PaymentError = z.object({ code: z.string().optional(), decline_code: z.string().optional(), message: z.string().optional() })

export const PaymentIntent = z.object({
  id: z.string(),
  metadata: Metadata,
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  customer: Ref.nullish(),
  payment_method: Ref.nullish(),
  latest_charge: Ref.nullish(),
  last_payment_error: PaymentError.nullish(),
  cancellation_reason: z.string().nullish(),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string().nullish() }).optional() }).nullish(),
})
export type PaymentIntent = z.output<typeof PaymentIntent>

export const Customer = z.object({ id: z.string(), metadata: Metadata })

const Card = z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() })

export const PaymentMethod = z.object({ id: z.string(), customer: Ref.nullish(), type: z.string().optional(), card: Card.nullish() })
export type PaymentMethod = z.output<typeof PaymentMethod>

export const SetupIntent = z.object({
  id: z.string(),
  metadata: Metadata,
  status: z.string(),
  customer: Ref.nullish(),
  payment_method: Ref.nullish(),
  mandate: Ref.nullish(),
  last_setup_error: PaymentError.nullish(),
})
export type SetupIntent = z.output<typeof SetupIntent>

export const Mandate = z.object({ id: z.string(), status: z.string(), payment_method: Ref })

export const Refund = z.object({
  id: z.string(),
  metadata: Metadata,
  amount: z.int(),
  currency: z.string(),
  status: z.string().nullish(),
  failure_reason: z.string().optional(),
  balance_transaction: Ref.nullish(),
  failure_balance_transaction: Ref.nullish(),
})
export type Refund = z.output<typeof Refund>

export const Charge = z.object({
  id: z.string(),
  metadata: Metadata,
  payment_intent: Ref.nullish(),
  balance_transaction: Ref.nullish(),
  failure_code: z.string().nullish(),
  failure_message: z.string().nullish(),
  outcome: z.object({ reason: z.string().nullish() }).nullish(),
})
export type Charge = z.output<typeof Charge>

export const BalanceTransaction = z.object({
  id: z.string(),
  amount: z.int(),
  fee: z.int(),
  net: z.int(),
  currency: z.string(),
  exchange_rate: z.number().nullish(),
  available_on: Seconds,
  created: Seconds,
  reporting_category: z.string(),
  source: z.union([z.string().transform(id => ({ id, metadata: undefined })), z.object({ id: z.string(), metadata: Metadata })]).nullish(),
})
export type BalanceTransaction = z.output<typeof BalanceTransaction>

export const Dispute = z.object({
  id: z.string(),
  metadata: Metadata,
  amount: z.int(),
  currency: z.string(),
  payment_intent: Ref.nullish(),
  status: z.string(),
  reason: z.string(),
  created: Seconds,
  evidence_details: z.object({ due_by: Seconds.nullish() }),
  balance_transactions: z.array(z.object({ net: z.int(), fee: z.int(), currency: z.string(), created: Seconds })).default([]),
})
export type Dispute = z.output<typeof Dispute>

export const File = z.object({ id: z.string() })

export const Payout = z.object({ id: z.string(), amount: z.int(), currency: z.string(), status: z.string(), arrival_date: Seconds })

export const WebhookEndpoint = z.object({ id: z.string(), url: z.string(), secret: z.string().optional() })

export const Event = z.object({
  id: z.string(),
  type: z.string(),
  created: Seconds,
  data: z.object({ object: z.object({ id: z.string().optional() }) }),
})
export type Event = z.output<typeof Event>

const Funds = z.array(z.object({ amount: z.int(), currency: z.string() }))
export const Balance = z.object({ livemode: z.boolean(), available: Funds, pending: Funds })

export const Account = z.object({
  id: z.string(),
  country: z.string().nullish(),
  email: z.string().nullish(),
  business_profile: z.object({ name: z.string().nullish() }).nullish(),
  settings: z.object({ dashboard: z.object({ display_name: z.string().nullish() }) }).nullish(),
})
