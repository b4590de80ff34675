import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"
import { invite, mailsTo, signedIn } from "../../../test/people.ts"
import { noJobIsDue, subscriptionFixtures } from "../../../test/subscription-fixtures.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { signInLinkMail } from "./sign-in-link.ts"
import { sendMail } from "./store.ts"

const server = await startTestServer()
const { api, sql } = server
const payouts = await payoutFixtures(api)
const { made, advance } = payouts

const mailsOf = async ({ _id }: Any, kind = ""): Promise<Any[]> =>
  (await api.get(`/v1/dev/mails?object=${_id}&sort=createdAt&limit=100${kind && `&kind=${kind}`}`)).body.data
const onlyMail = async (object: Any, kind: string): Promise<Any> => {
  const [mail, ...others] = await until(async () => {
    const mails = await mailsOf(object, kind)
    return mails.length > 0 && mails
  }, `a ${kind} is mailed`)
  assert.deepEqual(others, [])
  return mail
}
const settings = async (mails: object) => {
  const answer = await api.post("/v1/settings/update", { mails })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.mails
}
const newPayer = (locale: string | null = null) => made("contacts", newContact({ locale }))
const now = async () => Date.parse((await api.get("/v1/settings")).body.data.now)
/** That many days after the tenant's time. */
const after = async (days: number) => new Date((await now()) + days * 86_400_000).toISOString()
const newRequest = async (payer: Any, fields: object = {}) =>
  made("payment-intents", newIntent(payer._id, { dueAt: await after(10), ...fields }))
const charge = async (intent: Any) =>
  (await api.create("/v1/gateways/simulator/charges/create", { paymentIntent: intent._id, method: "card", token: "tok_success" })).body.data
const refund = async (transaction: Any) => {
  const { _id } = await made("refund-intents", { transaction: transaction._id })
  await api.post(`/v1/refund-intents/${_id}/approve`)
  return until(async () => {
    const { data } = (await api.get(`/v1/refund-intents/${_id}`)).body
    return data.status === "settled" && data
  }, "the refund is settled")
}

test("mails payers and partners only after a setting turns that kind of mail on", async () => {
  assert.deepEqual((await api.get("/v1/settings")).body.data.mails, {
    paymentRequests: false,
    reminders: false,
    reminderDays: [-3, 1, 7],
    receipts: false,
    refunds: false,
    payouts: false,
    debitNotices: false,
    debitNoticeDays: 14,
    locale: "en",
  })
  const payer = await newPayer()
  await refund(await charge(await newRequest(payer)))
  const due = await payouts.dueSplit(1000, await payouts.newPartner({ email: "casa@example.com" }))
  await payouts.settled(await payouts.newPayout(payouts.bodyFor(due)))
  for (const recipient of [payer.email, "casa@example.com"])
    assert.equal((await api.get(`/v1/dev/mails?recipient=${encodeURIComponent(recipient)}`)).body.count, 0)
  for (const [field, value] of [
    ["reminderDays", [1, 1]],
    ["locale", "it"],
    ["receipts", "yes"],
    ["newsletters", true],
  ] as const)
    assert.equal((await api.post("/v1/settings/update", { mails: { [field]: value } })).status, 400, field)
})

test("sends a payer the request, the receipt and the refund notice in their own language", async () => {
  const all = await settings({ paymentRequests: true, receipts: true, refunds: true, payouts: true })
  assert.deepEqual([all.paymentRequests, all.reminders, all.reminderDays], [true, false, [-3, 1, 7]])
  const payer = await newPayer("pt-BR")
  const intent = await newRequest(payer, { items: [{ name: "Curso", amount: 123_456 }] })
  const request = await onlyMail(intent, "payment-request")
  assert.deepEqual([request.recipient, request.status === "queued" || request.status === "kept"], [payer.email, true])
  assert.match(request.subject, /^Escola Azul enviou uma cobrança de R\$\s1\.234,56$/)
  assert.match(request.html, /<html lang="pt-BR">/)
  for (const part of [request.text, request.html]) {
    assert.ok(part.includes(intent.links.long))
    assert.match(part, /Olá, Ana,/)
    assert.match(part, /Nada foi cobrado ainda\./)
    assert.match(part, /Modo de teste/)
    assert.match(part, /vence em \d{1,2} de \p{L}+ de \d{4}/u)
  }
  const settled = await refund(await charge(intent))
  const receipt = await onlyMail(intent, "receipt")
  assert.match(receipt.subject, /^Recibo: R\$\s1\.234,56 para Escola Azul$/)
  assert.match(receipt.text, /Não há mais nada a pagar/)
  assert.match(receipt.text, /Forma de pagamento: Cartão/)
  assert.match((await onlyMail(settled, "refund")).text, /Escola Azul devolveu R\$\s1\.234,56 do seu pagamento PI-/)
})

