import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, inDays, inParallel, startTestServer, uniqueEmail, until } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { portalOf } from "../../../test/portal.ts"
import { openPage, payerOf, signByPage, submit } from "../../../test/payer.ts"

const server = await startTestServer()
const { api, sql } = server
const { bill, chargesOf } = payerOf(server)
const portal = portalOf(server, "/portal")
const euros = (amount = 12_300) => bill(amount, { currency: "EUR" })
const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
const mandatesOf = async ({ contact }: Any): Promise<Any[]> => (await api.get(`/v1/authorizations?contact=${contact}`)).body.data
const statusOf = async ({ _id }: Any): Promise<string> => (await api.get(`/v1/payment-intents/${_id}`)).body.data.status
const isPaid = (intent: Any) => until(async () => (await statusOf(intent)) === "paid-full", "the mandate is charged")

test("a payer signs a mandate on the page; once the bank accepts it, the payment is charged once and the page is the receipt", async () => {
  const intent = await euros()
  const { key, html } = await openPage(intent)
  assert.match(
    html,
    /By signing this mandate you authorize Escola Azul .* by SEPA direct debit.*8 weeks.*No debit is higher than €123\.00/s,
  )
  const sent = await inParallel(4, () => signByPage(intent, { key }))
  sent.push(await signByPage(intent, { key }))
  assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([303]))
  const waiting = await openPage(intent)
  assert.match(
    waiting.html,
    /Your bank is checking the mandate.*€123\.00 is debited from the account •••• 3000.*will not be charged twice/s,
  )
  assert.equal(waiting.key, "", "nothing can be paid meanwhile")
  const [mandate, ...others] = await mandatesOf(intent)
  assert.deepEqual([mandate!.status, mandate!.scheme, mandate!.maxAmount, others.length], ["pending", "sepa", 12_300, 0])
  await advance("PT2M")
  await isPaid(intent)
  await advance("PT1H")
  const charges = await chargesOf(intent)
  assert.deepEqual(
    charges.map(({ status, amount, method, authorization }) => [status, amount, method, authorization]),
    [["succeeded", 12_300, "direct-debit", mandate!._id]],
  )
  assert.match((await openPage(intent)).html, /Paid in full.*Direct debit, €123\.00/s)
  const [signature] = await sql("select * from mandate_signatures where authorization_id = $1", [mandate!._id])
  assert.deepEqual([signature.signed_by, signature.channel, Number(signature.amount)], ["Ana Souza", "page", 12_300])
  assert.match(signature.text, /^By signing this mandate you authorize Escola Azul/)
  const entries = (await api.get(`/v1/audit-log?object=${mandate!._id}`)).body.data
  assert.equal(entries.at(-1).origin.channel, "page")
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})

/** Pays an intent by a signed mandate, and returns it with the form's value that debits by the mandate again. */
async function paidByMandate() {
  const first = await euros()
  await signByPage(first, await openPage(first))
  await advance("PT2M")
  await isPaid(first)
  const [mandate] = await mandatesOf(first)
  return { first, way: `simulator direct-debit 1 ${mandate!._id}` }
}
const signIn = async ({ contact }: Any) => portal.signIn(api, (await api.get(`/v1/contacts/${contact}`)).body.data.email)

test("offers a signed mandate for the same payer's next payment, debits it at once, and never offers another payer's", async () => {
  const { first, way } = await paidByMandate()
  const cookie = await signIn(first)
  const next = await bill(5000, { currency: "EUR", contact: first.contact })
  const { html, key } = await openPage(next, "en", cookie)
  assert.match(html, /From your account •••• 3000/)
  await submit(next, { key, way }, cookie)
  assert.equal(await statusOf(next), "paid-full")
  const larger = await bill(50_000, { currency: "EUR", contact: first.contact })
  assert.doesNotMatch((await openPage(larger, "en", cookie)).html, /From your account ••••/, "it is more than was signed for")
  const stranger = await euros()
  const theirs = await signIn(stranger)
  assert.doesNotMatch((await openPage(stranger, "en", theirs)).html, /From your account ••••/)
  assert.equal((await submit(stranger, { key: (await openPage(stranger)).key, way }, theirs)).status, 403)
  assert.deepEqual(await chargesOf(stranger), [])
})

