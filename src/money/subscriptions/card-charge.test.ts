import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer } from "../../../test/harness.ts"
import { openPage, submit } from "../../../test/payer.ts"
import { noJobIsDue, subscriptionFixtures } from "../../../test/subscription-fixtures.ts"

const server = await startTestServer()
const { api, sql } = server
const fixtures = subscriptionFixtures(api)
const { act, advance, assertLedgerVerifies, attempted, becomes, chargeCard, chargesOf, made, mailed, mailsTo } = fixtures
const { newCard, newPayer, raised, read, subscribe, waitUntil, newMandate, bodyFor } = fixtures

const statuses = (rows: Any[]) => rows.map(({ status }) => status)
const payerOf = ({ contact }: Any) => read("contacts", contact)
const mailCount = async (contact: Any, subject: RegExp) => (await mailsTo(contact)).filter(mail => subject.test(mail.subject)).length
const confirmMail = /Please confirm your payment/
const failedMail = /could not be charged/
const byCard = { mode: "auto-charge", chargeBy: "saved-method", cadence: { every: 1, unit: "month" } }
const waiting = (intent: Any) =>
  waitUntil(async () => {
    const [charge] = (await chargesOf(intent)).filter(({ status, action }) => status === "processing" && action)
    return charge
  }, "the bank asks the payer")

test("charges each cycle once to the saved card, and tells the payer which card", async () => {
  const card = await newCard()
  const subscription = await chargeCard(card)
  assert.deepEqual([subscription.chargeBy, subscription.savedMethod, subscription.authorization], ["saved-method", card._id, null])
  const [intent] = await raised(subscription, 1)
  const [charge] = await attempted(intent, 1)
  assert.deepEqual([charge.amount, charge.status, charge.savedMethod, charge.method], [5000, "succeeded", card._id, "card"])
  assert.match((await mailed(await payerOf(card), /every month/)).text, /charged to your card Visa •••• 4242/)
  await advance("P40D")
  const [, second] = await raised(subscription, 2)
  assert.deepEqual(statuses(await attempted(second, 1)), ["succeeded"])
  await assertLedgerVerifies()
})

test("a subscription without a card asks for one with its first payment, and charges it from then on", async () => {
  const contact = await newPayer()
  const subscription = await subscribe(byCard, contact)
  assert.deepEqual([subscription.chargeBy, subscription.savedMethod], ["saved-method", null])
  const [intent] = await raised(subscription, 1)
  assert.match((await mailed(contact, /every month/)).text, /you can save your card/)
  const { html, key } = await openPage(intent)
  assert.match(html, /name="save" value="yes" required/)
  assert.match(html, /This subscription is paid automatically/)
  const refused = await submit(intent, { key })
  assert.equal(refused.status, 400)
  assert.match(await refused.text(), /Nothing was charged\. Agree that the card is saved/)
  assert.deepEqual(await chargesOf(intent), [])
  assert.equal((await submit(intent, { key, save: "yes", lang: "en" })).status, 303)
  const linked = await becomes("subscriptions", subscription._id, ({ savedMethod }) => savedMethod !== null, "the card is linked")
  const card = await read("saved-methods", linked.savedMethod)
  assert.deepEqual([card.status, card.consent.channel], ["active", "page"])
  assert.match(card.consent.text, /^Save this card for later payments\. This subscription is paid automatically: .+ charges this card/)
  await advance("P32D")
  const [, second] = await raised(subscription, 2)
  assert.deepEqual(
    (await attempted(second, 1)).map(({ status, savedMethod }) => [status, savedMethod]),
    [["succeeded", card._id]],
  )
  assert.equal(await mailCount(contact, /requests/), 0, "what is charged by itself is not requested")
})

test("a declined card is tried again after 1, 3 and 5 days, then the payer is asked by mail, once", async () => {
  const card = await newCard("tok_declined_later")
  const payer = await payerOf(card)
  const subscription = await chargeCard(card)
  const [intent] = await raised(subscription, 1)
  await attempted(intent, 1)
  await advance("P12D")
  assert.deepEqual(statuses(await attempted(intent, 4)), ["failed", "failed", "failed", "failed"])
  const mail = await mailed(payer, failedMail)
  assert.match(mail.text, /could not be charged to your card.*You can save another card when you pay/s)
  assert.equal(await mailCount(payer, failedMail), 1)
  assert.equal((await read("subscriptions", subscription._id)).lastFailure.code, "insufficient_funds")
})

test("a bank that asks for the payer gets one mail to them; the confirmed payment counts and the next cycle goes on", async () => {
  const card = await newCard("tok_authenticate_later")
  const payer = await payerOf(card)
  const subscription = await chargeCard(card)
  const [intent] = await raised(subscription, 1)
  const charge = await waiting(intent)
  const mail = await mailed(payer, confirmMail)
  assert.ok(mail.text.includes(intent.links.long))
  await advance("P2D")
  assert.equal((await chargesOf(intent)).length, 1, "it is not tried again while the payer may confirm it")
  await api.post(`/v1/simulations/transactions/${charge._id}/pay`)
  assert.equal((await read("payment-intents", intent._id)).status, "paid-full")
  await advance("P10D")
  await noJobIsDue(sql)
  assert.deepEqual([await mailCount(payer, confirmMail), await mailCount(payer, failedMail)], [1, 0])
  const { status, lastFailure, stats } = await read("subscriptions", subscription._id)
  assert.deepEqual([status, lastFailure, stats.failed], ["active", null, 0])
  await assertLedgerVerifies()
})

