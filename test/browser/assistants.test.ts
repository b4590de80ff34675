// A person connects an assistant in a real browser: sign-in with a code, consent, and back at the client.
import assert from "node:assert/strict"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { after, before, test } from "node:test"
import { type Browser, chromium, type Page } from "playwright-core"
import { codeAt, fromBase32, stepAt } from "../../src/platform/accounts/totp.ts"
import { callback, createAssistant, createBrowser, registerAssistant, signIn, toolNames } from "../assistant.ts"
import { startTestServer } from "../harness.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const server = await startTestServer()
const { baseUrl, keys } = server
const owner = { email: keys.email, password: keys.password! }
let browser: Browser

/** The client's own page, where the browser arrives with the code. */
const arrivals: URL[] = []
const client = createServer((request, response) => {
  arrivals.push(new URL(request.url!, callback))
  response.writeHead(200, { "content-type": "text/html" }).end("<title>Connected</title>Back at the assistant")
}).listen(0, "127.0.0.1")
await once(client, "listening")
const redirectUri = `http://127.0.0.1:${(client.address() as AddressInfo).port}/callback`

before(async () => {
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage"]
  browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? assert.fail("set CHROMIUM to its path"), args })
})
after(async () => {
  await browser.close()
  client.close()
})

async function open(url: string, width: number, colorScheme: "light" | "dark"): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
  const page = await context.newPage()
  const problems: string[] = []
  page.on("console", message => void (["error", "warning"].includes(message.type()) && problems.push(message.text())))
  await page.goto(url)
  return { page, problems }
}

async function assertAccessible(page: Page) {
  assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, "the page is wider than the screen")
  await page.evaluate(axe)
  const { violations } = (await page.evaluate("axe.run(document)")) as { violations: { id: string; nodes: { html: string }[] }[] }
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    [],
  )
}

async function signInByPassword(page: Page) {
  await page.getByLabel("E-mail").fill(owner.email)
  await page.getByLabel("Password").fill(owner.password)
  await page.getByRole("button", { name: "Sign in" }).click()
}

for (const [width, scheme] of [
  [1280, "light"],
  [390, "dark"],
] as const)
  test(`the consent page is accessible in ${scheme} at ${width} pixels, and needs no script`, async () => {
    const assistant = await registerAssistant(baseUrl, 'Claude <b>"x"</b>')
    const { page, problems } = await open(assistant.request(), width, scheme)
    await signInByPassword(page)
    await page.getByRole("heading", { name: 'Connect Claude <b>"x"</b>?' }).waitFor()
    await assertAccessible(page)
    assert.deepEqual(problems, [])
    assert.equal(await page.locator("script").count(), 0)
    await page.context().close()
  })

test("a person with a second factor connects an assistant with three forms, and arrives at the client with a code that works", async () => {
  const secret = await enroll()
  const registration = await fetch(`${baseUrl}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Assistant in a browser", redirect_uris: [redirectUri] }),
  })
  const { client_id } = (await registration.json()) as { client_id: string }
  const assistant = createAssistant(baseUrl, client_id, "Assistant in a browser")
  const { page } = await open(assistant.request({ redirect_uri: redirectUri }), 1280, "light")
  await signInByPassword(page)
  await page.getByLabel("Code").fill(codeAt(secret, stepAt(new Date()) + 1)) // that of this half minute was used to enroll
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByLabel("Read only").check()
  await page.getByRole("button", { name: "Allow" }).click()
  await page.getByText("Back at the assistant").waitFor()
  const { searchParams } = arrivals.find(({ pathname }) => pathname === "/callback")!
  assert.equal(searchParams.get("iss"), baseUrl)
  const { status, body } = await assistant.exchange(searchParams.get("code")!, { redirect_uri: redirectUri })
  assert.deepEqual([status, body.scope], [200, "agent:read"])
  assert.ok((await toolNames(baseUrl, body.access_token)).includes("payout_list"))
  await page.context().close()
})

async function enroll(): Promise<Buffer> {
  const person = createBrowser()
  await signIn(person, await person.open(`${baseUrl}/sign-in?next=/docs`), owner)
  const headers = { authorization: null, "x-tenant-id": null, cookie: person.cookiesFor("/"), origin: baseUrl }
  const enrolled = (await server.api.post("/v1/two-factor/enroll", {}, headers)).body.data
  const secret = fromBase32(enrolled.secret)
  const { status } = await server.api.post("/v1/two-factor/confirm", { code: codeAt(secret, stepAt(new Date())) }, headers)
  assert.equal(status, 200)
  return secret
}