test("refuses a debit by mandate with the payment link alone, because the agent that made the link may have it", async () => {
  const { first, way } = await paidByMandate()
  const next = await bill(5000, { currency: "EUR", contact: first.contact })
  const others = [await signIn(await euros()), (await signIn(first)).replace(/.$/, last => (last === "A" ? "B" : "A"))]
  for (const cookie of ["", ...others]) {
    const { html, key } = await openPage(next, "en", cookie)
    assert.doesNotMatch(html, /From your account ••••/)
    assert.match(html, /<a href="\/portal">Signed a mandate before\? Sign in/)
    assert.equal((await submit(next, { key, way }, cookie)).status, 403)
  }
  assert.deepEqual([await statusOf(next), await chargesOf(next)], ["due", []])
})

test("refuses a debit by mandate from a form of another site, even with the payer's cookie; our page sends its origin", async () => {
  const { first, way } = await paidByMandate()
  const cookie = await signIn(first)
  const next = await bill(5000, { currency: "EUR", contact: first.contact })
  const { key } = await openPage(next) // anybody who has the link gets a form
  for (const origin of ["https://elsewhere.example.com", "null"])
    assert.equal((await submit(next, { key, way }, cookie, origin)).status, 403)
  assert.deepEqual([await statusOf(next), await chargesOf(next)], ["due", []])
  const policies = await Promise.all([cookie, ""].map(async each => (await fetch(next.links.long, { headers: { cookie: each } })).headers))
  assert.deepEqual(
    policies.map(headers => headers.get("referrer-policy")),
    ["same-origin", "no-referrer"],
  )
  assert.equal((await submit(next, { key, way }, cookie)).status, 303)
  assert.equal(await statusOf(next), "paid-full")
})

test("refuses a debit by an earlier mandate after the contact's e-mail changed, and allows one by a mandate signed since", async () => {
  const { first, way } = await paidByMandate()
  await api.post(`/v1/contacts/${first.contact}/update`, { email: uniqueEmail("mallory") })
  const cookie = await signIn(first)
  const next = await bill(5000, { currency: "EUR", contact: first.contact })
  const { html, key } = await openPage(next, "en", cookie)
  assert.doesNotMatch(html, /From your account ••••/)
  assert.equal((await submit(next, { key, way }, cookie)).status, 403)
  assert.deepEqual([await statusOf(next), await chargesOf(next)], ["due", []])
  await signByPage(next, { ...(await openPage(next)), iban: "NL91ABNA0417164300" })
  await advance("PT2M")
  await isPaid(next)
  const last = await bill(5000, { currency: "EUR", contact: first.contact })
  const offered = (await openPage(last, "en", cookie)).html
  assert.match(offered, /From your account •••• 4300/)
  assert.doesNotMatch(offered, /From your account •••• 3000/)
})

test("says on the page that nothing was taken when the bank refuses the mandate, and offers other ways to pay", async () => {
  const intent = await euros()
  await signByPage(intent, { ...(await openPage(intent)), holder: "Fail Mandate" })
  await advance("PT2M")
  await until(async () => (await mandatesOf(intent))[0]!.status === "failed", "the bank has refused")
  const { html, key } = await openPage(intent)
  assert.match(html, /Your bank did not accept the mandate.*Nothing was taken/s)
  await submit(intent, { key })
  assert.equal(await statusOf(intent), "paid-full")
})

test("a debit that the bank declines leaves the payment due, and is not tried again", async () => {
  const intent = await euros()
  await signByPage(intent, { ...(await openPage(intent)), holder: "Decline Debit" })
  await advance("PT2M")
  await until(async () => (await chargesOf(intent))[0]?.status === "failed", "the bank has declined")
  await advance("P1D")
  assert.equal((await chargesOf(intent)).length, 1)
  assert.match((await openPage(intent)).html, /Your last attempt was declined.*Nothing was taken/s)
})

test("charges only what is left when the payer pays another way while the bank checks the mandate", async () => {
  const [paid, partly] = [await euros(), await euros()]
  const card = (await openPage(paid)).key // a tab that was open before
  for (const intent of [paid, partly]) await signByPage(intent, await openPage(intent))
  assert.equal((await submit(paid, { key: card })).status, 303)
  await api.create("/v1/transactions/create", { paymentIntent: partly._id, amount: 2300, method: "cash" })
  await advance("PT2M")
  await isPaid(partly)
  await advance("PT1H")
  assert.deepEqual(
    (await chargesOf(paid)).map(({ method }) => method),
    ["card"],
  )
  assert.deepEqual(new Set((await chargesOf(partly)).map(({ amount }) => amount)), new Set([2300, 10_000]))
})