test("a receipt says what is left to pay, and what became credit", async () => {
  const payer = await newPayer("es")
  const part = await newRequest(payer)
  await payouts.pay(part, 4000)
  assert.match((await onlyMail(part, "receipt")).text, /Quedan por pagar 60,00\sBRL/)
  const over = await newRequest(payer)
  await api.post("/v1/simulations/bank-transfers/create", { reference: over.number, amount: 12_500, currency: "BRL" })
  assert.match((await onlyMail(over, "receipt")).text, /25,00\sBRL es más de lo que debía/)
})

test("requests a payment plan with one mail that lists its installments", async () => {
  const schedule = [
    { dueAt: await after(5), amount: 4000 },
    { dueAt: await after(35), amount: 6000 },
  ]
  const plan = await newRequest(await newPayer(), { intentType: "payment-plan", schedule })
  const { text } = await onlyMail(plan, "payment-request")
  assert.match(text, /asks you to pay R\$100\.00 in 2 installments/)
  assert.match(text, /Installment 1, due on [^:]+: R\$40\.00\n {2}Installment 2, due on [^:]+: R\$60\.00/)
  for (const _id of plan.installments) assert.deepEqual(await mailsOf({ _id }), [])
})

test("sends no automatic mail for what an agent creates", async () => {
  const payer = await newPayer()
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" }
  const params = {
    name: "payment_intent_create",
    arguments: { contact: payer._id, currency: "BRL", items: [{ name: "Course", amount: 1000 }] },
  }
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })
  const answer = await fetch(`${server.baseUrl}/v1/mcp`, {
    method: "POST",
    headers: { ...headers, authorization: `ApiKey ${api.apiKey}` },
    body,
  })
  assert.match(await answer.text(), /links/)
  const [intent] = (await api.get(`/v1/payment-intents?contact=${payer._id}`)).body.data
  assert.deepEqual(await mailsOf(intent), [])
})

test("payers are reminded before and after the due date by the tenant's clock, once each, until they have paid", async () => {
  await settings({ paymentRequests: false, reminders: true, reminderDays: [-3, 1, 2] })
  const dueAt = (await after(10)).replace(/T.+/, "T15:00:00Z") // noon in São Paulo
  const [late, early, moved] = await Promise.all([1, 2, 3].map(async () => newRequest(await newPayer(), { dueAt })))
  const remindersOf = async (intent: Any) => (await mailsOf(intent, "reminder")).map(mail => mail.subject)
  await api.post(`/v1/payment-intents/${moved._id}/update`, { dueAt: await after(60) })
  // Each job runs twice, as after a worker that died before it could mark the job as done.
  await sql(`insert into jobs (tenant_id, id, kind, payload, next_at, created_at)
    select tenant_id, left(md5(id), 24), kind, payload, next_at, created_at from jobs where kind = 'remind-payer'`)
  await advance("P8D")
  await noJobIsDue(sql)
  for (const intent of [late, early])
    assert.match((await remindersOf(intent)).join(), /^Reminder: R\$100\.00 for Escola Azul is due on [^,]+$/)
  assert.deepEqual(await remindersOf(moved), [])
  await payouts.pay(early)
  await advance("P5D")
  await noJobIsDue(sql)
  assert.equal((await remindersOf(early)).length, 1)
  const [, ...overdue] = await remindersOf(late)
  assert.equal(overdue.length, 2)
  for (const subject of overdue) assert.match(subject, /was due on/)
  const times = (await mailsOf(late, "reminder")).map(({ createdAt }) =>
    new Date(createdAt).toLocaleTimeString("en-GB", { timeZone: "America/Sao_Paulo" }),
  )
  for (const time of times) assert.match(time, /^09:00:/)
  await settings({ reminders: false })
  await advance("P60D")
  assert.deepEqual(await remindersOf(moved), [])
})

