// The weekly summary: on Monday at eight by the tenant's clock and zone, once for each person, and not for those who switched it off.
import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { invite, signedIn } from "../../../test/people.ts"
import { rowsOf, waitingInWords, weekBefore } from "./rules.ts"
import { sendSummaries } from "./send.ts"
import { summaryWords } from "./words.ts"

const server = await startTestServer()
const { api, sql, keys } = server
const zone = "America/Sao_Paulo" // three hours behind UTC, without daylight saving
await api.post("/v1/settings/update", { timezone: zone })
const [approver, viewer, silent] = await Promise.all(["approver", "viewer", "viewer"].map(role => invite(server, role)))
const contact = (await api.create("/v1/contacts/create", newContact())).body.data

const now = async () => Date.parse((await api.get("/v1/settings")).body.data.now)
/** The Monday after the tenant's time, and a Wednesday before it, in its zone. */
async function nextMonday(): Promise<number> {
  const local = new Date((await now()) - 3 * 3_600_000)
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + 1)
  const days = (8 - new Date(midnight).getUTCDay()) % 7
  return midnight + days * 86_400_000 + 3 * 3_600_000
}
const moveTo = async (at: number) => {
  const { status, text } = await api.post("/v1/simulations/clock", { to: new Date(at).toISOString() })
  assert.equal(status, 200, text)
}
const pay = async (amount: number) => {
  const intent = newIntent(contact._id, {
    items: [{ name: "Course", amount }],
    dueAt: new Date((await now()) + 90 * 86_400_000).toISOString(),
  })
  const { _id } = (await api.create("/v1/payment-intents/create", intent)).body.data
  const paid = await api.create("/v1/transactions/create", { paymentIntent: _id, amount, method: "cash" })
  assert.equal(paid.status, 201, paid.text)
}
const send = () =>
  sendSummaries(error => {
    throw error
  })
const summariesOf = async ({ email }: { email: string }): Promise<Any[]> =>
  (await api.get(`/v1/dev/mails?kind=weekly-summary&recipient=${encodeURIComponent(email)}`)).body.data

test("is mailed on Monday at eight in the tenant's zone, once for each person, with what waits for them", async () => {
  await signedIn(server, silent!).then(page =>
    page.post("/v1/notices/choices/update", { choices: [{ kind: "weekly-summary", mail: false, page: true }] }),
  )
  const monday = (await nextMonday()) + 7 * 86_400_000
  await moveTo(monday - 5 * 86_400_000)
  await pay(5000)
  await pay(7000)
  await moveTo(monday - 3_600_000)
  await (await approvalFixtures(server)).held({ approvers: [approver!._id] })
  await moveTo(monday + 7.9 * 3_600_000)
  assert.equal(await send(), 0, "before eight")
  await moveTo(monday + 8.1 * 3_600_000)
  await Promise.all([1, 2, 3].map(() => sendSummaries(() => undefined)))
  await send()
  const [[mine], [theirs]] = await Promise.all([summariesOf(approver!), summariesOf(viewer!)])
  assert.match(mine.text, /Received: R\$\s?120\.00 in 2 payments/)
  assert.match(mine.text, /1 approval waits for you/)
  assert.match(theirs.text, /No approval waits for you/)
  assert.match(theirs.html, /\/notifications\/settings\?off=weekly-summary/)
  for (const person of [approver!, viewer!, { email: keys.email }]) assert.equal((await summariesOf(person)).length, 1, person.email)
  assert.deepEqual(await summariesOf(silent!), [])
  assert.equal((await sql("select mails from weekly_summaries where tenant_id = $1", [keys.tenantId])).length, 1)
})

test("a week in which nothing happened is no mail, and money of the new week waits for the next summary", async () => {
  const monday = await nextMonday()
  await moveTo(monday + 9 * 3_600_000) // the approval has expired since then
  await pay(900)
  await send()
  assert.equal((await summariesOf(viewer!)).length, 1)
  const [mark] = await sql("select mails from weekly_summaries where tenant_id = $1 order by week desc limit 1", [keys.tenantId])
  assert.equal(mark.mails, 0)
  await moveTo(monday + 7 * 86_400_000 + 60 * 3_600_000)
  assert.equal(await send(), 0, "two days after Monday at eight it is too late")
})

test("a tenant that began this week has no last week", async () => {
  const other = await server.otherTenant()
  await send()
  assert.deepEqual(await sql("select 1 from weekly_summaries where tenant_id = $1", [other.keys.tenantId]), [])
})

test("says how much of each currency moved and what is late", () => {
  const money = (amount: number, currency: string) => `${currency} ${amount / 100}`
  const english = { words: summaryWords.en, money, number: (n: number) => n.toLocaleString("en") }
  const flow = (kind: "received" | "refunded" | "paidOut", currency: string, count: number) => ({
    kind,
    currency,
    count,
    amount: 100 * count,
  })
  assert.deepEqual(
    rowsOf(
      [flow("paidOut", "BRL", 2), flow("received", "EUR", 1), flow("received", "BRL", 1000), flow("refunded", "BRL", 1)],
      [
        { currency: "BRL", late: 500, lateCount: 2 },
        { currency: "EUR", late: 0, lateCount: 0 },
      ],
      english,
    ),
    [
      ["Received", "BRL 1000 in 1,000 payments"],
      ["Received", "EUR 1 in 1 payment"],
      ["Refunded", "BRL 1 in 1 refund"],
      ["Paid out", "BRL 2 in 2 payouts"],
      ["Late now", "BRL 5 of 2 payments"],
    ],
  )
  assert.deepEqual(weekBefore("2026-03-02"), { from: "2026-02-23", until: "2026-03-02", last: "2026-03-01" })
  const waiting = [0, 1, 2].map(n => waitingInWords(n, english))
  assert.deepEqual(waiting, [
    "No approval waits for you.",
    "1 approval waits for you. Its money has not moved.",
    "2 approvals wait for you. Their money has not moved.",
  ])
})
