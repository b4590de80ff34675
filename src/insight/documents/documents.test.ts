import assert from "node:assert/strict"
import { test } from "node:test"
import { fetchDocument, numberKinds, seller } from "../../../test/document-fixtures.ts"
import { type Any, inParallel, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { isShort } from "../../../test/levels.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"
import { pdfPages, pdfText } from "../../../test/pdf-text.ts"
import { display } from "../../kit/pure/money.ts"

const server = await startTestServer()
const vat = { rate: "19", code: "VAT" }
const year = new Date().getUTCFullYear()

async function tenant() {
  const api = await server.otherTenant()
  const made = async (path: string, body: object): Promise<Any> => (await api.create(`/v1/${path}/create`, body)).body.data
  const contact = await made("contacts", newContact())
  const bill = (items: object[] = [{ name: "Course", amount: 11_900, tax: vat }], fields: object = {}) =>
    made("payment-intents", newIntent(contact._id, { currency: "EUR", items, ...fields }))
  const pay = (intent: Any, amount: number = intent.amount) => made("transactions", { paymentIntent: intent._id, amount, method: "cash" })
  const refund = async (paid: Any, fields: object = {}): Promise<Any> => {
    const { _id } = await made("refund-intents", { transaction: paid._id, ...fields })
    await api.post(`/v1/refund-intents/${_id}/approve`)
    return (await api.post(`/v1/refund-intents/${_id}/settle`, { reference: "TED 1" })).body.data
  }
  return { api, contact, bill, pay, refund, get: (path: string, accept = "*/*") => get(api, path, accept) }
}

type Api = Awaited<ReturnType<typeof server.otherTenant>>
const get = ({ keys: { apiKey, tenantId } }: Pick<Api, "keys">, path: string, accept = "*/*") =>
  fetchDocument(server.baseUrl, { headers: { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId, accept } }, `/v1/${path}`)
const euro = (amount: number, locale = "en") => display(amount, "EUR", locale).replaceAll(/\s/g, " ")

test("an invoice names seller, payer, lines, taxes and sums, and later requests get the same bytes", async () => {
  const { api, contact, bill, get: read } = await tenant()
  await api.post("/v1/settings/update", { documents: seller })
  const intent = await bill([
    { name: "Course", description: "B2", amount: 11_900, tax: vat },
    { name: "Book", amount: 1_070, tax: { rate: "7" } },
  ])
  const path = `payment-intents/${intent.number}/document`
  const { status, headers, bytes } = await read(path)
  assert.deepEqual([status, headers.get("content-type"), headers.get("content-language")], [200, "application/pdf", "en"])
  assert.equal(headers.get("content-disposition"), `inline; filename="invoice-${intent.number}.pdf"`)
  const text = await pdfText(bytes)
  const amounts = [11_900, 1_070, intent.amount, ...intent.taxes.flatMap(({ net, amount }: Any) => [net, amount])]
  for (const expected of [
    ...amounts.map(amount => euro(amount)),
    "Course",
    "B2",
    "19%",
    "7%",
    contact.email,
    intent.number,
    seller.legalName,
  ])
    assert.ok(text.includes(expected), `${expected} in ${text}`)
  const net = intent.amount - intent.taxes.reduce((sum: number, tax: Any) => sum + tax.amount, 0)
  assert.ok(text.includes(`Total excluding tax ${euro(net)}`), text)
  assert.match(text, /Page 1 of 1/)
  const again = await inParallel(8, () => read(path))
  for (const each of again) assert.ok(each.bytes.equals(bytes))
})

test("an object that changes gets a new document, in each language", async () => {
  const { bill, pay, get: read } = await tenant()
  const intent = await bill()
  const path = `payment-intents/${intent._id}/document`
  const [before, inSpanish] = [await read(path), await read(`${path}?lang=es`)]
  assert.match(await pdfText(inSpanish.bytes), /Factura .* Impuesto del 19/)
  assert.match(await pdfText((await read(`${path}?lang=pt-BR`)).bytes), /Fatura /)
  const inGerman = await pdfText((await read(`${path}?lang=de`)).bytes)
  assert.match(inGerman, /Rechnung .* Fällig am .* Steuer 19\s% auf 100,00\s€ .* Seite 1 von 1/)
  const inFrench = await pdfText((await read(`${path}?lang=fr`)).bytes)
  assert.match(inFrench, /Facture .* Date d’échéance .* Taxe de 19\s% sur 100,00\s€ .* Page 1 sur 1/)
  assert.doesNotMatch(inGerman + inFrench, /□/)
  await pay(intent, 4_000)
  const after = await read(path)
  assert.ok(!after.bytes.equals(before.bytes))
  assert.ok((await pdfText(after.bytes)).includes(`Amount due ${euro(7_900)}`))
  assert.ok((await read(path)).bytes.equals(after.bytes))
  assert.ok(!(await read(`${path}?lang=es`)).bytes.equals(inSpanish.bytes))
})

test("receipts show payments, credit notes show refunds with tax, and a refusal says when there will be one", async () => {
  const { bill, pay, refund, get: read } = await tenant()
  const intent = await bill()
  const unpaid = await read(`payment-intents/${intent._id}/document?kind=receipt`)
  assert.deepEqual([unpaid.status, unpaid.code], [409, "DOC-2001"])
  const paid = await pay(intent)
  for (const path of [`payment-intents/${intent._id}/document?kind=receipt`, `transactions/${paid._id}/document`]) {
    const text = await pdfText((await read(path)).bytes)
    assert.ok(text.includes("Receipt") && text.includes(euro(11_900)) && text.includes("Cash"), text)
  }
  const refunded = await refund(paid, { amount: 5_950 })
  const note = await pdfText((await read(`refund-intents/${refunded._id}/document`)).bytes)
  assert.equal(refunded.taxes, 950)
  for (const expected of ["Credit note", intent.number, `Total given back ${euro(5_950)}`, `Total excluding tax ${euro(5_000)}`, euro(950)])
    assert.ok(note.includes(expected), `${expected} in ${note}`)
  assert.equal((await read(`transactions/${refunded.refundTransaction}/document`)).code, "DOC-2001")
})

test("numbers documents without gaps, uses up no number when one fails, and never draws a numbered one again", async () => {
  const { api, bill, pay, refund, get: read } = await tenant()
  assert.equal((await api.post("/v1/settings/update", { documents: { numbered: ["invoice"] } })).body.error.code, "VAL-1003")
  await numberKinds(api, "invoice", "credit-note")
  const count = isShort ? 8 : 20
  const intents = await Promise.all(Array.from({ length: count }, () => bill()))
  const canceled = await bill()
  await api.post(`/v1/payment-intents/${canceled._id}/cancel`)
  const answers = await inParallel(2 * count + 1, i => {
    const { _id } = i === 2 * count ? canceled : intents[i % count]! // each is asked for twice at once
    const path = `payment-intents/${_id}/document`
    // A number is given while its document is drawn, so on a busy machine the last of so many is told to come again.
    return until(async () => [await read(path)].find(({ status }) => status !== 503), "the document is answered")
  })
  assert.equal(answers[2 * count]!.code, "DOC-2001")
  const names = answers.slice(0, 2 * count).map(({ headers }) => headers.get("content-disposition")!)
  const numbers = [...new Set(names.map(name => /INV-\d{4}-\d{6}/.exec(name)![0]))].toSorted()
  assert.deepEqual(
    numbers,
    Array.from({ length: count }, (_, i) => `INV-${year}-${String(i + 1).padStart(6, "0")}`),
  )
  for (let i = 0; i < count; i++) assert.ok(answers[i]!.bytes.equals(answers[i + count]!.bytes))
  const first = intents[0]!
  const number = /INV-\d{4}-\d{6}/.exec(names[0]!)![0]
  assert.ok((await pdfText(answers[0]!.bytes)).includes(number))
  const paid = await pay(first)
  assert.ok((await read(`payment-intents/${first._id}/document?lang=es`)).bytes.equals(answers[0]!.bytes))
  const refunded = await refund(paid)
  const note = await pdfText((await read(`refund-intents/${refunded._id}/document`)).bytes)
  assert.ok(note.includes(`CN-${year}-000001`) && note.includes(number), note)
  const timeline = (await api.get(`/v1/audit-log?object=${first._id}`)).body.data as Any[]
  assert.ok(timeline.some(({ action, after }) => action === "documents.create" && after.number === number))
})

test("a numbered invoice of a payment intent that is canceled is taken back by a credit note, and stays readable", async () => {
  const { api, bill, get: read } = await tenant()
  await numberKinds(api, "invoice", "credit-note")
  const intent = await bill()
  const path = `payment-intents/${intent._id}/document`
  assert.equal((await read(`${path}?kind=credit-note`)).code, "DOC-2001")
  const invoice = await read(path)
  await api.post(`/v1/payment-intents/${intent._id}/cancel`)
  assert.ok((await read(path)).bytes.equals(invoice.bytes))
  const note = await pdfText((await read(`${path}?kind=credit-note`)).bytes)
  assert.ok(note.includes(`INV-${year}-000001`) && note.includes(`CN-${year}-000001`), note)
  const change = server.sql("update documents set content = '\\x00' where number is not null and tenant_id = $1", [api.keys.tenantId])
  await assert.rejects(change, /never changes/)
})

test("payouts have an advice with the shares that they pay, and statements are PDFs for Accept: application/pdf", async () => {
  const api = await server.otherTenant()
  const { bodyFor, dueSplit, newPayout, act } = await payoutFixtures(api)
  const { partner, intent, split, account } = await dueSplit(1_000)
  const payout = await newPayout(bodyFor({ partner, split, account }, { method: "manual" }))
  await act(payout, "confirm", { reference: "wire 1" })
  const advice = await pdfText((await get(api, `payouts/${payout._id}/document`)).bytes)
  for (const expected of ["Payout advice", payout.number, intent.number, partner.name, display(1_000, "BRL").replaceAll(/\s/g, " ")])
    assert.ok(advice.includes(expected), `${expected} in ${advice}`)
  const path = `partnerships/${partner._id}/statement`
  const statement = await get(api, path, "application/pdf")
  assert.equal(statement.headers.get("content-type"), "application/pdf")
  const text = await pdfText(statement.bytes)
  for (const expected of ["Statement of account", partner.code, intent.number, payout.number]) assert.ok(text.includes(expected), text)
  assert.ok((await get(api, path, "application/pdf")).bytes.equals(statement.bytes))
  await dueSplit(700, partner)
  assert.ok(!(await get(api, path, "application/pdf")).bytes.equals(statement.bytes))
  assert.match((await get(api, path)).headers.get("content-type")!, /json/)
})

test("needs the permission of the object, and another tenant gets the same 404", async () => {
  const { api, bill } = await tenant()
  const intent = await bill()
  const other = await server.otherTenant()
  for (const path of [`payment-intents/${intent._id}`, `payment-intents/${"0".repeat(24)}`])
    assert.deepEqual([(await get(other, `${path}/document`)).status, (await get(other, `${path}/document`)).code], [404, "GEN-1004"])
  const { key } = (await api.create("/v1/dev/api-keys/create", { name: "approver", role: "developer" })).body.data
  const refused = await get({ keys: { ...api.keys, apiKey: key } }, `refund-intents/${intent._id}/document`)
  assert.ok(["PRM-1001", "GEN-1004"].includes(refused.code!))
  assert.equal((await get(api, `payment-intents/${intent._id}/document?kind=advice`)).code, "VAL-1003")
  assert.equal((await get(api, `payment-intents/${intent._id}/document?language=en`)).code, "VAL-1004")
})

test("shows names of any length and script, and notes that the font lacks a character", async () => {
  const { api, get: read } = await tenant()
  const names = ["x".repeat(200), "漢字 かな", "אבגד", "محمد", "Ελένη Жанна Łukasz", "e\u0301\u202e", "👩‍👩‍👧"]
  for (const firstName of names) {
    const contact = (await api.create("/v1/contacts/create", newContact({ profile: { firstName } }))).body.data
    const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
    const { status, bytes } = await read(`payment-intents/${intent._id}/document`)
    assert.equal(status, 200, firstName)
    const text = await pdfText(bytes)
    const isWhole = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{Cf}\s]+$/u.test(firstName)
    assert.equal(text.includes("□"), !isWhole, text)
    if (firstName.startsWith("Ελένη")) assert.ok(text.includes(firstName), text)
  }
})

