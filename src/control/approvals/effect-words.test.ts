import assert from "node:assert/strict"
import { test } from "node:test"
import { locales } from "../../kit/pure/mail-settings.ts"
import { effectsOf as mandateEffects } from "../../money/authorizations/rules.ts"
import { payoutToApprove } from "../../money/payouts/approval-facts.ts"
import { reopeningToApprove } from "../../insight/journal/approval-facts.ts"
import { sayEffect } from "./effect-words.ts"

const partner = { kind: "supplier", team_id: null, name: "Casa da Ana" }
const payout = { id: "1", amount: 1000, currency: "EUR", target_currency: "EUR", partnership_id: "2", fx: null }
const exchange = { sourceAmount: 1000, targetAmount: 1100, rate: "1.1" }
const mandate = { scheme: "sepa", currency: "EUR", max_amount: 5000 } as const

const payouts = (["bank-file", "manual", "sepa"] as const).flatMap(method => [
  payoutToApprove({ ...payout, method }, partner),
  payoutToApprove({ ...payout, method }, undefined),
  payoutToApprove({ ...payout, method, fx: exchange as never, target_currency: "USD" }, partner),
])
const mandates = [true, false].flatMap(isFiled =>
  [5000, null].map(max_amount => ({ effects: mandateEffects({ ...mandate, max_amount, isFiled }, "**** 12") })),
)
const month = reopeningToApprove({ id: "1", month: "2026-03", totals: null })

test("says every effect of an approval in every language, with its values", () => {
  for (const { effects } of [...payouts, ...mandates, month])
    for (const { text } of [...effects.onApprove, ...effects.onReject])
      for (const locale of locales.filter(each => each !== "en")) assert.notEqual(sayEffect(text, locale), text)
  assert.equal(sayEffect("€10.00 is sent to Casa da Ana by sepa.", "de"), "€10.00 werden per sepa an Casa da Ana gesendet.")
  assert.equal(
    sayEffect("€10.00 is ready to be sent to your own account by hand.", "es"),
    "€10.00 quedan listos para enviarse a mano a su propia cuenta.",
  )
  assert.equal(
    sayEffect("€10.00 is sent to Casa by wire, of which $11.00 arrives.", "pt-BR"),
    "€10.00 é enviado a Casa por wire; chegam $11.00.",
  )
  assert.equal(sayEffect("2026-03 stays closed.", "fr"), "2026-03 reste clôturé.")
  assert.equal(sayEffect("Something new.", "fr"), "Something new.")
})
