// Approvers decide in a real browser: every state of the inbox, the policy editor, and forms whose responses get lost.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { approvalFixtures } from "../approval-fixtures.ts"
import { startTestServer } from "../harness.ts"
import { payoutFixtures } from "../payout-fixtures.ts"
import { invite, signedIn } from "../people.ts"
import { advanceClock } from "../receiver.ts"
import { assertAccessible, choose, phone, startBrowser } from "../chromium.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const { held, ownAmount, pay, approver, decide, requestOf, statusOf } = await approvalFixtures(server)
const { openAs } = await startBrowser(baseUrl)
const owner = { email: keys.email, password: keys.password! }
const [rui, bea] = [await invite(server, "approver"), await invite(server, "finance")]
const amountOf = (amount: number) => `R$${(amount / 100).toFixed(2)}`

const show = async (page: Page, request: string, tab = "open") => {
  await page.goto(`${baseUrl}/approvals?tab=${tab}&id=${request}`)
  await page.getByRole("region", { name: "Request details" }).focus() // the keys that decide work only there
}
const decision = (page: Page) => page.getByRole("group", { name: "Decision" })

test("explains in an empty inbox what will appear there", async () => {
  const { page } = await openAs(rui, "/approvals?tab=nonsense")
  await page.getByText("Nothing waits").waitFor()
  await assertAccessible(page)
})

test("lets approvers of an ordered policy decide in turn, remind others, and see without a reload that it is their turn", async () => {
  const { request, amount } = await held({ strategy: "sequential", approvers: [rui._id, bea._id] })
  const first = await openAs(rui, "/approvals")
  const later = await openAs(bea, "/approvals")
  await later.page.getByText("1 request waits for others.").waitFor()
  await show(later.page, request)
  await later.page.getByText("Not your turn yet").waitFor()
  await assertAccessible(later.page)
  await later.page.getByRole("button", { name: "Remind" }).click()
  await later.page.getByText("Reminder sent").first().waitFor()
  await first.page.getByText("Your turn, step 1 of 2").waitFor()
  for (const key of ["j", "a", "Escape", "a", "Enter"]) await first.page.keyboard.press(key)
  await first.page.getByText("You have decided; others have not yet").waitFor()
  assert.equal(await decision(first.page).and(first.page.locator(":focus")).count(), 1, "the outcome has the cursor")
  await later.page.getByText("Your turn, step 2 of 2").waitFor()
  await later.page.keyboard.press("j") // the button to remind had the focus, and is gone
  await later.page.keyboard.press("r")
  await later.page.keyboard.type("The invoice shows another account")
  await later.page.keyboard.press("Control+Enter")
  await later.page.getByText("No money moved. Decisions are final.").waitFor()
  await later.page.getByText("“The invoice shows another account”").waitFor()
  await later.page.getByText("Since then").waitFor()
  const { status, decisions } = await requestOf(request)
  assert.deepEqual([status, decisions.length], ["rejected", 2])
  const row = later.page.getByRole("button", { name: new RegExp(amountOf(amount).replace("$", "\\$")) })
  await row.waitFor() // it keeps its place in the list
  for (const { problems } of [first, later]) assert.deepEqual(problems, [])
})

test("explains that a decision came too late, and runs the held action once", async () => {
  const other = await approver()
  const { request, amount, transaction } = await held({ approvers: [rui._id, other.user] })
  const { page } = await openAs(rui, "/account")
  await page.route("**/v1/dev/events/stream**", route => route.abort()) // so that the page does not learn of the other decision
  await show(page, request)
  await page.keyboard.press("a")
  await page.getByRole("button", { name: `Yes, approve ${amountOf(amount)}` }).waitFor()
  assert.equal((await decide(request, "approve", other.api)).status, 200)
  await page.keyboard.press("Enter")
  await page.getByText("approver approved this just before you").waitFor()
  await page.getByText("Your decision was not counted. It was released once").waitFor()
  await page.getByText("APR-2001").waitFor()
  await page.getByText("Not live: reconnecting").waitFor()
  assert.equal(await statusOf("transactions", transaction._id), "succeeded")
  await assertAccessible(page)
})

