// A person proves their identity again.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type ApiResponse, inParallel, newContact, startTestServer } from "../../../test/harness.ts"
import { adminOf, cookieOf, createPage, instantHash, invite, type Page, signedIn, withInstantHashes } from "../../../test/people.ts"
import { application } from "../../app.ts"
import { sha256 } from "../../kit/service/crypto.ts"

const server = await startTestServer()
const { api, sql } = server
const { password } = adminOf(server)

const assertOutcome = ({ status, body, text }: ApiResponse, expected: string, what?: string) =>
  assert.equal(`${status} ${body?.error?.code ?? ""}`.trim(), expected, what ?? text)
const age = (page: Page, interval: string) =>
  sql("update sessions set confirmed_at = now() - $2::interval where hash = $1", [sha256(page.cookie!.split("=")[1]!), interval])
const nothing = "0".repeat(24)

/** Operations that give access to others, or to money. Each checks the confirmation before it looks for the object. */
const recent = [
  "/v1/dev/api-keys/create",
  "/v1/device-logins/approve",
  "/v1/two-factor/enroll",
  "/v1/two-factor/confirm",
  "/v1/users/invite",
  "/v1/users/{id}/update",
  "/v1/bank-accounts/create",
  "/v1/bank-accounts/{id}/update",
  "/v1/bank-accounts/{id}/show-to-payers",
  "/v1/own-accounts/create",
  "/v1/own-accounts/{id}/update",
  "/v1/own-accounts/{id}/restore",
  "/v1/passkeys/create",
  "/v1/passkeys/options",
  "/v1/passkeys/{id}/remove",
  "/v1/roles/create",
  "/v1/roles/{id}/delete",
  "/v1/roles/{id}/update",
  "/v1/settings/require-two-factor",
  "/v1/single-sign-on/connect",
  "/v1/single-sign-on/disconnect",
  "/v1/single-sign-on/require",
  "/v1/users/{id}/end-sessions",
  "/v1/users/{id}/sessions/{session}/end",
  "/v1/dev/webhooks/create",
  "/v1/dev/webhooks/{id}/update",
  "/v1/dev/webhooks/{id}/rotate-secret",
  "/v1/contacts/{id}/erase",
  "/v1/imports/{id}/start",
  "/v1/gateway-connections/create",
  "/v1/gateway-connections/order",
  ...["update", "test", "rotate", "rotate-secret", "pause", "resume", "disconnect"].map(verb => `/v1/gateway-connections/{id}/${verb}`),
]
const recentReads = ["/v1/export"]
/** Operations that send money, or decide who may. */
const daily = [
  "/v1/payouts/create",
  "/v1/payouts/{id}/send",
  "/v1/payouts/{id}/confirm",
  "/v1/refund-intents/create",
  "/v1/refund-intents/{id}/approve",
  "/v1/refund-intents/{id}/settle",
  "/v1/disputes/{id}/accept",
  "/v1/approvals/requests/{id}/approve",
  "/v1/approvals/policies/create",
  "/v1/approvals/policies/{id}/update",
  "/v1/approvals/policies/{id}/delete",
  "/v1/users/{id}/delegate",
  "/v1/journal-closes/{id}/approve",
  "/v1/bank-lines/{id}/accept",
  "/v1/bank-lines/{id}/match",
  "/v1/payment-files/create",
  "/v1/payment-files/{id}/cancel",
  "/v1/payment-files/{id}/mark-sent",
]
const dailyReads = ["/v1/payment-files/{id}/content"]

test("only these operations ask a session for a confirmation", () => {
  const routesThatNeed = (kind: string) =>
    application.operations.flatMap(({ route, needsConfirmation }) => (route && needsConfirmation === kind ? [route.split(" ")[1]!] : []))
  assert.deepEqual(routesThatNeed("recent").sort(), [...recent, ...recentReads].sort())
  assert.deepEqual(routesThatNeed("daily").sort(), [...daily, ...dailyReads].sort())
})

test("asks a session, but not a key, for a confirmation within ten minutes for webhooks and the second factor", async () => {
  const page = await signedIn(server, adminOf(server))
  await age(page, "9 minutes")
  for (const path of recent) assert.notEqual((await send(page, path)).body.error?.code, "AUT-1009", path)
  await age(page, "11 minutes")
  for (const path of recent) assertOutcome(await send(page, path), "401 AUT-1009", path)
  assertOutcome(await page.post("/v1/contacts/create", newContact()), "201")
  assert.match((await send(page, recent[0]!)).body.error.message, /\/v1\/sessions\/confirm.*holds for 10 minutes/)
  for (const path of ["/v1/dev/webhooks/create", "/v1/dev/webhooks/{id}/update"])
    assert.notEqual((await send({ post: api.post }, path)).body.error.code, "AUT-1009", path)
})

