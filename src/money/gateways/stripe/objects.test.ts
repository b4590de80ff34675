import assert from "node:assert/strict"
import { test } from "node:test"
import type Stripe from "stripe"
import type { z } from "zod"
import { addTestMethods, createCustomer, createSetupIntent } from "../../../../test/doubles/stripe/accounts.ts"
import { createSession } from "../../../../test/doubles/stripe/checkout.ts"
import { openDispute } from "../../../../test/doubles/stripe/disputes.ts"
import { balanceOf } from "../../../../test/doubles/stripe/money.ts"
import { intentOf, pay, settleCharge } from "../../../../test/doubles/stripe/payer.ts"
import { createRefund } from "../../../../test/doubles/stripe/refunds.ts"
import { account, createEndpoint, payOut } from "../../../../test/doubles/stripe/resources.ts"
import { newState } from "../../../../test/doubles/stripe/state.ts"
import * as read from "./objects.ts"

/** Pairs what the adapter reads with an object of Stripe. It compiles only while Stripe's own type has all of that. */
const pair = <S extends z.ZodType, T extends z.input<S>>(schema: S, object: T | undefined) => ({ schema, object })

test("the adapter reads objects of the types that Stripe's own package declares", () => {
  const state = newState()
  addTestMethods(state)
  const item = { quantity: 1, price_data: { currency: "eur", unit_amount: 500, product_data: { name: "x" } } }
  const session: Stripe.Checkout.Session = createSession(state, { mode: "payment", line_items: [item], success_url: "https://x.example" })
  pay(state, session.id)
  const intent: Stripe.PaymentIntent = state.intents.get(intentOf(state, session.id))!
  settleCharge(state, intent.id)
  const customer: Stripe.Customer = createCustomer(state, { email: "ada@example.com" })
  const setupIntent: Stripe.SetupIntent = createSetupIntent(state, {
    customer: customer.id,
    payment_method_data: { type: "sepa_debit", sepa_debit: { iban: "x" }, billing_details: { email: "ada@example.com" } },
    mandate_data: { customer_acceptance: { type: "offline", offline: {} } },
    return_url: "https://x.example",
  })
  for (const { schema, object } of [
    pair(read.Session, session),
    pair(read.PaymentIntent, intent),
    pair(read.Charge, [...state.charges.values()][0]),
    pair(read.BalanceTransaction, [...state.movements.values()][0]),
    pair(read.Refund, createRefund(state, { payment_intent: intent.id, amount: 5 })),
    pair(read.Dispute, openDispute(state, intent.id)),
    pair(read.Customer, customer),
    pair(read.SetupIntent, setupIntent),
    pair(read.PaymentMethod, [...state.methods.values()][0]),
    pair(read.Mandate, [...state.mandates.values()][0]),
    pair(read.Payout, payOut(state, 5, "eur")),
    pair(read.WebhookEndpoint, createEndpoint(state, { url: "https://x.example", enabled_events: ["*"] })),
    pair(read.Balance, balanceOf(state)),
    pair(read.Account, account),
    pair(read.Event, JSON.parse(JSON.stringify([...state.events.values()][0]))),
  ])
    assert.ok(schema.safeParse(object).success, schema.safeParse(object).error?.message)
})