test("keeps the open request when a newer one arrives, and says when somebody else has decided it", async () => {
  const other = await approver()
  const { request, amount } = await held({ approvers: [rui._id, other.user] })
  const { page } = await openAs(rui, "/approvals")
  await page.getByRole("button", { name: `Approve ${amountOf(amount)}` }).waitFor()
  await page.getByLabel("Comment").fill("Read so far")
  await page.reload() // as the sign-in does after the session has ended
  await page.getByRole("button", { name: `Approve ${amountOf(amount)}` }).waitFor()
  const newer = await held({ approvers: [rui._id] })
  await page.getByText(amountOf(newer.amount)).first().waitFor()
  await page.getByRole("button", { name: `Approve ${amountOf(amount)}` }).waitFor()
  assert.equal(await page.getByLabel("Comment").inputValue(), "Read so far")
  assert.equal((await decide(request, "approve", other.api)).status, 200)
  await decision(page).getByText("Approved and released").waitFor()
  assert.equal((await requestOf(newer.request)).status, "pending")
})

test("undoes a decision whose release the money rules refuse, says so, and keeps the request open", async () => {
  const { request, amount, intent } = await held({ approvers: [rui._id] })
  await pay(intent, amount - 3)
  await pay(intent, 3)
  const { page } = await openAs(rui, "/approvals")
  await show(page, request)
  await page.getByRole("button", { name: `Approve ${amountOf(amount)}` }).dblclick() // opens the question, confirms nothing
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: `Approve ${amountOf(amount)}` }).focus()
  for (let i = 0; i < 3; i++) await page.keyboard.down("Enter") // held down: opens the question only
  await page.keyboard.up("Enter")
  await page.getByRole("button", { name: `Yes, approve ${amountOf(amount)}` }).dblclick()
  await page.getByText("Not released; your decision was not recorded").waitFor()
  await page.getByText("No money moved; the request stays open").waitFor()
  await assertAccessible(page)
  assert.equal((await requestOf(request)).status, "pending")
  await decision(page).getByRole("button", { name: "Back" }).click()
  await page.getByRole("button", { name: `Approve ${amountOf(amount)}` }).waitFor()
})

test("fails a decision without a connection at once, and does not send it later", async () => {
  const { request, amount } = await held({ approvers: [rui._id] })
  const { page } = await openAs(rui, "/approvals")
  await show(page, request)
  const sent: string[] = []
  page.on("request", each => void (each.method() === "POST" && sent.push(each.url())))
  await page.context().setOffline(true)
  await page.keyboard.press("a")
  await page.keyboard.press("Enter")
  await decision(page).getByText("Countersign can't be reached.").waitFor()
  await page.context().setOffline(false)
  await decision(page).getByRole("button", { name: "Try again" }).click()
  await page.getByRole("button", { name: `Approve ${amountOf(amount)}` }).waitFor()
  await page.getByText("Not live: reconnecting").waitFor({ state: "detached" })
  assert.equal(sent.length, 1, "the one that failed")
  assert.equal((await requestOf(request)).status, "pending")
})

test("closes a request that nobody decided, and raises it again with the same content", async () => {
  const { request, amount } = await held({ approvers: [rui._id] })
  await advanceClock(api, "P8D")
  const { page } = await openAs(owner, "/approvals")
  await show(page, request, "decided")
  await page.getByText("Nobody decided within 7 days").waitFor()
  await assertAccessible(page)
  await page.getByRole("button", { name: "Request again" }).click()
  assert.equal(await page.getByRole("dialog").getByLabel("Amount").inputValue(), (amount / 100).toFixed(2))
  await page.getByRole("button", { name: `Record ${(amount / 100).toFixed(2)} BRL` }).click()
  await page.getByText("Waiting for approval: no money has moved").waitFor()
})