test("what the payer does not confirm ends after the last dunning day, at the gateway too, and the payer is asked to pay", async () => {
  const card = await newCard("tok_authenticate_later")
  const payer = await payerOf(card)
  const subscription = await chargeCard(card)
  const [intent] = await raised(subscription, 1)
  const charge = await waiting(intent)
  await advance("P6D")
  await mailed(payer, failedMail)
  assert.equal((await read("transactions", charge._id)).status, "canceled")
  assert.equal((await sql("select status from simulator_charges where key = $1", [charge._id]))[0].status, "canceled")
  assert.equal((await read("subscriptions", subscription._id)).lastFailure.code, "authentication_required")
  await advance("P10D")
  await noJobIsDue(sql)
  assert.deepEqual([(await chargesOf(intent)).length, await mailCount(payer, confirmMail), await mailCount(payer, failedMail)], [1, 1, 1])
  assert.equal((await read("payment-intents", intent._id)).paid, 0)
})

test("a payer who is asked to confirm may pay another way, and is not asked again", async () => {
  const card = await newCard("tok_authenticate_later")
  const payer = await payerOf(card)
  const [intent] = await raised(await chargeCard(card), 1)
  const charge = await waiting(intent)
  const { html, key } = await openPage(intent)
  assert.match(html, /Your bank asks you to confirm this payment.*Confirm with your bank.*Pay another way/s)
  const body = new URLSearchParams({ do: "cancel", key, attempt: charge._id })
  await fetch(intent.links.long, { method: "POST", body, redirect: "manual" })
  assert.equal((await read("transactions", charge._id)).status, "canceled")
  assert.equal((await submit(intent, { key: (await openPage(intent)).key })).status, 303)
  assert.equal((await read("payment-intents", intent._id)).status, "paid-full")
  await advance("P10D")
  await noJobIsDue(sql)
  assert.equal(await mailCount(payer, failedMail), 0)
})

test("a card that was removed, detached or has expired: the next cycle asks the payer, who can save another one", async () => {
  for (const end of ["remove", "detach", "expire"]) {
    const card = await newCard(end === "expire" ? "tok_expires_later" : "tok_success")
    const payer = await payerOf(card)
    const subscription = await chargeCard(card)
    const [first] = await raised(subscription, 1)
    await attempted(first, 1)
    if (end === "expire") assert.equal((await read("saved-methods", card._id)).status, "expired")
    else await api.post(end === "remove" ? `/v1/saved-methods/${card._id}/remove` : `/v1/simulations/saved-methods/${card._id}/detach`)
    await advance("P32D")
    const [, second] = await raised(subscription, 2)
    await noJobIsDue(sql)
    assert.deepEqual(await chargesOf(second), [])
    const mail = await mailed(payer, /Please pay €50\.00 to .*, and save a card/)
    assert.ok(mail.text.includes(second.links.long))
    const { key } = await openPage(second)
    await submit(second, { key, save: "yes", lang: "pt-BR" })
    const replaced = await becomes(
      "subscriptions",
      subscription._id,
      ({ savedMethod }) => savedMethod !== card._id,
      "another card is linked",
    )
    assert.match((await read("saved-methods", replaced.savedMethod)).consent.text, /^Salvar este cartão/)
    await act(subscription, "cancel")
  }
})

test("another card of the payer replaces one, also for charges that are tried again", async () => {
  const contact = await newPayer()
  const [bad, good] = [await newCard("tok_declined_later", contact), await newCard("tok_success", contact)]
  const subscription = await chargeCard(bad)
  const [intent] = await raised(subscription, 1)
  await attempted(intent, 1)
  assert.equal((await act(subscription, "update", { savedMethod: good._id })).body.data.savedMethod, good._id)
  await advance("P2D")
  assert.deepEqual(statuses(await attempted(intent, 2)), ["failed", "succeeded"])
})

test("refuses cards that do not fit, and more than one source", async () => {
  const [card, mandate] = [await newCard(), await newMandate()]
  const own = { _id: card.contact }
  const create = async (contact: Any, fields: object) => (await api.create("/v1/subscriptions/create", bodyFor(contact, fields))).body.error
  const auto = { mode: "auto-charge" }
  for (const [contact, fields, code] of [
    [own, { savedMethod: card._id }, "VAL-1003"],
    [own, { chargeBy: "saved-method" }, "VAL-1003"],
    [own, auto, "VAL-1002"],
    [own, { ...auto, chargeBy: "authorization" }, "VAL-1002"],
    [own, { ...auto, chargeBy: "authorization", savedMethod: card._id }, "VAL-1003"],
    [{ _id: mandate.contact }, { ...auto, savedMethod: card._id, authorization: mandate._id }, "VAL-1003"],
    [{ _id: mandate.contact }, { ...auto, savedMethod: card._id }, "SUB-1002"],
    [own, { ...auto, savedMethod: mandate._id }, "SMR-1001"],
  ] as const)
    assert.equal((await create(contact, fields))?.code, code, JSON.stringify(fields))
  const byMandate = await made("subscriptions", bodyFor({ _id: mandate.contact }, { ...auto, authorization: mandate._id, currency: "EUR" }))
  assert.equal((await act(byMandate, "update", { savedMethod: card._id })).body.error.code, "VAL-1003")
  const subscription = await chargeCard(card)
  assert.equal((await act(subscription, "update", { authorization: mandate._id })).body.error.code, "VAL-1003")
  await api.post(`/v1/saved-methods/${card._id}/remove`)
  assert.match((await create(own, { ...auto, savedMethod: card._id }))?.message, /it is removed; use another one/)
})

test("a subscription takes no card of another contact", async () => {
  const subscription = await subscribe(byCard)
  await raised(subscription, 1)
  const stranger = await newCard()
  assert.equal((await act(subscription, "update", { savedMethod: stranger._id })).body.error.code, "SUB-1002")
  assert.equal((await read("subscriptions", subscription._id)).savedMethod, null)
})
