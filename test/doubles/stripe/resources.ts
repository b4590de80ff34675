import { randomBytes } from "node:crypto"
import type Stripe from "stripe"
import { move } from "./money.ts"
import { ownMetadata } from "./payments.ts"
import { change, Failure, newId, nowSeconds, record, type State } from "./state.ts"

export const account: Stripe.Account = {
  id: "acct_1TestAccount",
  object: "account",
  charges_enabled: true,
  country: "DE",
  details_submitted: true,
  email: "owner@example.com",
  payouts_enabled: true,
  type: "standard",
}

/** The secret is told now and never again. */
export function createEndpoint(state: State, params: Stripe.WebhookEndpointCreateParams): Stripe.WebhookEndpoint {
  const { url, enabled_events, api_version = null, description, metadata } = params
  const secret = `whsec_${randomBytes(24).toString("base64url")}`
  const endpoint: Stripe.WebhookEndpoint = {
    id: newId("we"),
    object: "webhook_endpoint",
    api_version,
    application: null,
    created: nowSeconds(),
    description: description || null,
    enabled_events: Object.values(enabled_events),
    livemode: false,
    metadata: ownMetadata(metadata),
    status: "enabled",
    url,
  }
  state.endpoints.set(endpoint.id, endpoint)
  state.secrets.set(endpoint.id, secret)
  return { ...endpoint, secret }
}

/** Takes a file as browsers send it: parts between boundaries. */
export function createFile(state: State, contentType: string, body: Buffer): Stripe.File {
  const boundary = /boundary=(\S+)/.exec(contentType)?.[1] ?? ""
  const parts = body.toString("latin1").split(`--${boundary}`)
  const part = (name: string) => parts.find(each => each.includes(`name="${name}"`)) ?? ""
  const contentOf = (text: string) => text.slice(text.indexOf("\r\n\r\n") + 4, -2)
  const [, filename = ""] = /filename="([^"]+)"/.exec(part("file")) ?? []
  const purpose = contentOf(part("purpose"))
  if (purpose !== "dispute_evidence" || filename === "") throw new Failure(400, "invalid_file", "The file or its purpose is missing.")
  const content = Buffer.from(contentOf(part("file")), "latin1")
  const file: Stripe.File = {
    id: newId("file"),
    object: "file",
    created: nowSeconds(),
    expires_at: null,
    filename,
    purpose,
    size: content.length,
    title: null,
    type: filename.split(".").at(-1) ?? null,
    url: null,
  }
  state.files.set(file.id, file)
  state.fileContents.set(file.id, content)
  return file
}

/** Stripe sends what it holds to the bank of the account's owner. */
export function payOut(state: State, amount: number, currency: string): Stripe.Payout {
  const id = newId("po")
  const movement = move(state, { amount: -amount, currency, type: "payout", category: "payout", source: id })
  const payout: Stripe.Payout = {
    id,
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: nowSeconds() + 86_400,
    automatic: true,
    balance_transaction: movement.id,
    created: nowSeconds(),
    currency,
    description: null,
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "in_progress",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "paid",
    trace_id: null,
    type: "bank_account",
  }
  state.payouts.set(id, payout)
  record(state, "payout.paid", payout)
  return payout
}

export function returnPayout(state: State, { id, amount, currency }: Stripe.Payout) {
  const movement = move(state, { amount, currency, type: "payout_failure", category: "payout_reversal", source: id })
  record(state, "payout.failed", change(state.payouts, id, { status: "failed", failure_balance_transaction: movement.id }))
}