test("offers only unused conditions in the policy editor, reorders approvers by buttons, and keeps the entries on reload", async () => {
  await held()
  const { page, problems } = await openAs(owner, "/policies/new", { colorScheme: "dark", viewport: { width: 390, height: 844 } })
  await page.getByLabel("Name").fill("Payments in order")
  await page.getByRole("radio", { name: "Payments in" }).check({ force: true })
  await page.getByText(/Of last month’s \d+ payments in it would have held \d+/).waitFor()
  await page.getByText("That is all of them.").waitFor()
  await page.getByRole("button", { name: "Add a condition 8 left" }).click()
  assert.equal(await page.getByRole("menuitem", { name: "Recipient" }).count(), 0, "all payments in have the same one")
  await page.getByRole("menuitem", { name: "From currency" }).click()
  await page.getByRole("button", { name: "Choose: From currency" }).click()
  await page.getByRole("menuitemcheckbox", { name: "KWD" }).click()
  await page.keyboard.press("Escape")
  await page.getByRole("menu").waitFor({ state: "hidden" })
  await page.getByText("it would have held 0.").waitFor()
  await page.getByRole("radio", { name: "In order" }).check({ force: true })
  for (const role of ["Finance", "Approver"]) await choose(page, "Add an approver", `Rui Costa ${role}`)
  await page.getByRole("button", { name: "Move Rui Costa up" }).last().click()
  await page.reload()
  await page.getByRole("button", { name: "Add a condition 7 left" }).waitFor()
  await assertAccessible(page)
  await page.getByRole("button", { name: "Create policy" }).dblclick()
  await page.getByText("Holds payments in if from currency is KWD").waitFor()
  const { policies } = (await api.get("/v1/approvals/policies?name=Payments in order")).body.data
  assert.deepEqual(
    policies.map(({ approvers, strategy, fourEyes }: { approvers: string[]; strategy: string; fourEyes: boolean }) => [
      approvers,
      strategy,
      fourEyes,
    ]),
    [[[rui._id, bea._id], "sequential", true]],
  )
  assert.deepEqual(problems, [])
})

test("names an API key that decides in the policy editor, and does not say that it left", async () => {
  const key = (await api.create("/v1/dev/api-keys/create", { name: "Night watch", role: "admin" })).body.data
  const policy = { name: "By key", entityType: "payout", strategy: "any-of", approvers: [rui._id, key.user] }
  const { _id } = (await api.create("/v1/approvals/policies/create", policy)).body.data
  const { page } = await openAs(owner, `/policies/${_id}`)
  await page.getByRole("button", { name: "Remove Night watch" }).waitFor()
  await page.getByText("API key, admin").waitFor()
  assert.equal(await page.getByText("drops out").count(), 0)
})

test("names the drafter of a payout that somebody else sent to the approvers, and tells the drafter why they may not decide", async () => {
  const [ana, { dueSplit }] = [await invite(server, "finance"), await payoutFixtures(api)]
  const { partner, split } = await dueSplit(ownAmount())
  const who = { strategy: "any-of", approvers: [rui._id, ana._id], fourEyes: true }
  await api.post("/v1/approvals/policies/create", { name: "Drafts", entityType: "payout", partnership: partner._id, ...who })
  await api.post(`/v1/users/${ana._id}/update`, { name: "Ana Lima" })
  const drafter = await openAs(ana, "/approvals")
  const body = { recipientType: "supplier", partnership: partner._id, currency: "BRL", splits: [split._id], method: "manual", draft: true }
  const draft = (await (await signedIn(server, ana)).post("/v1/payouts/create", body, { "idempotency-key": "draft" })).body.data
  const { request } = (await api.post(`/v1/payouts/${draft._id}/send`)).body.data.approval
  await show(drafter.page, request)
  await drafter.page.getByText("You drafted this, so someone else decides").waitFor()
  await drafter.page.getByText("You drafted it", { exact: true }).first().waitFor()
  const { page } = await openAs(rui, "/approvals")
  await show(page, request)
  await page.getByText(/ asked .*\. Ana Lima drafted it\.$/).waitFor()
  await page.getByText("Drafted it, so may not decide").waitFor()
  await assertAccessible(page)
})

