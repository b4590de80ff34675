import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inDays, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { display } from "../../kit/pure/money.ts"

const { api } = await startTestServer({ ROLE: "api" })
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const create = async (amount: number, fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items: [{ name: "Course", amount }], ...fields }))).body.data
const pay = ({ _id }: Any, amount: number) => api.create("/v1/transactions/create", { paymentIntent: _id, amount, method: "cash" })

/** The rows of the installments table as text. */
async function installmentsOn({ links }: Any): Promise<string[]> {
  const html = await (await fetch(links.long)).text()
  const [, table = ""] = /<table class="lines choices">(.*?)<\/table>/s.exec(html) ?? []
  const [, body = ""] = /<tbody>(.*?)<\/tbody>/s.exec(table) ?? []
  return body.split("</tr>").flatMap(
    row =>
      row
        .replace(/<[^>]+>|\s+/g, " ")
        .replace(/ +/g, " ")
        .trim() || [],
  )
}

async function ratesFor(amount: number): Promise<string[]> {
  const { simulations } = (await api.get(`/v1/financing-rates?amount=${amount}&currency=BRL&gateway=simulator&method=card`)).body.data
  const money = (value: number) => `R$${display(value, "BRL").slice("BRL ".length)}`
  return simulations.map(({ nInstallments, installmentAmount, firstInstallmentAmount, total, interestRate }: Any) => {
    const first = firstInstallmentAmount === installmentAmount ? "" : ` the first ${money(firstInstallmentAmount)}`
    const cost = interestRate === 0 ? "without interest" : "2.49% interest a month"
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

test("it offers no installments for another currency, too small or large an amount, a paid or canceled intent, or a plan", async () => {
  const [paid, canceled] = [await create(100_000), await create(100_000)]
  await pay(paid, 100_000)
  await api.post(`/v1/payment-intents/${canceled._id}/cancel`)
  const schedule = [30, 60].map(days => ({ dueAt: inDays(days), amount: 50_000 }))
  const plan = await create(100_000, { intentType: "payment-plan", schedule })
  const tooLarge = await create(Number.MAX_SAFE_INTEGER)
  for (const intent of [await create(100_000, { currency: "USD" }), await create(999), tooLarge, paid, canceled, plan])
    assert.deepEqual(await installmentsOn(intent), [], intent.number)
  const installment = (await api.get(`/v1/payment-intents/${plan.installments[0]}`)).body.data
  assert.deepEqual(await installmentsOn(installment), await ratesFor(50_000))
})

test("the due date is shown in the tenant's time zone, on the page and in the reminder", async () => {
  const intent = await create(100_000, { dueAt: "2036-02-01T02:59:59Z" }) // 31 January, 23:59 in São Paulo
  const html = await (await fetch(intent.links.long)).text()
  assert.match(html, /Due <time datetime="2036-02-01T02:59:59\.000Z">31 January 2036, 23:59 GMT-3<\/time>/)
  await api.post(`/v1/payment-intents/${intent._id}/remind`)
  const [mail] = (await api.get(`/v1/dev/mails?object=${intent._id}`)).body.data
  assert.match(mail.subject, /is due on 31 January 2036$/)
})