test("tells a partner about a paid or returned payout, and the senders of payouts about a failed one", async () => {
  const finance = await invite(server, "finance")
  const partner = await payouts.newPartner({ email: "parceiro@example.com", locale: "pt-BR" })
  const paid = await payouts.newPayout(payouts.bodyFor(await payouts.dueSplit(1000, partner)))
  await payouts.settled(paid)
  const sent = await onlyMail(paid, "payout-sent")
  assert.deepEqual([sent.recipient, sent.subject.replace(/\s/g, " ")], ["parceiro@example.com", "Escola Azul pagou R$ 10,00 a você"])
  await payouts.simulateFailure(paid, { reason: "account closed" })
  assert.match((await onlyMail(paid, "payout-returned")).text, /O valor continua sendo seu/)
  const failed = await payouts.newPayout(payouts.bodyFor(await payouts.dueSplit(2000, partner)))
  await payouts.simulateFailure(failed, { reason: "account closed" })
  for (const payout of [paid, failed]) {
    const mails = await mailsOf(payout, "payout-failed")
    assert.deepEqual(new Set(mails.map(({ recipient }) => recipient)), new Set([server.keys.email, finance.email]))
    assert.match(mails[0].text, /The reason: account closed\. Correct the cause/)
  }
  assert.match((await mailsOf(failed, "payout-failed"))[0].text, /No money has left, and what \S+ is owed is due again/)
  assert.equal((await mailsOf(failed)).length, 2)
})

const { policy, ownAmount, intentOf } = await approvalFixtures(server)

test("notifies approvers when their turn comes, and the requester of the decision", async () => {
  const [first, second, maker] = await Promise.all([invite(server, "approver"), invite(server, "approver"), invite(server, "finance")])
  const [firstPage, secondPage, makerPage] = await Promise.all([first, second, maker].map(person => signedIn(server, person)))
  const amount = ownAmount()
  await policy(amount, { strategy: "sequential", approvers: [first._id, second._id] })
  const body = { paymentIntent: (await intentOf(amount))._id, amount, method: "cash" }
  const { approval } = (await makerPage!.post("/v1/transactions/create", body)).body.data
  const request = { _id: approval.request }
  const recipients = async (kind: string) => (await mailsOf(request, kind)).map(({ recipient }) => recipient)
  assert.deepEqual(await recipients("approval-needed"), [first.email])
  assert.match((await mailsOf(request))[0].text, /No money has moved\. Without a decision it is canceled on /)
  await firstPage!.post(`/v1/approvals/requests/${request._id}/approve`)
  assert.deepEqual(await recipients("approval-needed"), [first.email, second.email])
  assert.deepEqual(await recipients("approval-decided"), [])
  await secondPage!.post(`/v1/approvals/requests/${request._id}/reject`, { comment: "Twice the price" })
  const { recipient, subject, text } = await onlyMail(request, "approval-decided")
  assert.deepEqual([recipient, subject], [maker.email, `Your transaction of R$${(amount / 100).toFixed(2)} was rejected`])
  assert.match(text, /Rui Costa rejected your transaction[^]+No money has moved\.[^]+Comment: Twice the price/)
  const again = ownAmount()
  await policy(again, { approvers: [maker._id, second._id], fourEyes: true })
  const held = (
    await makerPage!.post("/v1/transactions/create", { paymentIntent: (await intentOf(again))._id, amount: again, method: "cash" })
  ).body.data
  assert.deepEqual(
    (await mailsOf({ _id: held.approval.request })).map(mail => mail.recipient),
    [second.email],
  )
})

