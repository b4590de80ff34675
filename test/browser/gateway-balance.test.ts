// What a provider holds beside what the ledger says, in a real browser.
import assert from "node:assert/strict"
import { test } from "node:test"
import { dayMs } from "../../src/kit/pure/calendar.ts"
import { reconciliationSweep } from "../../src/money/gateway-connections/reconcile.ts"
import { assertAccessible, assertAccessibleOnTwoScreens, startBrowser, visit } from "../chromium.ts"
import { startTestServer } from "../harness.ts"
import { addProviders, fakeProvider, unreachable } from "../providers.ts"

const { api, baseUrl, keys } = await startTestServer()
const { provider, state } = fakeProvider()
addProviders(provider)
const account = { gateway: "fakepay", name: "Fakepay Brasil", credentials: { key: "test_azul4242" } }
const { _id } = (await api.create("/v1/gateway-connections/create", account)).body.data
const { openAs } = await startBrowser(baseUrl)
const { page, problems } = await openAs({ email: keys.email, password: keys.password! }, "/account")
const balance = page.getByRole("region", { name: "Balance" })

test("compares what the provider holds with the ledger, by day, and says what to do about a difference", async () => {
  const at = new Date(Date.now() - dayMs)
  state.held = [
    { currency: "BRL", available: 900, pending: 100 },
    { currency: "EUR", available: 0, pending: 0 },
  ]
  state.movements = [{ id: "m1", type: "other", reference: "adj_1", amount: 1_100, fee: 100, currency: "BRL", at }]
  await visit(page, `/gateway-connections/${_id}`)
  await balance.getByText("Fakepay holds R$10.00 more than your ledger says").waitFor()
  await balance.getByText("No difference").waitFor()
  await balance.getByText(/^Everything that moved at Fakepay on .* is in your books\.$/).waitFor()
  assert.equal(await balance.getByRole("button", { name: "Next day" }).getAttribute("aria-disabled"), "true")
  await balance.getByRole("button", { name: "Previous day" }).click()
  await balance.getByText("adj_1").waitFor()
  assert.equal(await balance.getByLabel("Day of the movements").inputValue(), at.toISOString().slice(0, 10))
  const link = await balance.getByRole("link", { name: "Open at Fakepay" }).getAttribute("href")
  assert.equal(link, "https://fakepay.example.com/payments/adj_1")
  await assertAccessibleOnTwoScreens(page, "a balance that differs")
  await page.setViewportSize({ width: 1280, height: 900 })

  await reconciliationSweep([]).run()
  await visit(page, "/")
  await page.getByRole("link", { name: /1 gateway holds another amount than the ledger says.*Fakepay Brasil: R\$10\.00 more/ }).click()
  await balance.getByRole("button", { name: "Compare again" }).click()
  await balance.getByText(/Compared by itself at .*: the amounts in BRL differed\.$/).waitFor()
  await visit(page, "/gateway-connections")
  await page.getByText("Some gateways hold another amount than your ledger says").waitFor()
})

test("says when the balance can't be compared, and when the provider does not tell it", async () => {
  await visit(page, `/gateway-connections/${_id}`)
  state.before["holds"] = unreachable
  await balance.getByRole("button", { name: "Compare again" }).click()
  await balance.getByText("Fakepay could not be reached").waitFor()
  await balance.getByText("Nothing was compared. No money moved, and your books are unchanged.").waitFor()
  delete state.before["holds"]
  state.held = []
  await balance.getByRole("button", { name: "Compare again" }).click()
  await balance.getByText("Fakepay holds nothing, and the ledger says the same.").waitFor()
  state.isTelling = false
  await balance.getByRole("button", { name: "Compare again" }).click()
  await balance.getByText("Fakepay does not tell what it holds").waitFor()
  await assertAccessible(page, "a balance that the provider does not tell")
  state.isTelling = true
  assert.deepEqual(
    problems.filter(each => !/status of 503/.test(each)),
    [],
  )
})
