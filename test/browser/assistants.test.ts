// A person connects an assistant in a real browser: sign-in with a code, consent, and return to the client.
import assert from "node:assert/strict"
import { test } from "node:test"
import { codeAt, fromBase32, stepAt } from "../../src/platform/accounts/totp.ts"
import { createPerson } from "../../src/platform/tenants/create-person.ts"
import { createBrowser, type Person, registerAssistant, signIn, startCallbackPage } from "../assistant.ts"
import { assertAccessibleOnTwoScreens, fillSignIn, startBrowser } from "../chromium.ts"
import { type Any, startTestServer, uniqueEmail } from "../harness.ts"
import { createClientMemory, generations } from "../official-clients.ts"

const server = await startTestServer()
const { baseUrl, keys } = server
const url = new URL(`${baseUrl}/v1/mcp`)
const owner = { email: keys.email, password: keys.password! }
const { openPage } = await startBrowser(baseUrl)

const { redirectUri, lastArrival } = await startCallbackPage()

test("the consent page is accessible in light, and on a phone in dark, and needs no script", async () => {
  const assistant = await registerAssistant(baseUrl, 'Claude <b>"x"</b>')
  const { page, problems } = await openPage(assistant.request())
  await fillSignIn(page, owner)
  await page.getByRole("heading", { name: 'Connect Claude <b>"x"</b>?' }).waitFor()
  await assertAccessibleOnTwoScreens(page, "the consent page")
  assert.deepEqual(problems, [])
  assert.equal(await page.locator("script").count(), 0)
})

for (const { name, connect, finish, Unauthorized } of Object.values(generations))
  test(`a person with a second factor connects an official client of ${name} with three forms, and it calls tools`, async () => {
    const person = await createPerson(keys.tenantId, { email: uniqueEmail(), name: "Bea", role: "finance" })
    const secret = await enroll(person)
    const memory = createClientMemory(`Client of ${name}`, redirectUri)
    await assert.rejects(connect(url, memory), Unauthorized)
    const { page } = await openPage(memory.stored.address.href)
    await fillSignIn(page, person)
    await page.getByLabel("Code").fill(codeAt(secret, stepAt(new Date()) + 1)) // the code of this half minute was used to enroll
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByRole("heading", { name: `Connect Client of ${name}?` }).waitFor()
    await page.getByLabel("Read only").check()
    await page.getByRole("button", { name: "Allow" }).click()
    await page.getByText("Back at the assistant").waitFor()
    const searchParams = lastArrival()
    assert.equal(searchParams.get("iss"), baseUrl)
    await finish(url, memory, searchParams)
    assert.equal(memory.stored.tokens.scope, "agent:read")
    const client = await connect(url, memory)
    const tools = (await client.listTools()).tools.map(tool => tool.name)
    assert.deepEqual([tools.includes("payout_list"), tools.includes("contact_create")], [true, false])
    const { structuredContent } = (await client.callTool({ name: "contact_list", arguments: {} })) as Any
    assert.deepEqual(structuredContent, { contacts: [], count: 0, hasMore: false })
    await client.close()
  })

async function enroll(person: Person): Promise<Buffer> {
  const session = createBrowser()
  await signIn(session, await session.open(`${baseUrl}/sign-in?next=/docs`), person)
  const headers = { authorization: null, "x-tenant-id": null, cookie: session.cookiesFor("/"), origin: baseUrl }
  const enrolled = (await server.api.post("/v1/two-factor/enroll", {}, headers)).body.data
  const secret = fromBase32(enrolled.secret)
  const { status } = await server.api.post("/v1/two-factor/confirm", { code: codeAt(secret, stepAt(new Date())) }, headers)
  assert.equal(status, 200)
  return secret
}