test("sends one request for many clicks on a slow service, and repeats one whose response was lost under its key", async () => {
  await api.create("/v1/contacts/create", { email: "slow@example.com", profile: {} })
  const { page } = await openAs(owner, "/orders")
  const sent: (string | undefined)[] = []
  let release = () => {}
  const isSlow = new Promise<void>(resolve => (release = resolve))
  await page.route("**/v1/orders/create", async route => {
    sent.push(route.request().headers()["idempotency-key"])
    if (sent.length > 1) return route.continue()
    await route.fetch() // the service does it slowly, and the response never arrives
    await isSlow
    await route.abort()
  })
  await page.getByRole("button", { name: "New order" }).first().click()
  await page.getByRole("dialog").getByLabel("Contact").fill("slow@example.com")
  await page.getByRole("button", { name: "Create order" }).dblclick()
  const waiting = page.getByRole("button", { name: "Sending…" })
  await waiting.click({ force: true })
  assert.equal(await waiting.isDisabled(), true)
  release()
  await page.getByText("Check the connection and try again: a repeated request takes effect once.").waitFor()
  assert.equal(sent.length, 1)
  await page.getByRole("button", { name: "Create order" }).click()
  await page.getByRole("heading", { name: "OR-000001" }).waitFor()
  assert.deepEqual([sent.length, new Set(sent).size], [2, 1])
  assert.equal((await api.get("/v1/orders")).body.count, 1)
})

test("lets an absent approver hand over; the delegate decides for both, and the pages say for whom and when it ends", async () => {
  const [ana, viewer] = [await invite(server, "approver"), await invite(server)]
  await api.post(`/v1/users/${ana._id}/update`, { name: "Ana Silva" })
  const { request } = await held({ strategy: "all-of", approvers: [bea._id, ana._id] })
  const { page, problems } = await openAs(ana, "/approvals", { viewport: phone, colorScheme: "dark" })
  await page.getByRole("button", { name: /R\$/ }).first().click()
  await page.getByRole("region", { name: "Request details" }).waitFor()
  await page.goBack() // to the list behind it
  await page.getByRole("link", { name: "While you are away" }).click()
  await page.getByText("Only you decide your approvals").waitFor()
  await page.keyboard.press("Control+k")
  await page.keyboard.type("hand over")
  await page.getByRole("option", { name: "Hand over my approvals" }).click()
  const form = page.getByRole("dialog", { name: "Hand over your approvals" })
  await form.getByLabel("Delegate").selectOption(bea._id)
  const options = await form.getByRole("option").all()
  const offered = await Promise.all(options.map(option => option.getAttribute("value")))
  assert.deepEqual([offered.includes(rui._id), offered.includes(ana._id), offered.includes(viewer._id)], [true, false, false])
  await form.getByLabel("Until").fill("2020-01-01T09:00")
  await form.getByRole("button", { name: "Hand over" }).click()
  await form.getByText("Until must be after “From” and in the future").waitFor()
  await assertAccessible(page, "the form to hand over")
  await form.getByLabel("Until").fill("2099-01-01T09:00")
  await form.getByRole("button", { name: "Hand over" }).dblclick()
  const card = page.getByRole("region", { name: "While you are away" })
  await card.getByText("Rui Costa decides for you").waitFor()
  await card.getByText("until Jan 1, 2099, 9:00 AM").waitFor()
  await assertAccessible(page)

  const delegate = await openAs(bea, "/approvals")
  await show(delegate.page, request, "mine")
  await delegate.page.getByText("Your turn", { exact: true }).waitFor()
  await delegate.page.keyboard.press("a")
  await delegate.page.keyboard.press("Enter")
  await delegate.page.getByText("Your turn, for Ana Silva").waitFor()
  await delegate.page.getByRole("button", { name: /you decide for Ana Silva$/ }).waitFor() // it still waits in the list
  await assertAccessible(delegate.page)
  await delegate.page.keyboard.press("a")
  await delegate.page.keyboard.press("Enter")
  await delegate.page.getByText("You approved, You approved for Ana Silva.").waitFor()
  await show(page, request, "decided")
  await page.getByText("Rui Costa approved, Rui Costa approved for you.").waitFor()

  const admin = await openAs(owner, "/users")
  await admin.page.getByRole("region", { name: "While people are away" }).getByText("Rui Costa decides for Ana Silva").waitFor()
  await page.goto(`${baseUrl}/account`)
  await card.getByRole("button", { name: "End" }).click()
  await page.getByText("Rui Costa no longer decides for you").first().waitFor()
  const next = await held({ approvers: [ana._id] })
  await show(delegate.page, next.request)
  await delegate.page.getByText("Not yours to decide").waitFor()
  for (const opened of [{ page, problems }, delegate, admin]) {
    assert.deepEqual(
      opened.problems.filter(each => !each.includes("status of 400")), // the browser prints that a form was refused
      [],
    )
  }
})