test("repeats heads and numbers the pages of a plan with 200 lines", async () => {
  const { bill, get: read } = await tenant()
  const items = Array.from({ length: 200 }, (_, i) => ({ name: `Line ${i + 1}`, amount: 100 + i, ...(i % 3 && { tax: vat }) }))
  const intent = await bill(items)
  const pages = await pdfPages((await read(`payment-intents/${intent._id}/document`)).bytes)
  assert.ok(pages.length > 3)
  for (const [i, page] of pages.entries()) {
    assert.ok(page.includes(`Page ${i + 1} of ${pages.length}`))
    if (i < pages.length - 1) assert.ok(page.includes("Description") && page.includes("Amount"))
  }
  const all = pages.join(" ")
  for (const { name, amount } of items) assert.ok(all.includes(`${name} `) && all.includes(euro(amount)), name)
  assert.ok(all.includes(`Total ${euro(intent.amount)}`))
})

test("a payment link opens the invoice, and the receipt after a payment; a wrong link opens nothing", async () => {
  const { bill, pay } = await tenant()
  const intent = await bill()
  const open = (link: string) =>
    fetchDocument(server.baseUrl, { headers: { "accept-language": "es" } }, `${new URL(link).pathname}/document`)
  assert.match(await (await fetch(intent.links.long)).text(), /\/document">Invoice as PDF</)
  assert.match(await pdfText((await open(intent.links.long)).bytes), /^Other Factura/)
  await pay(intent)
  assert.match(await pdfText((await open(intent.links.long)).bytes), /^Other Recibo/)
  assert.match(await (await fetch(intent.links.long)).text(), /\/document">Receipt as PDF</)
  const wrong = await open(intent.links.long.replace(/.$/, (last: string) => (last === "a" ? "b" : "a")))
  assert.deepEqual([wrong.status, wrong.headers.get("content-type")], [404, "text/html; charset=utf-8"])
})

test("erasing a contact deletes documents without a number, and keeps numbered ones as they were issued", async () => {
  const { api, contact, bill, pay, get: read } = await tenant()
  const intent = await bill()
  const paid = await pay(intent)
  const receipt = `transactions/${paid._id}/document`
  const before = await read(receipt)
  await numberKinds(api, "invoice")
  const invoice = await read(`payment-intents/${intent._id}/document`)
  const erased = await api.post(`/v1/contacts/${contact._id}/erase`)
  assert.equal(erased.status, 200, erased.text)
  const after = await pdfText((await read(receipt)).bytes)
  assert.ok((await pdfText(before.bytes)).includes(contact.email) && !after.includes(contact.email), after)
  assert.ok((await read(`payment-intents/${intent._id}/document`)).bytes.equals(invoice.bytes))
})
