import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inDays, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { display } from "../../kit/pure/money.ts"

const { api } = await startTestServer({ ROLE: "api" })
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const create = async (amount: number, fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items: [{ name: "Course", amount }], ...fields }))).body.data
const pay = ({ _id }: Any, amount: number) => api.create("/v1/transactions/create", { paymentIntent: _id, amount, method: "cash" })

/** The ways to pay in installments, as text. */
async function installmentsOn({ links }: Any): Promise<string[]> {
  const html = await (await fetch(links.long)).text()
  const ways = html.match(/<label class="way">.*?<\/label>/gs) ?? []
  const texts = ways.map(way =>
    way
      .replace(/<[^>]+>|\s+/g, " ")
      .replace(/ +/g, " ")
      .trim(),
  )
  return texts.filter(text => text.includes("×"))
}

async function ratesFor(amount: number): Promise<string[]> {
  const { simulations } = (await api.get(`/v1/financing-rates?amount=${amount}&currency=BRL&gateway=simulator&method=card`)).body.data
  const money = (value: number) => display(value, "BRL")
  return simulations.slice(1).map(({ nInstallments, installmentAmount, firstInstallmentAmount, total, interestRate }: Any) => {
    const first = firstInstallmentAmount === installmentAmount ? "" : ` the first ${money(firstInstallmentAmount)}`
    const cost = interestRate === 0 ? "without interest" : `${Number((interestRate * 100).toFixed(2))}% interest a month`
    return `${nInstallments} × ${money(installmentAmount)}${first} ${money(total)} ${cost}`
  })
}

test("the page shows the installments of the financing rates, for the amount that is still due", async () => {
  for (const amount of [1000, 10_000, 123_457, 99_999_999])
    assert.deepEqual(await installmentsOn(await create(amount)), await ratesFor(amount))
  const intent = await create(100_000)
  await pay(intent, 40_001)
  assert.deepEqual(await installmentsOn(intent), await ratesFor(59_999))
})

test("the page offers no installments for another currency, too small or large an amount, or a paid or canceled intent", async () => {
  const [paid, canceled] = [await create(100_000), await create(100_000)]
  await pay(paid, 100_000)
  await api.post(`/v1/payment-intents/${canceled._id}/cancel`)
  const schedule = [30, 60].map(days => ({ dueAt: inDays(days), amount: 50_000 }))
  const plan = await create(100_000, { intentType: "payment-plan", schedule })
  const tooLarge = await create(Number.MAX_SAFE_INTEGER)
  for (const intent of [await create(100_000, { currency: "USD" }), await create(999), tooLarge, paid, canceled])
    assert.deepEqual(await installmentsOn(intent), [], intent.number)
  const installment = (await api.get(`/v1/payment-intents/${plan.installments[0]}`)).body.data
  assert.deepEqual(await installmentsOn(installment), await ratesFor(50_000))
  assert.deepEqual(await installmentsOn(plan), await ratesFor(100_000))
})

test("the due date is shown in the tenant's time zone, on the page and in the reminder", async () => {
  const intent = await create(100_000, { dueAt: "2036-02-01T02:59:59Z" }) // 31 January, 23:59 in São Paulo
  const html = await (await fetch(intent.links.long)).text()
  assert.match(html, /Due <time datetime="2036-02-01T02:59:59\.000Z">31 January 2036, 23:59 GMT-3<\/time>/)
  await api.post(`/v1/payment-intents/${intent._id}/remind`)
  const [mail] = (await api.get(`/v1/dev/mails?object=${intent._id}`)).body.data
  assert.match(mail.subject, /is due on 31 January 2036$/)
})

