// The authorization server as others see it: the official conformance suite, and the official client library.
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { test } from "node:test"
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client"
import { callback, createBrowser, type Person, signIn } from "../../../test/assistant.ts"
import { type Any, freePort, startTestServer, until } from "../../../test/harness.ts"
import { codeAt, fromBase32, stepAt } from "../../platform/accounts/totp.ts"

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

/** What the library keeps for a client: its registration, its tokens, and where to send the person. */
function createProvider(): OAuthClientProvider & { address?: URL; stored: Any } {
  const stored: Any = {}
  return {
    stored,
    redirectUrl: callback,
    clientMetadata: {
      client_name: "Official client",
      redirect_uris: [callback],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => stored.client,
    saveClientInformation: client => void (stored.client = client),
    tokens: () => stored.tokens,
    saveTokens: tokens => void (stored.tokens = tokens),
    redirectToAuthorization(address) {
      this.address = address
    },
    saveCodeVerifier: verifier => void (stored.verifier = verifier),
    codeVerifier: () => stored.verifier,
    saveDiscoveryState: state => void (stored.discovery = state),
    discoveryState: () => stored.discovery,
    invalidateCredentials(scope) {
      if (scope === "all" || scope === "tokens") stored.tokens = undefined
    },
  }
}

const connect = async (authProvider: OAuthClientProvider, mode: Any) => {
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/v1/mcp`), { authProvider })
  const client = new Client({ name: "official", version: "1" }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return client
}

test("the official client connects through sign-in with a code and consent, refreshes silently, and has to come back after sign-out", async () => {
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

  for (const mode of ["auto", "legacy"]) {
    const provider = createProvider()
    await assert.rejects(connect(provider, mode), UnauthorizedError)
    assert.match(provider.address!.searchParams.get("scope")!, /^agent:read agent:write\b/)
    const parameters = new URL(await allow(provider.address!.href, person)).searchParams
    const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/v1/mcp`), { authProvider: provider })
    await transport.finishAuth(parameters)
    const client = await connect(provider, mode)
    assert.ok((await client.listTools()).tools.some(({ name }) => name === "contact_list"))

    const before = provider.stored.tokens
    provider.stored.tokens = { ...before, access_token: "x".repeat(43) } // as if it had expired
    const result = (await client.callTool({ name: "contact_list", arguments: { limit: 1 } })) as Any
    assert.equal(typeof result.structuredContent.count, "number")
    assert.notEqual(provider.stored.tokens.refresh_token, before.refresh_token)

    const again = createBrowser()
    await signIn(again, await again.open(`${baseUrl}/sign-in?next=/docs`), person)
    const session = { ...headers, cookie: again.cookiesFor("/") }
    assert.equal((await server.api.post("/v1/sessions/end-all", {}, session)).status, 200)
    await assert.rejects(client.callTool({ name: "contact_list", arguments: {} }), UnauthorizedError)
    await client.close()
  }
})
