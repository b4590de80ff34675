import { randomBytes } from "node:crypto"
import type Stripe from "stripe"

/** All that the double knows. Every object has the type that Stripe's own package gives it. */
export function newState() {
  return {
    sessions: new Map<string, Stripe.Checkout.Session>(),
    /** What a page passes on to its payment, which Stripe makes only once the payer begins. */
    intentData: new Map<string, Stripe.Checkout.SessionCreateParams.PaymentIntentData>(),
    intents: new Map<string, Stripe.PaymentIntent>(),
    setupIntents: new Map<string, Stripe.SetupIntent>(),
    customers: new Map<string, Stripe.Customer>(),
    methods: new Map<string, Stripe.PaymentMethod>(),
    mandates: new Map<string, Stripe.Mandate>(),
    charges: new Map<string, Stripe.Charge>(),
    refunds: new Map<string, Stripe.Refund>(),
    disputes: new Map<string, Stripe.Dispute>(),
    files: new Map<string, Stripe.File>(),
    fileContents: new Map<string, Buffer>(),
    movements: new Map<string, Stripe.BalanceTransaction>(),
    payouts: new Map<string, Stripe.Payout>(),
    endpoints: new Map<string, Stripe.WebhookEndpoint>(),
    secrets: new Map<string, string>(),
    events: new Map<string, Stripe.EventBase>(),
    /** What refunds are at first. */
    refundStatus: "succeeded" as "succeeded" | "pending",
    /** Whether a payer who is there can be sent to the page of the bank. */
    hasBankPage: true,
  }
}
export type State = ReturnType<typeof newState>

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`
export const nowSeconds = () => Math.floor(Date.now() / 1000)

export type Json = { [name: string]: unknown }

/** An answer that is not the object that was asked for. */
export class Failure extends Error {
  readonly status: number
  readonly body: { error: Json }
  constructor(status: number, code: string, message: string, rest: Json = {}) {
    super(message)
    this.status = status
    const type = status === 402 ? "card_error" : "invalid_request_error"
    this.body = { error: { type, code, message, ...rest } }
  }
}

export function read<T>(objects: Map<string, T>, id: string | undefined, kind: string): T {
  const found = objects.get(id ?? "")
  if (!found) throw new Failure(404, "resource_missing", `No such ${kind}: '${id}'`)
  return found
}

/** Replaces fields of an object, which keeps its place in lists. */
export function change<T extends { id: string }>(objects: Map<string, T>, id: string, fields: Partial<T>): T {
  const changed = { ...read(objects, id, "object"), ...fields }
  objects.set(id, changed)
  return changed
}

export function record(state: State, type: Stripe.EventBase["type"], object: Stripe.Event.Data.Object): Stripe.EventBase {
  const event: Stripe.EventBase = {
    id: newId("evt"),
    object: "event",
    api_version: "2026-10-28.endive",
    created: nowSeconds(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  }
  state.events.set(event.id, event)
  return event
}
