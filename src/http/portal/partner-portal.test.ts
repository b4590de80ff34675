import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer, uniqueEmail } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"
import { portalOf } from "../../../test/portal.ts"
import { monthOf, nextMonth } from "../../kit/pure/months.ts"

const server = await startTestServer()
const { api } = server
const portal = portalOf(server, "/partners")
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ")
const { newPartner, dueSplit, newPayout, bodyFor, act, assertLedgerVerifies, advance } = await payoutFixtures(api)

const statementOf = async ({ _id }: Any, month: string): Promise<Any> =>
  (await api.get(`/v1/partnerships/${_id}/statement?month=${month}`)).body.data.byCurrency.BRL

test("a partner sees its shares, its payouts with their states, and statements that add up to the ledger, as page and as CSV", async () => {
  const partner = await newPartner({ email: uniqueEmail("partner"), name: "Casa <Verde>" })
  const first = await dueSplit(1_000, partner)
  const paid = await newPayout(bodyFor(first, { method: "manual" }))
  await act(paid, "confirm", { reference: "wire 1" })
  const month = monthOf(new Date((await api.get("/v1/settings")).body.data.now), "America/Sao_Paulo")
  await advance("P31D")
  const second = await dueSplit(2_345, partner)
  const failed = await newPayout(bodyFor(second, { method: "manual" }))
  await act(failed, "fail", { reason: "The account is closed" })
  const stranger = await dueSplit(777)

  const cookie = await portal.signIn(api, partner.email)
  const { html } = await portal.get("/partners", { cookie })
  assert.ok(html.includes("Casa &#60;Verde&#62;"))
  const text = textOf(html)
  assert.match(text, /Owed to you R\$23\.45 Statement/)
  assert.match(text, new RegExp(`${failed.number} Failed .*The account is closed\\. The money is owed to you again\\. R\\$23\\.45`))
  assert.match(text, new RegExp(`${paid.number} Paid .* R\\$10\\.00`))
  assert.match(text, new RegExp(`Shares ${second.intent.number} Owed to you .* R\\$23\\.45 ${first.intent.number} Paid .* R\\$10\\.00`))
  assert.ok(!html.includes(stranger.intent.number) && !html.includes("7.77"), "nothing of another partner")

  for (const each of [month, nextMonth(month)]) {
    const { opening, closing, lines } = await statementOf(partner, each)
    const page = textOf((await portal.get(`/partners/statement?month=${each}`, { cookie })).html)
    const money = (amount: number) => `R$${(amount / 100).toFixed(2)}`.replace("R$-", "-R$")
    assert.ok(page.includes(`Brought forward ${money(opening)}`) && page.includes(`Owed to you ${money(closing)}`), page)
    for (const { reference, amount, balance } of lines)
      assert.ok(page.includes(`${reference} ${money(amount)} ${money(balance)}`), reference)
    const csv = await portal.get(`/partners/statement.csv?month=${each}`, { cookie })
    assert.equal(csv.headers.get("content-disposition"), `attachment; filename="statement-${each}.csv"`)
    const rest = await api.get(`/v1/partnerships/${partner._id}/statement?month=${each}`, { accept: "text/csv" })
    assert.equal(csv.html, rest.text, "the same bytes as over REST")
  }
  const [before, after] = [await statementOf(partner, month), await statementOf(partner, nextMonth(month))]
  assert.deepEqual([before.closing, after.opening, after.closing], [0, 0, 2_345])
  const { closing } = await statementOf(stranger.partner, nextMonth(month))
  assert.equal(closing + after.closing, (await api.get("/v1/balances")).body.data[0].payable, "together they are what the ledger owes")
  await assertLedgerVerifies()
})

test("a new partner sees empty states and no month before its first, and an invalid month shows the current one", async () => {
  const partner = await newPartner({ email: uniqueEmail("partner") })
  const cookie = await portal.signIn(api, partner.email)
  const text = textOf((await portal.get("/partners", { cookie })).html)
  for (const each of ["Nothing is owed to you right now.", "There are no payouts yet.", "There are no shares yet."])
    assert.ok(text.includes(each), each)
  for (const month of ["", "?month=2026-13", "?month=%3Cb%3E"]) {
    const { status, html } = await portal.get(`/partners/statement${month}`, { cookie })
    assert.deepEqual([status, html.includes("Nothing happened in this month"), /Previous month|Next month/.test(html)], [200, true, false])
  }
  assert.equal((await portal.get("/partners/statement.csv", { cookie })).html, "currency,at,kind,reference,amount,balance\r\n")
  for (const path of ["/partners/statement", "/partners/statement.csv"]) assert.equal((await portal.get(path)).location, "/partners")
  assert.equal((await portal.get(`/partners/statement`, { cookie, language: "pt-BR" })).html.includes("Nada aconteceu neste mês"), true)
})
