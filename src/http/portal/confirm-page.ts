import { html } from "../../kit/pure/html.ts"
import type { Authorization } from "../../money/authorizations/schema.ts"
import { nameOfCard } from "../../kit/pure/card-name.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import type { SavedMethod } from "../../money/saved-methods/schema.ts"
import { cadenceIn } from "../../money/subscriptions/cadence-words.ts"
import type { Subscription } from "../../money/subscriptions/schema.ts"
import type { View } from "../docs/pages/shell.ts"
import { hidden } from "../pay/form.ts"
import { accountOf } from "./contact-page.ts"
import { nameOf, wordsFor } from "./contact-text.ts"
import { portalPage } from "./layout.ts"
import type { Visit } from "./visit.ts"

type Question = { title: string; text: string; facts: [string, string][]; action: string; button: string; stay?: string; key?: string }

/** Asks for a confirmation and says what will happen. It is a separate page, so that it needs no scripts. All values are text. */
export function questionPage(visit: Visit, { title, text, facts, action, button, stay = wordsFor(visit).keep, key }: Question): View {
  const rows = facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)
  const body = html`<article class="card bill"><h1>${title}</h1>
<table class="lines facts"><tbody>${rows}</tbody></table>
<p class="note warn">${text}</p>
<form class="buttons" method="post" action="${action}">${
    key === undefined ? "" : hidden("key", key)
  }<button class="button">${button}</button>
<a class="button second" href="/portal">${stay}</a></form></article>`
  return portalPage(visit, { title, body })
}

/** Says that nothing was changed, why, and when it can be changed. */
export function heldPage(visit: Visit, until: Date): View {
  const { heldTitle, held } = wordsFor(visit)
  const { language, identity } = visit
  const text = held(language.day(until.toISOString(), identity.tenant.timezone))
  const body = html`<article class="card bill"><h1>${heldTitle}</h1><p class="note warn">${text}</p>
<p><a class="button second" href="/portal">${language.portal.back}</a></p></article>`
  return portalPage(visit, { title: heldTitle, body })
}

export function revokePage(visit: Visit, mandate: Authorization): View {
  const words = wordsFor(visit)
  const { money } = visit.language
  const limit = mandate.maxAmount === null ? [] : [words.upTo(money(mandate.maxAmount, mandate.currency))]
  return questionPage(visit, {
    title: words.revokeTitle,
    text: words.revokeText,
    facts: [[words.mandates, [accountOf(mandate), ...limit].join(", ")]],
    action: `/portal/mandates/${mandate._id}/revoke`,
    button: words.revokeButton,
  })
}

export function removeCardPage(visit: Visit, card: SavedMethod, hasSubscription: boolean): View {
  const words = wordsFor(visit)
  return questionPage(visit, {
    title: words.removeCardTitle,
    text: hasSubscription ? words.removeCardOfSubscription : words.removeCardText,
    facts: [[words.cards, nameOfCard(card)]],
    action: `/portal/cards/${card._id}/remove`,
    button: words.removeCardButton,
  })
}

/** What the services of an order cost now. `key` is good for one order at this price. */
export function againPage(visit: Visit, order: string, { items, amount, currency }: PaymentIntent, key: string): View {
  const words = wordsFor(visit)
  const { money, words: common } = visit.language
  return questionPage(visit, {
    title: words.againTitle,
    text: words.againText,
    facts: [
      ...items.map(({ name, amount: price }): [string, string] => [name, money(price, currency)]),
      [common.total, money(amount, currency)],
    ],
    action: `/portal/orders/${order}/again`,
    button: words.againButton,
    stay: visit.language.portal.back,
    key,
  })
}

/** What the contact agrees to: the audit log has its request. */
export function autopayPage(visit: Visit, subscription: Subscription, mandate: Authorization): View {
  const words = wordsFor(visit)
  const { language } = visit
  const { _id, number, amount, currency, cadence } = subscription
  const sum = language.money(amount, currency)
  return questionPage(visit, {
    title: words.autopayTitle,
    text: words.autopayText(visit.brand.name, sum),
    facts: [
      [words.what, `${nameOf(subscription)} (${number})`],
      [language.words.total, `${sum}, ${cadenceIn(language.tag, cadence)}`],
      [words.mandates, accountOf(mandate)],
    ],
    action: `/portal/subscriptions/${_id}/autopay`,
    button: words.autopayButton,
    stay: language.portal.back,
    key: mandate._id,
  })
}

export function cancelPage(visit: Visit, subscription: Subscription): View {
  const words = wordsFor(visit)
  const { language, identity } = visit
  const { _id, number, amount, currency, cadence, status, cycle, nextCycleAt } = subscription
  const runsOn = status === "active" && cycle > 0 && nextCycleAt !== null
  return questionPage(visit, {
    title: words.cancelTitle,
    text: runsOn ? words.cancelAtEnd(language.day(nextCycleAt, identity.tenant.timezone)) : words.cancelNow,
    facts: [
      [words.what, `${nameOf(subscription)} (${number})`],
      [language.words.total, `${language.money(amount, currency)}, ${cadenceIn(language.tag, cadence)}`],
    ],
    action: `/portal/subscriptions/${_id}/cancel`,
    button: words.cancelButton,
  })
}