test("notifies the delegate of an absent approver too, once, unless they are the requester or may no longer decide", async () => {
  const roles = ["approver", "approver", "approver", "finance"]
  const [absent, other, delegate, maker] = (await Promise.all(roles.map(role => invite(server, role)))) as [Any, Any, Any, Any]
  const makerPage = await signedIn(server, maker)
  await api.post(`/v1/users/${absent._id}/update`, { name: "Ana Silva" })
  const now = Date.parse((await api.get("/v1/settings")).body.data.now) // earlier tests have moved the clock
  const inDays = (n: number) => new Date(now + n * 86_400_000).toISOString()
  const handOver = async (by: Any, to: Any, from: number, until: number) => {
    const body = { to: to._id, from: inDays(from), until: inDays(until) }
    assert.equal((await api.post(`/v1/users/${by._id}/delegate`, body)).status, 200)
  }
  for (const to of [delegate, maker]) await handOver(absent, to, -1, 1)
  await handOver(other, delegate, -1, 1)
  await handOver(absent, await invite(server, "approver"), 2, 3)
  const decidedBy = async (approvers: string[]) => {
    const amount = ownAmount()
    await policy(amount, { approvers, fourEyes: true })
    return amount
  }
  const toldOf = async (approvers: string[] | number): Promise<Any[]> => {
    const amount = typeof approvers === "number" ? approvers : await decidedBy(approvers)
    const body = { paymentIntent: (await intentOf(amount))._id, amount, method: "cash" }
    const { approval } = (await makerPage.post("/v1/transactions/create", body)).body.data
    return mailsOf({ _id: approval.request }, "approval-needed")
  }
  const mails = await toldOf([absent._id])
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [absent.email, delegate.email],
  )
  assert.match(mails[0].text, /waits for your approval, because/)
  assert.match(mails[1].text, /waits for the approval of Ana Silva, for whom you decide meanwhile, because[^]+you decide for an approver/)
  const both = (await toldOf([absent._id, delegate._id])).map(({ recipient }) => recipient)
  assert.deepEqual([both.length, new Set(both)], [2, new Set([absent.email, delegate.email])])
  const forTwo = (await toldOf([absent._id, other._id])).filter(({ recipient }) => recipient === delegate.email)
  assert.equal(forTwo.length, 1)
  assert.match(forTwo[0].text, /the approval of (Ana Silva and Rui Costa|Rui Costa and Ana Silva), for whom you decide meanwhile/)
  const ofBoth = await decidedBy([absent._id, delegate._id])
  await api.post(`/v1/users/${delegate._id}/update`, { role: "viewer" })
  for (const approvers of [[absent._id], ofBoth])
    assert.deepEqual(
      (await toldOf(approvers)).map(({ recipient }) => recipient),
      [absent.email],
    )
})

test("announces a subscription in the payer's language, and each later request once, if the setting is on", async () => {
  await settings({ paymentRequests: true })
  const { subscribe, raised } = subscriptionFixtures(api)
  const subscription = await subscribe({ cadence: { every: 1, unit: "month" } }, await newPayer("es"))
  const [first] = await raised(subscription, 1)
  const { subject, text } = await onlyMail(subscription, "subscription-started")
  assert.match(subject, /^Escola Azul: 50,00\s€ cada mes$/)
  assert.match(text, /Todavía no se cobró nada\. El primer pago vence el /)
  assert.deepEqual(await mailsOf(first, "payment-request"), [])
  await advance("P32D")
  const [, next] = await raised(subscription, 2)
  assert.match((await onlyMail(next, "payment-request")).subject, /^Escola Azul le pide que pague 50,00\s€$/)
})

test("a link to sign in to a portal is mailed in the reader's language and is shown under its own kind", async () => {
  const { _id, email } = await newPayer()
  const link = { portal: "contact" as const, recipient: email, object: _id, name: "Ana", url: `${server.baseUrl}/portal/x`, minutes: 15 }
  await asSystem(server.keys.tenantId, "test", ctx => sendMail(ctx, signInLinkMail({ ...link, locale: "pt-BR" }, ctx.tenant)))
  const { subject, text } = await onlyMail({ _id }, "sign-in-link")
  assert.equal(subject, "Entrar em Escola Azul")
  assert.match(text, /funciona uma vez, por 15 minutos/)
  assert.ok(text.includes(link.url))
})

test("gives every mail to staff its kind: invitations, links for passwords, changes of an account", async () => {
  const person = await invite(server, "viewer")
  const page = await signedIn(server, person)
  await page.post("/v1/passwords/forgot", { email: person.email })
  await page.post("/v1/passwords/change", { current: person.password, password: "other ordinary words" })
  const mails = await mailsTo(server, person.email, 3)
  assert.deepEqual(new Set(mails.map(({ kind }) => kind)), new Set(["account-changed", "invitation", "password-reset"]))
})
