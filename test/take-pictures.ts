// `node test/take-pictures.ts` takes the dashboard's pictures in docs/images again, with the data of the demo. It needs Chromium and port
// 4000.
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type BrowserContextOptions, chromium } from "playwright-core"
import { buildPages } from "../src/cli/build-pages.ts"
import { fillDemo } from "../src/cli/demo.ts"
import { startEmbedded } from "../src/embedded/postgres.ts"
import { readConfig } from "../src/kit/service/config.ts"
import { createTenant } from "../src/platform/api-keys/create-tenant.ts"
import { start } from "../src/start.ts"
import { type Any, createCaller, until } from "./harness.ts"
import { payoutFixtures } from "./payout-fixtures.ts"
import { cookieOf, createPage, mailsTo, type Page, signedIn, signIn, tokenIn } from "./people.ts"

const images = join(import.meta.dirname, "..", "docs", "images")
const [port, receiverPort] = [4000, 4992]
const baseUrl = `http://localhost:${port}`
const secret = "a secret key that is only for pictures"
const desktop = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 } }
const dark = { ...desktop, colorScheme: "dark" } as const

await buildPages(line => console.log(line))
const dataDir = mkdtempSync(join(tmpdir(), "countersign-pictures-"))
const embedded = await startEmbedded({ dataDir, report() {} })
const config = readConfig({ DATABASE_URL: embedded.url, SECRET_KEY: secret, PORT: String(port), BASE_URL: baseUrl, LOG_LEVEL: "error" })
const settings = { ...config, DATABASE_URL: embedded.url, SECRET_KEY: [secret], WEBHOOKS_ALLOW_PRIVATE: true }
const service = await start(settings).catch(async error => {
  await embedded.stop() // for example because another service uses the port
  throw error
})
const keys = await createTenant({
  name: "Aurora Language School",
  mode: "sandbox",
  timezone: "Europe/London",
  email: "renata@aurora.example",
})
const api = createCaller(baseUrl, keys)
try {
  await takeAll(await prepare())
} finally {
  await service.stop()
  await embedded.stop()
  rmSync(dataDir, { recursive: true })
}

/** A year of business, a payout that waits for the second of three people, and an endpoint that has failed for a while. */
async function prepare() {
  const [renata] = (await api.get("/v1/users?type=person")).body.data
  await api.post(`/v1/users/${renata._id}/update`, { name: "Renata Moraes" })
  const joao = await invite("João Figueiredo", "joao", "approver")
  const tomas = await invite("Tomás Albuquerque", "tomas", "approver")
  const kenji = await invite("Kenji Tanaka", "kenji", "finance")
  await fillDemo({
    size: "year",
    seed: 7,
    baseUrl,
    apiKey: keys.apiKey,
    tenant: keys.tenantId,
    report: line => console.log(line),
  })
  const policy = await create(api, "/v1/approvals/policies/create", {
    name: "Large payouts to suppliers",
    entityType: "payout",
    strategy: "sequential",
    approvers: [joao.id, renata._id, tomas.id],
    conditions: { amountMin: 50_000, recipientTypes: ["supplier"] },
    priority: 10,
    fourEyes: true,
  })
  const { newPartner, dueSplit } = await payoutFixtures(api)
  const { partner, split } = await dueSplit(18_425_000, await newPartner({ name: "Instituto de Idiomas São Bento" }))
  const recipient = { recipientType: "supplier", partnership: partner._id, currency: "BRL", method: "manual" }
  const payout = await create(kenji.page, "/v1/payouts/create", { ...recipient, splits: [split._id] })
  const { request } = payout.approval
  await create(joao.page, `/v1/approvals/requests/${request}/approve`, { comment: "Checked against the invoice." })
  const [payment] = (await api.get("/v1/payment-intents?status=paid-partial&limit=1")).body.data
  return { request, policy: policy._id, payment: payment._id, endpoint: await failingEndpoint() }
}

async function invite(name: string, mailbox: string, role: string) {
  const person = { email: `${mailbox}@aurora.example`, password: "ordinary words in a row" }
  const { _id: id } = await create(api, "/v1/users/invite", { email: person.email, name, role, teams: [] })
  const [mail] = await mailsTo({ api }, person.email)
  await createPage({ baseUrl }).post("/v1/passwords/reset", { token: tokenIn(mail), password: person.password })
  return { id: id as string, page: await signedIn({ baseUrl }, person) }
}

async function create(by: Pick<Page, "post">, path: string, body: object): Promise<Any> {
  const answer = await by.post(path, body, { "idempotency-key": randomUUID() })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
  return answer.body.data
}

/** Answers its challenge, but no later request. The clock is moved past three of its retries. */
async function failingEndpoint(): Promise<string> {
  const receiver = createServer((request, response) =>
    response.end(new URL(request.url ?? "", baseUrl).searchParams.get("validationToken")),
  ).listen(receiverPort, "127.0.0.1")
  const events = ["paymentIntents.create", "contacts.create"]
  const url = `http://127.0.0.1:${receiverPort}/hooks/crm`
  const { _id } = await create(api, "/v1/dev/webhooks/create", { description: "CRM", url, events })
  receiver.close()
  receiver.closeAllConnections()
  for (const firstName of ["Zoe", "Kwame", "Linh"])
    await create(api, "/v1/contacts/create", { email: `${firstName}@example.com`, profile: { firstName } })
  for (let attempts = 1; attempts <= 3; attempts++) {
    await until(async () => {
      const { data } = (await api.get(`/v1/dev/webhooks/${_id}/deliveries?limit=1`)).body
      return data[0]?.attempts.length >= attempts
    }, `attempt ${attempts} of the delivery has failed`)
    await create(api, "/v1/simulations/clock", { advance: "PT3M" })
  }
  return _id
}

async function takeAll({ request, policy, payment, endpoint }: Awaited<ReturnType<typeof prepare>>) {
  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] })
  const [name = "", value = ""] = cookieOf(await signIn({ baseUrl }, keys)).split("=")
  const take = async (picture: string, path: string, screen: BrowserContextOptions) => {
    const context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce", ...screen })
    await context.addCookies([{ name, value, url: baseUrl }])
    const page = await context.newPage()
    await page.goto(baseUrl + path)
    await page.getByRole("main").waitFor()
    await page.waitForTimeout(1_500) // until each part of the page has loaded
    await page.screenshot({ path: join(images, `dashboard-${picture}.png`) })
    await context.close()
    console.log(`dashboard-${picture}.png`)
  }
  await take("overview", "/", desktop)
  await take("overview-phone", "/", phone)
  await take("payments", "/payments", desktop)
  await take("payment", `/payments/${payment}`, desktop)
  await take("analytics", "/analytics", desktop)
  await take("analytics-dark", "/analytics", dark)
  await take("approvals", `/approvals?id=${request}`, desktop)
  await take("approvals-phone", `/approvals?id=${request}`, phone)
  await take("policy-dark", `/policies/${policy}`, dark)
  await take("webhook", `/webhooks/${endpoint}`, desktop)
  await take("sandbox", "/sandbox", desktop)
  await take("audit", "/audit", desktop)
  await browser.close()
}
