import { randomUUID } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import { camt, camtDetails, camtEntry } from "../test/statement-files.ts"
import type { Json } from "./client.ts"

/** Sends a request as the owner of the tenant, and returns what was answered. */
type Send = (method: "GET" | "POST", path: string, body?: object | string) => Promise<{ status: number; text: string; body: Json }>

const iban = "DE89370400440532013000"
const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()

/** Gives a tenant at least one object of every kind. `receiver` takes its webhooks. Returns what later steps name. */
export async function furnish(send: Send, receiver: string) {
  const asked = async (method: "GET" | "POST", path: string, body?: object | string): Promise<Json> => {
    const answer = await send(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`)
    return answer.body.data
  }
  const made = (path: string, body: object) => asked("POST", `/v1/${path}/create`, body)
  const unique = randomUUID().slice(0, 8)
  await made("dev/webhooks", { url: receiver, events: ["*"] })
  await made("teams", { name: `Finance ${unique}` })
  const parties = await makeParties(made, unique)
  const sales = await makeSales(made, parties, unique)
  await makePayouts(made, asked, parties, sales.sold)
  const statement = camt({ opening: "100.00", closing: "112.50", entries: [entryOf(unique)] })
  await asked("POST", `/v1/bank-statements/import?ownAccount=${parties.ownAccount._id}`, statement)
  const profile = encodeURIComponent(JSON.stringify({ columns: { date: "Tag", text: ["Was"], amount: "Wieviel" } }))
  const csv = "Tag;Was;Wieviel\n01.10.2026;for nobody;5,00\n"
  await asked("POST", `/v1/bank-statements/import?ownAccount=${parties.ownAccount._id}&saveProfile=true&profile=${profile}`, csv)
  await asked("POST", "/v1/imports/create?kind=contacts", "email\nlea@example.com\n")
  await made("notes", { type: "contacts", object: parties.contact._id, text: "Pays late" })
  const me = await asked("GET", "/v1/users/user")
  const { user: approver } = await made("dev/api-keys", { name: "Approver", role: "approver" })
  await asked("POST", "/v1/users/invite", { email: `rui-${unique}@example.com`, name: "Rui Costa", role: "viewer", teams: [] })
  const policy = { name: "Held", entityType: "transaction", strategy: "any-of", approvers: [me._id, approver] }
  await made("approvals/policies", { ...policy, conditions: { amountMin: 6_999, amountMax: 6_999 } })
  await pay(made, sales.unpaid, 6_999)
  const { charge, unpaid, saved, link } = sales
  return { charge, unpaid, saved, link, approver: approver as string, email: parties.email, partnerEmail: parties.partnerEmail }
}

type Made = (path: string, body: object) => Promise<Json>
type Parties = Awaited<ReturnType<typeof makeParties>>

async function makeParties(made: Made, unique: string) {
  const [email, partnerEmail] = [`ana-${unique}@example.com`, `casa-${unique}@example.com`]
  const contact = await made("contacts", { email, profile: { firstName: "Ana", lastName: "Souza", phone: "+14155552671" } })
  const splitTerms = { type: "percentage", basisPoints: 1000 }
  const agency = { name: `Casa ${unique}`, code: `C${unique}`.toUpperCase(), kind: "supplier", email: partnerEmail }
  const partner = await made("partnerships", { ...agency, splitTerms })
  const account = (fields: object) => made("bank-accounts", { holder: "Ana Souza", country: "DE", currency: "EUR", iban, ...fields })
  return {
    email,
    partnerEmail,
    contact,
    partner,
    payerAccount: await account({ owner: "contact", contact: contact._id }),
    partnerAccount: await account({ owner: "partnership", partnership: partner._id, iban: "DE02120300000000202051" }),
    ownBank: await account({ owner: "self", iban: "DE02500105170137075030" }),
    ownAccount: await made("own-accounts", { name: `Main ${unique}`, currency: "EUR", iban }),
  }
}

const pay = (made: Made, intent: Json, amount: number) => made("transactions", { paymentIntent: intent._id, amount, method: "cash" })

async function makeSales(made: Made, { contact, partner, payerAccount }: Parties, unique: string) {
  const intentOf = (amount: number, fields: object = {}) =>
    made("payment-intents", {
      intentType: "ad-hoc",
      contact: contact._id,
      currency: "EUR",
      dueAt: inDays(400),
      items: [{ name: "Course", description: "", category: "tuition", amount, supplier: partner._id }],
      ...fields,
    })
  const service = await made("services", { name: `Course ${unique}`, price: { amount: 2500, currency: "EUR" }, supplier: partner._id })
  const order = await made("orders", { contact: contact._id, source: "manual" })
  await made(`orders/${order._id}/items`, { service: service._id })
  const schedule = [1, 2].map(n => ({ dueAt: inDays(400 + n), amount: 5_000 }))
  await intentOf(10_000, { intentType: "payment-plan", schedule })
  const sold = await intentOf(900_000)
  await pay(made, sold, 900_000)
  const { _id: paymentIntent } = await intentOf(20_000)
  const charge = await made("gateways/simulator/charges", { paymentIntent, method: "card", token: "tok_success" })
  await made("refund-intents", { transaction: charge._id, amount: 10 })
  await made("simulations/disputes", { transaction: charge._id, amount: 20 })
  await made("authorizations", { contact: contact._id, bankAccount: payerAccount._id, scheme: "sepa", reference: `M-${unique}` })
  const items = [{ name: "Membership", amount: 5000 }]
  const cadence = { every: 1, unit: "month" }
  await made("subscriptions", { contact: contact._id, currency: "EUR", items, cadence, startAt: inDays(300) })
  const link = await made("payment-links", { name: `Open day ${unique}`, lines: [{ service: service._id, stock: 3 }] })
  await made(`payment-links/${link._id}/purchases`, { name: "Rui Costa", email: `rui-${unique}@example.com` })
  await made("simulations/bank-transfers", { reference: "for nobody", amount: 120, currency: "EUR" })
  return { sold, charge, link, unpaid: await intentOf(7_000), saved: await intentOf(3_000) }
}

type Asked = (method: "GET" | "POST", path: string) => Promise<Json>

async function makePayouts(made: Made, asked: Asked, { partner, partnerAccount, ownBank, ownAccount }: Parties, sold: Json) {
  const [split] = await asked("GET", `/v1/payment-splits?paymentIntent=${sold._id}`)
  const toPartner = { recipientType: "supplier", partnership: partner._id, currency: "EUR", method: "manual", draft: true }
  await made("payouts", { ...toPartner, bankAccount: partnerAccount._id, splits: [split._id] })
  const toSelf = { recipientType: "self", currency: "EUR", bankAccount: ownBank._id }
  await made("payouts", { ...toSelf, amount: 30, method: "bank-file" })
  await made("payment-files", { ownAccount: ownAccount._id, executionDate: nextWednesday() })
}

const entryOf = (reference: string) =>
  camtEntry({ amount: "12.50", reference, details: camtDetails({ name: "Rui Costa", text: "for nobody" }) })

/** A day on which banks work, unless it is a holiday; then the week after it has one. */
function nextWednesday(): string {
  const holidays = /-(01-01|12-25|12-26|05-01)$/
  for (let ms = Date.now() + 4 * 86_400_000; ; ms += 86_400_000) {
    const day = new Date(ms)
    if (day.getUTCDay() === 3 && !holidays.test(day.toISOString().slice(0, 10))) return day.toISOString().slice(0, 10)
  }
}

/** Polls until there is one. */
export async function untilThereIs<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 30_000; Date.now() < end; await wait(50)) {
    const found = await find()
    if (found !== undefined) return found
  }
  throw new Error(`no ${what} after 30 s`)
}
