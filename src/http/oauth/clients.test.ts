// The authorization server as others see it: the official conformance suite, and the official client library in both generations.
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { callback, createBrowser, type Person, signIn } from "../../../test/assistant.ts"
import { freePort } from "../../../test/free-port.ts"
import { type Any, inheritedEnv, startTestServer, uniqueEmail, until } from "../../../test/harness.ts"
import { createClientMemory, everyClient } from "../../../test/official-clients.ts"
import { codeAt, fromBase32, stepAt } from "../../platform/accounts/totp.ts"
import { createPerson } from "../../platform/tenants/create-person.ts"

const server = await startTestServer()
const { baseUrl } = server
const owner: Person = { email: server.keys.email, password: server.keys.password! }

/** Signs in, allows everything, and returns where the client is sent. */
async function allow(address: string, person: Person): Promise<string> {
  const browser = createBrowser()
  const consent = await signIn(browser, await browser.open(address), person)
  return (await browser.submit(consent, { decision: "allow", access: "draft" })).url
}

for (const revision of ["2026-07-28", "2025-11-25"])
  test(`the official suite for authorization servers of ${revision} passes`, async () => {
    const port = await freePort()
    const registration = await fetch(`${baseUrl}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Conformance", redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
    })
    const { client_id } = (await registration.json()) as { client_id: string }
    const suite = new URL("../../../node_modules/.bin/conformance", import.meta.url).pathname
    const target = ["--url", baseUrl, "--client-id", client_id, "--port", String(port), "--resource", `${baseUrl}/v1/mcp`]
    const run = spawn(process.execPath, [suite, "authorization", ...target, "--spec-version", revision], {
      stdio: ["ignore", "pipe", "pipe"],
    })
    let output = ""
    let visits = 0
    const visitNew = async () => {
      const addresses = output.match(/http:\/\/\S+\/oauth\/authorize\?\S+(?=\s)/g) ?? []
      for (const address of addresses.slice(visits)) {
        visits++
        const arrival = await allow(address, owner)
        const isThere = () =>
          fetch(arrival).then(
            ({ ok }) => ok,
            () => false,
          )
        await until(isThere, "the suite listens for its callback")
      }
    }
    for (const stream of [run.stdout, run.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString()
        void visitNew()
      })
    const exitCode = await new Promise(resolve => run.once("close", resolve))
    assert.equal(exitCode, 0, output)
    assert.ok(visits > 0, output)
    assert.match(output, /^Total: 3 passed, 0 failed$/m, output)
  })

test("every official client connects through sign-in with a code and consent, refreshes, and has to come back after sign-out", async () => {
  const browser = createBrowser()
  await signIn(browser, await browser.open(`${baseUrl}/sign-in?next=/docs`), owner)
  const headers = { authorization: null, "x-tenant-id": null, cookie: browser.cookiesFor("/"), origin: baseUrl }
  const enrolled = (await server.api.post("/v1/two-factor/enroll", {}, headers)).body.data
  const secret = fromBase32(enrolled.secret)
  const step = stepAt(new Date())
  const { body: confirmed } = await server.api.post("/v1/two-factor/confirm", { code: codeAt(secret, step) }, headers)
  // Each code works once: after that of the next half minute, recovery codes go where it goes.
  const codes: string[] = [codeAt(secret, step + 1), ...confirmed.data.recoveryCodes]
  const person = { ...owner, code: () => codes.shift()! }
  const url = new URL(`${baseUrl}/v1/mcp`)

  for (const { name, connect, finish, Unauthorized } of everyClient) {
    const memory = createClientMemory(name, callback)
    await assert.rejects(connect(url, memory), Unauthorized, name)
    assert.match(memory.stored.address.searchParams.get("scope"), /^agent:read agent:write\b/)
    await finish(url, memory, new URL(await allow(memory.stored.address.href, person)).searchParams)
    const client = await connect(url, memory)
    assert.ok((await client.listTools()).tools.some(tool => tool.name === "contact_list"))

    const before = memory.stored.tokens
    memory.stored.tokens = { ...before, access_token: "x".repeat(43) } // as if it had expired
    const result = (await client.callTool({ name: "contact_list", arguments: { limit: 1 } })) as Any
    assert.equal(typeof result.structuredContent.count, "number")
    assert.notEqual(memory.stored.tokens.refresh_token, before.refresh_token)

    const again = createBrowser()
    await signIn(again, await again.open(`${baseUrl}/sign-in?next=/docs`), person)
    const session = { ...headers, cookie: again.cookiesFor("/") }
    assert.equal((await server.api.post("/v1/sessions/end-all", {}, session)).status, 200)
    await assert.rejects(client.callTool({ name: "contact_list", arguments: {} }), Unauthorized)
    await client.close()
  }
})

/** A script of the guide, which runs where its library is installed. */
async function startScript(number: number, port: number, env: Record<string, string> = {}) {
  const scripts = [...readFileSync(new URL("../../../docs/guides/agents.md", import.meta.url), "utf8").matchAll(/^```js\n(.*?)^```/gms)]
  const text = scripts[number]![1]!.replaceAll("http://localhost:4000", baseUrl).replaceAll("8123", String(port))
  const script = spawn(process.execPath, ["--input-type=module", "--eval", text], {
    cwd: new URL("../../../", import.meta.url),
    env: { ...inheritedEnv(), ...env },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const run = { output: "", exitCode: undefined as number | null | undefined }
  script.stdout.on("data", (chunk: Buffer) => (run.output += chunk.toString()))
  script.once("close", code => (run.exitCode = code))
  return run
}

test("the scripts of the guide work as they are written: with a key, and as a person who signs in", async () => {
  const port = await freePort()
  const person = await createPerson(server.keys.tenantId, { email: uniqueEmail(), name: "Bea", role: "viewer" })
  await server.api.post("/v1/contacts/create", { email: "rui@example.com", profile: {} })
  const [withKey, asPerson] = [await startScript(0, port, { KEY: server.keys.apiKey }), await startScript(1, port)]
  const address = await until(async () => /^Open (http\S+)\n/m.exec(asPerson.output)?.[1], "the script prints an address to open")
  const arrival = await allow(address, person)
  await until(
    () =>
      fetch(arrival).then(
        ({ ok }) => ok,
        () => false,
      ),
    "the script listens for its callback",
  )
  await until(async () => withKey.exitCode !== undefined && asPerson.exitCode !== undefined, "both scripts have ended")
  assert.match(withKey.output, new RegExp(`^${baseUrl}/pay/\\S+\n$`))
  assert.match(asPerson.output, /count: 1,\s+hasMore: false/)
  assert.deepEqual([withKey.exitCode, asPerson.exitCode], [0, 0])
})