test("asks a session, but not a key, for a confirmation within a day for sending money and changing policies", async () => {
  const page = await signedIn(server, adminOf(server))
  await age(page, "23 hours")
  for (const path of daily) assert.notEqual((await send(page, path)).body.error?.code, "AUT-1009", path)
  await age(page, "25 hours")
  for (const path of daily) assertOutcome(await send(page, path), "401 AUT-1009", path)
  assert.match((await send(page, daily[0]!)).body.error.message, /holds for a day/)
  assertOutcome(await page.post("/v1/contacts/create", newContact()), "201")
  for (const path of daily) assert.notEqual((await send({ post: api.post }, path)).body.error.code, "AUT-1009", path)
  assertOutcome(await page.post("/v1/sessions/confirm", { password }), "200")
  assertOutcome(await send(page, "/v1/payouts/{id}/send"), "404 GEN-1004")
})

const send = ({ post }: Pick<Page, "post">, path: string) =>
  post(path.replace("{id}", nothing), {}, { "idempotency-key": crypto.randomUUID() })

test("a confirmation gives the session a new token, and the old one ends at once", async () => {
  const page = await signedIn(server, adminOf(server))
  const old = createPage(server, page.cookie)
  const before = (await page.get("/v1/sessions/current")).body.data
  await age(page, "1 hour")
  const confirmed = await page.post("/v1/sessions/confirm", { password })
  assertOutcome(confirmed, "200")
  assert.deepEqual([confirmed.body.data._id, confirmed.body.data.token], [before._id, undefined])
  assert.match(confirmed.headers.get("set-cookie")!, /^session=.+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
  assertOutcome(await page.get("/v1/users/user"), "200")
  assertOutcome(await old.get("/v1/users/user"), "401 AUT-1005")
  assertOutcome(await old.post("/v1/sessions/confirm", { password }), "401 AUT-1005")
  assert.equal((await page.get("/v1/sessions/current")).body.data.expiresAt, before.expiresAt, "its end does not change")
})

test("a wrong password and a dry run give no new token", async () => {
  const page = await signedIn(server, adminOf(server))
  for (const [body, headers] of [
    [{ password: "not what was chosen" }, {}],
    [{ password }, { "dry-run": "true" }],
  ] as const)
    assert.equal((await page.post("/v1/sessions/confirm", body, headers)).headers.get("set-cookie"), null)
  assertOutcome(await page.get("/v1/users/user"), "200")
})

test("accepts one of several concurrent confirmations of a session, and only its token works", async () => {
  for (let round = 0; round < 5; round++) {
    const person = await invite(server)
    const page = await signedIn(server, person)
    await sql("update accounts set password_hash = $1 where user_id = $2", [instantHash, person._id])
    await withInstantHashes(async () => {
      const tabs = await inParallel(8, () => createPage(server, page.cookie).post("/v1/sessions/confirm", { password: person.password }))
      const winners = tabs.filter(({ status }) => status === 200)
      assert.equal(winners.length, 1)
      for (const tab of tabs.filter(each => !winners.includes(each))) assertOutcome(tab, "401 AUT-1005")
      assertOutcome(await createPage(server, cookieOf(winners[0]!)).get("/v1/users/user"), "200")
      assertOutcome(await page.get("/v1/users/user"), "401 AUT-1005")
    })
  }
})

test("answers requests of other tabs during a confirmation, or refuses them because their token has ended", async () => {
  const page = await signedIn(server, adminOf(server))
  const tab = createPage(server, page.cookie)
  const [confirmed, ...others] = await Promise.all([
    page.post("/v1/sessions/confirm", { password }),
    ...Array.from({ length: 20 }, () => tab.get("/v1/users/user")),
    ...Array.from({ length: 5 }, () => tab.post("/v1/contacts/create", newContact())),
  ])
  assertOutcome(confirmed, "200")
  for (const { status, body } of others) if (status >= 300) assert.deepEqual([status, body.error.code], [401, "AUT-1005"])
  assertOutcome(await page.get("/v1/users/user"), "200")
})

test("a new password gives the session that chose it a new token", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  const old = createPage(server, page.cookie)
  assertOutcome(await page.post("/v1/passwords/change", { current: person.password, password: "other words in a row" }), "200")
  assertOutcome(await page.get("/v1/users/user"), "200")
  assertOutcome(await old.get("/v1/users/user"), "401 AUT-1005")
})
