import { type Html, html, nothing } from "../../kit/pure/html.ts"
import { findPayerMethods } from "../../money/gateway-connections/offered.ts"
import type { Method } from "../../money/gateways/gateway.ts"
import { gatewaysFor } from "../../money/gateways/registry.ts"
import { readSavedMethod } from "../../money/saved-methods/store.ts"
import { chargeSourceOf } from "../../money/subscriptions/rules.ts"
import { findSubscription } from "../../money/subscriptions/store.ts"
import type { Language } from "./language.ts"
import type { Opened } from "./open.ts"

/**
 * Whether the payer may save the card, or must, because a subscription charges it from then on. Nobody saves one for a contact whose e-mail
 * they only typed.
 */
export type Saving = "offered" | "demanded" | "refused"

/** A subscription that has a card which works demands no other one. */
export async function savingFor({ tenant, intent, isByVisitor }: Pick<Opened, "tenant" | "intent" | "isByVisitor">): Promise<Saving> {
  if (isByVisitor) return "refused"
  const subscription = intent.subscription === null ? undefined : await findSubscription({ tenant }, intent.subscription)
  if (!subscription || chargeSourceOf(subscription) !== "saved-method" || subscription.status === "canceled") return "offered"
  const card = subscription.saved_method_id === null ? undefined : await readSavedMethod({ tenant }, subscription.saved_method_id)
  return card?.status === "active" ? "offered" : "demanded"
}

/** After a payment by a mandate the page leads to the portal, where the contact can agree to be debited for the coming ones. */
export async function isAutopayOffered({ tenant, intent, state, isByVisitor }: Opened): Promise<boolean> {
  const isByMandate = state.name === "paid" && state.payments.some(({ authorization_id }) => authorization_id !== null)
  if (!isByMandate || isByVisitor || intent.subscription === null) return false
  const subscription = await findSubscription({ tenant }, intent.subscription)
  return subscription?.mode === "request" && (subscription.status === "active" || subscription.status === "paused")
}

/** The part of a choice that names the method. */
type Way = { gateway: string; method: string }

/** What the payer chose, as the gateway describes it. `isStarted`: the payer acts after the charge was made, and needs no token. */
export async function findMethod({ tenant, intent }: Opened, way: Way): Promise<{ method: Method; isStarted: boolean } | undefined> {
  const started = (await findPayerMethods({ tenant }, intent.currency)).find(
    each => each.gateway.id === way.gateway && isOf(way, each.method),
  )
  if (started) return { method: started.method, isStarted: true }
  const gateway = gatewaysFor(tenant).find(({ id }) => id === way.gateway)
  const method = gateway?.methods.find(each => isOf(way, each))
  return method && { method, isStarted: false }
}

const isOf = (way: Way, { method }: Method) => method === way.method

/** The words that the payer agrees to; they are kept with the card. */
export function consentText({ words }: Language, from: string, saving: Saving): string {
  return [words.saveCard, saving === "demanded" ? words.saveForSubscription(from) : words.saveForLater(from)].join(". ")
}

type Shown = { brand: { name: string }; language: Language }

/** Never checked by us: the payer agrees. */
export function saveField({ saves }: Method, saving: Saving, { brand, language }: Shown): Html {
  if (!saves || saving === "refused") return nothing
  const { words, locale } = language
  const isDemanded = saving === "demanded"
  return html`<input type="hidden" name="lang" value="${locale}">
<label class="agree save"><input type="checkbox" name="save" value="yes"${isDemanded ? " required" : ""}>
<span>${words.saveCard}<small>${isDemanded ? words.saveForSubscription(brand.name) : words.saveForLater(brand.name)}</small></span></label>`
}