test("two pages of one payment sign one mandate, also of a plan and its installment", async () => {
  // With one IBAN, the bank account itself would prevent a second mandate.
  const ibans = ["DE89370400440532013000", "NL91ABNA0417164300", "FR1420041010050500013M02606"]
  for (let round = 0; round < faultRounds(5); round++) {
    const intent = await euros()
    const pages = await Promise.all(ibans.map(async iban => ({ ...(await openPage(intent)), iban })))
    await Promise.all(pages.map(page => signByPage(intent, page)))
    assert.equal((await mandatesOf(intent)).length, 1)
  }
  const schedule = [30, 60].map(days => ({ dueAt: inDays(days), amount: 5000 }))
  const plan = await bill(10_000, { currency: "EUR", intentType: "payment-plan", schedule })
  const installment = (await api.get(`/v1/payment-intents/${plan.installments[0]}`)).body.data
  assert.equal((await signByPage(installment, await openPage(installment))).status, 303)
  const body = signed(plan)
  const refused = await api.create("/v1/authorizations/sign", body)
  assert.deepEqual([refused.status, refused.body.error.code], [409, "AUZ-2006"])
})

const signed = (intent: Any) => ({
  paymentIntent: intent._id,
  scheme: "sepa",
  holder: "Ana Souza",
  iban: "DE89370400440532013000",
  signedBy: "Ana Souza",
  text: "I authorize the debit.",
})

test("signs nothing with a wrong account number, without a name or agreement, and keeps what the payer wrote", async () => {
  const intent = await euros()
  const { key } = await openPage(intent)
  const wrong = [
    [{ iban: "DE88370400440532013000" }, /did not recognize that account number/],
    [{ iban: "nonsense" }, /did not recognize that account number/],
    [{ signedBy: " " }, /was not signed/],
    [{ agree: "" }, /was not signed/],
  ] as const
  for (const [fields, words] of wrong) {
    const response = await signByPage(intent, { key, ...fields })
    const html = await response.text()
    assert.equal(response.status, 400)
    assert.match(html, words)
    assert.match(html, /value="debit"[^>]*checked/, "the form that was sent is the one that is shown")
    assert.match(html, /name="holder" value="Ana Souza"/)
  }
  assert.deepEqual(await mandatesOf(intent), [])
  assert.equal((await signByPage(intent, { key })).status, 303, "the same form signs once it is right")
})

test("other currencies have their own schemes, or none", async () => {
  for (const [currency, account] of [
    ["GBP", { routing: "08-99-99", accountNumber: "66374958" }],
    ["AUD", { routing: "062-000", accountNumber: "12345678" }],
    ["USD", { routing: "110000000", accountNumber: "000123456789" }],
    ["BRL", { routing: "341-2545", accountNumber: "02366-1" }],
  ] as const) {
    const intent = await bill(7000, { currency })
    assert.equal((await signByPage(intent, { ...(await openPage(intent)), ...account })).status, 303, currency)
    assert.equal((await mandatesOf(intent))[0]!.status, "pending")
  }
  assert.doesNotMatch((await openPage(await bill(7000, { currency: "JPY" }))).html, /Direct debit/)
})

test("a policy holds a mandate that a key signs for a payer, but not one that a payer signs on the page", async () => {
  const { policy } = await approvalFixtures(server)
  await policy(12_300, { entityType: "authorization" })
  const [byPayer, byKey] = [await euros(), await euros()]
  await signByPage(byPayer, await openPage(byPayer))
  assert.equal((await mandatesOf(byPayer))[0]!.status, "pending")
  const { body } = await api.create("/v1/authorizations/sign", signed(byKey))
  assert.deepEqual([body.data.status, body.data.approval.required], ["pending-approval", true])
})

test("signing over REST needs a key, a payment that is due and an account in its currency", async () => {
  const intent = await euros()
  const body = signed(intent)
  assert.equal((await api.post("/v1/authorizations/sign", body)).body.error.code, "IDM-1004")
  assert.equal((await api.create("/v1/authorizations/sign", { ...body, scheme: "ach" })).body.error.code, "AUZ-1001")
  assert.equal((await api.create("/v1/authorizations/sign", { ...body, amount: 12_301 })).body.error.code, "TRX-2001")
  assert.equal((await api.create("/v1/authorizations/sign", { ...body, iban: undefined })).body.error.code, "VAL-1003")
  assert.equal((await (await server.withRole("viewer")).create("/v1/authorizations/sign", body)).status, 403)
  assert.deepEqual(await mandatesOf(intent), [])
})
