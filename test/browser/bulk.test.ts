// Actions on several rows of a list at once: their preview, their results, and what a reload leaves.
import assert from "node:assert/strict"
import { test } from "node:test"
import { assertAccessible, assertAccessibleOnTwoScreens } from "../chromium.ts"
import { startTestServer, until } from "../harness.ts"
import { bar, boxOf, dialog, paymentsPage } from "../payments-page.ts"

const server = await startTestServer()
const { api } = server
const { openPayments, pay } = await paymentsPage(server)
const statusOf = async ({ _id }: { _id: string }) => (await api.get(`/v1/payment-intents/${_id}`)).body.data.status

test("an action on several rows says what is possible, and tries what failed again under the same key", async () => {
  const [first, second, paid] = [await pay(500), await pay(600), await pay(700)]
  const transaction = { paymentIntent: paid._id, amount: 700, currency: "BRL", method: "cash", status: "succeeded" }
  assert.equal((await api.create("/v1/transactions/create", transaction)).status, 201)
  const { page, problems } = await openPayments()
  for (const payment of [first, second, paid]) await boxOf(page, payment).check()
  await bar(page)
    .getByRole("button", { name: "More…" })
    .or(bar(page).getByRole("button", { name: "Cancel…" }))
    .first()
    .waitFor()
  await bar(page).getByRole("button", { name: "Cancel…" }).click()
  await dialog(page).getByText("Left out: This payment is paid").waitFor()
  assert.equal(await dialog(page).getByText("Possible").count(), 2)
  await assertAccessibleOnTwoScreens(page, "the preview of an action on several rows")
  await page.setViewportSize({ width: 1280, height: 900 })
  const used: string[] = []
  let isBroken = true
  await page.route("**/v1/payment-intents/*/cancel", async route => {
    const key = route.request().headers()["idempotency-key"]!
    used.push(`${route.request().url().split("/").at(-2)} ${key}`)
    if (isBroken && route.request().url().includes(second._id))
      await route.fulfill({ status: 500, contentType: "application/json", body: "{}" })
    else await route.continue()
  })
  await dialog(page).getByRole("button", { name: "Cancel 2 payments: R$11.00" }).click()
  await dialog(page).getByText("1 of 2 done").waitFor()
  isBroken = false
  await dialog(page)
    .getByRole("button", { name: /again|Go on/ })
    .click()
  await dialog(page).getByText("2 of 2 done").waitFor()
  assert.deepEqual([await statusOf(first), await statusOf(second), await statusOf(paid)], ["canceled", "canceled", "paid-full"])
  assert.equal(used.length, 3)
  assert.equal(new Set(used).size, 2, "the repeat has the key of the first attempt")
  await dialog(page).getByRole("button", { name: "Done" }).click()
  await bar(page).waitFor({ state: "detached" })
  assert.deepEqual(
    problems.filter(problem => !problem.includes("500")),
    [],
  )
})

test("after a reload in the middle the list says what was done, and goes on under the same keys", async () => {
  const many = await Promise.all(Array.from({ length: 7 }, (_, i) => pay(100 + i)))
  const { page } = await openPayments()
  for (const payment of many) await boxOf(page, payment).check()
  const used: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route("**/v1/payment-intents/*/cancel", async route => {
    used.push(route.request().headers()["idempotency-key"]!)
    if (used.length > 2) await promise // the third and all after it are still under way
    await route.continue().catch(() => undefined)
  })
  await bar(page).getByRole("button", { name: "Cancel…" }).click()
  await dialog(page)
    .getByRole("button", { name: /^Cancel 7 payments/ })
    .click()
  await dialog(page).getByText("2 of 7 done").waitFor()
  await until(async () => used.length === 6, "four requests run at the same time, and no more")
  await page.reload()
  resolve()
  await page.getByText("Cancel 7 payments: 2 of 7 done").waitFor()
  await assertAccessible(page, "a run that was interrupted")
  await page.getByRole("button", { name: "See what was done" }).click()
  await dialog(page).getByRole("button", { name: "Go on with 5" }).click()
  await dialog(page).getByText("7 of 7 done").waitFor()
  assert.deepEqual(new Set(await Promise.all(many.map(statusOf))), new Set(["canceled"]))
  assert.equal(new Set(used).size, 7, "each object has one key")
  await dialog(page).getByRole("button", { name: "Done" }).click()
  assert.equal(await page.getByText("of 7 done").count(), 0)
})

test("a run is stopped between two requests", async () => {
  const many = await Promise.all(Array.from({ length: 8 }, (_, i) => pay(200 + i)))
  const { page } = await openPayments()
  for (const payment of many) await boxOf(page, payment).check()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route("**/v1/payment-intents/*/cancel", async route => {
    await promise
    await route.continue()
  })
  await bar(page).getByRole("button", { name: "Cancel…" }).click()
  await dialog(page)
    .getByRole("button", { name: /^Cancel 8 payments/ })
    .click()
  await dialog(page).getByRole("button", { name: "Stop" }).click()
  resolve()
  await dialog(page).getByText("4 of 8 done").waitFor()
  await dialog(page).getByText("Not sent").first().waitFor()
  await dialog(page).getByRole("button", { name: "Close", exact: true }).last().click()
  await page.getByText("4 of 8 done").waitFor()
  await page.getByRole("button", { name: "Dismiss" }).first().click()
  assert.equal((await Promise.all(many.map(statusOf))).filter(status => status === "canceled").length, 4)
})