test("the page uses the language of the browser, also for money and dates", async () => {
  const intent = await create(123_450, { dueAt: "2036-02-01T02:59:59Z" })
  const read = async (language: string) => (await fetch(intent.links.long, { headers: { "accept-language": language } })).text()
  const spaced = (html: string) => html.replaceAll(/\u00a0|\u202f/g, " ")
  const pt = spaced(await read("it;q=0.9, pt-PT, en;q=0.8"))
  for (const text of ['<html lang="pt-BR">', "Como você quer pagar?", "R$ 1.234,50", "Vence em", "31 de janeiro de 2036", "Modo de teste"])
    assert.ok(pt.includes(text), text)
  const es = spaced(await read("es-MX,es;q=0.9,en;q=0.1"))
  for (const text of ['<html lang="es">', "¿Cómo quiere pagar?", "31 de enero de 2036"]) assert.ok(es.includes(text), text)
  const spanish = { "es-MX": "BRL 1,234.50", "es-AR": "BRL 1.234,50", "es-ES": "1234,50 BRL", "es-ZZ": "1234,50 BRL", es: "1234,50 BRL" }
  for (const [tag, amount] of Object.entries(spanish)) assert.ok(spaced(await read(tag)).includes(amount), tag)
  const de = spaced(await read("de-AT,de;q=0.9,en;q=0.8"))
  for (const text of ['<html lang="de">', "Wie möchten Sie bezahlen?", "Fällig am", "31. Januar 2036", "R$ 1.234,50"])
    assert.ok(de.includes(text), text)
  const fr = spaced(await read("fr-CA,fr;q=0.9"))
  for (const text of ['<html lang="fr">', "Comment souhaitez-vous payer ?", "Échéance le", "31 janvier 2036", "1 234,50 R$"])
    assert.ok(fr.includes(text), text)
  for (const [tag, amount] of Object.entries({ "de-DE": "1.234,50 R$", "de-CH": "R$ 1&#39;234.50", "fr-FR": "1 234,50 R$" }))
    assert.ok(spaced(await read(tag)).includes(amount), tag)
  for (const other of ["it", "", "*", "pt;q=0"]) assert.match(await read(other), /<html lang="en">/)
})

test("a transfer that quotes the number that the page shows pays the payment intent", async () => {
  const intent = await create(4300)
  const html = await (await fetch(intent.links.long)).text()
  const [, amount, reference] = /Transfer (R\$[\d.]+) to .* quote (PI-\d+)\./.exec(html) ?? []
  assert.equal(amount, "R$43.00")
  await api.create("/v1/simulations/bank-transfers/create", { reference, amount: 4300, currency: "BRL" })
  assert.match(await (await fetch(intent.links.long)).text(), /Paid in full.*Bank transfer/s)
})

test("an overdue payment can still be paid", async () => {
  const overdue = await create(1000, { dueAt: "2020-01-01T00:00:00Z" })
  assert.match(await (await fetch(overdue.links.long)).text(), /Was due.*You can still pay here.*<form/s)
})

test("the page of a payment plan links to its installments, each with its own status, and offers to pay all that is left", async () => {
  const schedule = [30, 60].map(days => ({ dueAt: inDays(days), amount: 50_000 }))
  const plan = await create(100_000, { intentType: "payment-plan", schedule })
  const installments = await Promise.all(
    plan.installments.map(async (id: string) => (await api.get(`/v1/payment-intents/${id}`)).body.data),
  )
  await pay(installments[0], 50_000)
  const html = await (await fetch(plan.links.long)).text()
  assert.match(html, /paid in 2 installments/)
  assert.match(html, /Pay all that is left.*<form/s)
  const rows = html.match(/<li>.*?<\/li>/gs) ?? []
  for (const [i, status] of ["Paid", "Due"].entries())
    assert.ok(rows[i]!.includes(`href="${installments[i].links.long}"`) && rows[i]!.includes(`<small>${status} `), rows[i])
})

test("money is written the same on the page and in the reminder", async () => {
  const intent = await create(123_450)
  await api.post(`/v1/payment-intents/${intent._id}/remind`)
  const [mail] = (await api.get(`/v1/dev/mails?object=${intent._id}`)).body.data
  const page = await (await fetch(intent.links.long)).text()
  for (const text of [page, mail.text, mail.html]) assert.match(text, /R\$1,234\.50/)
})
