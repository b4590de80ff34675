// The SDK as it is published: built and imported from a program of its own.
import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { dirname, join } from "node:path"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { after, test } from "node:test"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { Webhook } from "standardwebhooks"
import { CountersignError, createClient, NoAnswerError, verifyWebhook, WebhookError } from "../sdk/src/index.ts"
import { parseRetryAfter, retryDelayMs } from "../sdk/src/retry.ts"
import { envelope, headersOf, newSecret } from "../src/platform/webhooks/sign.ts"
import { inDays, inheritedEnv, startTestServer } from "./harness.ts"

const root = dirname(import.meta.dirname)
const folder = mkdtempSync(join(tmpdir(), "sdk-"))
after(() => rmSync(folder, { recursive: true }))
const built = join(folder, "node_modules/@countersign/sdk")
const { buildSdk } = (await import("../bin/pack-sdk.mjs" as string)) as { buildSdk(folder: string, version: string): void }
buildSdk(built, "9.8.7")

const { baseUrl, keys } = await startTestServer()
const client = createClient({ baseUrl, apiKey: keys.apiKey, tenant: keys.tenantId })
const execute = promisify(execFile)

test("the examples of its README compile against the published types and run", async () => {
  const examples = [...readFileSync("sdk/README.md", "utf8").matchAll(/^```ts\n(.*?)^```/gms)].map(([, text]) => text!)
  assert.ok(examples.length >= 5)
  const paths = examples.map((_, i) => join(folder, `example-${i}.ts`))
  examples.forEach((text, i) => writeFileSync(paths[i]!, text))
  writeFileSync(join(folder, "package.json"), '{"type": "module"}')
  const strict = `--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --target es2022 --types node`.split(" ")
  const findings = async (module: string, resolution: string) => {
    const args = [
      ...strict,
      "--module",
      module,
      "--moduleResolution",
      resolution,
      "--typeRoots",
      join(root, "node_modules/@types"),
      ...paths,
    ]
    return execute(join(root, "node_modules/.bin/tsc"), args, { cwd: folder }).then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    )
  }
  assert.equal(await findings("nodenext", "nodenext"), "")
  assert.equal(await findings("esnext", "bundler"), "")
  const credentials = { COUNTERSIGN_URL: baseUrl, COUNTERSIGN_KEY: keys.apiKey, COUNTERSIGN_TENANT: keys.tenantId, WEBHOOK_SECRET: "s" }
  const outputs: string[] = []
  for (const path of paths) outputs.push((await execute(process.execPath, [path], { env: { ...inheritedEnv(), ...credentials } })).stdout)
  assert.match(outputs[0]!, /^due https?:/)
  assert.match(outputs[1]!, /^[0-9a-f]{24} due\n1 false 1\n$/)
  assert.match(outputs[2]!, /^404 \w{3}-\d{4} [^]*\ntrue\n$/)
})

test("a bundle has at most 15 KiB by gzip, and at most 3 KiB if a program only verifies webhooks", async () => {
  const { rolldown } = await import("rolldown")
  const sizeOf = async (code: string) => {
    const input = join(folder, "bundle.mjs")
    writeFileSync(input, code)
    const { output } = await (await rolldown({ input })).generate({ minify: false })
    return gzipSync(output[0].code).length
  }
  const sizes = [await sizeOf('export * from "@countersign/sdk"'), await sizeOf('export { verifyWebhook } from "@countersign/sdk"')]
  assert.ok(sizes[0]! <= 15 * 1024 && sizes[1]! <= 3 * 1024, `${sizes.join(" and ")} bytes`)
})

test("the package has its version, no dependencies and no scripts", () => {
  const { version, dependencies, scripts, license } = JSON.parse(readFileSync(join(built, "package.json"), "utf8"))
  assert.deepEqual([version, dependencies, scripts, license], ["9.8.7", undefined, undefined, "Apache-2.0"])
})

test("reads every row of a list once over all pages, nested rows, too", async () => {
  const emails = Array.from({ length: 7 }, (_, i) => `row-${i}@example.com`)
  for (const email of emails) await client.contacts.create({ email, profile: { firstName: "Ana", lastName: "Souza" } })
  const found: string[] = []
  for await (const { email } of client.contacts.list({ "email[in]": emails, limit: 3, sort: "createdAt" })) found.push(email)
  assert.deepEqual(found, emails)
  const { _id } = await client.approvals.policies.create({ name: "Large", entityType: "payout", strategy: "auto-approve" })
  const policies: string[] = []
  for await (const policy of client.approvals.policies.list()) policies.push(policy._id)
  assert.deepEqual(policies, [_id])
  assert.equal((await client.contacts.list({ "email[in]": emails, limit: 2 })).count, 7)
})

test("a name can be a method and a group, and an empty reference is refused before anything is sent", async () => {
  const user = await client.users.user()
  assert.deepEqual((await client.users.delegations(user._id)).data, [])
  assert.equal(typeof client.users.delegations.delete, "function")
  await assert.rejects(async () => client.contacts.get(""), /needs id/)
})

test("a dry run and a version are sent with a write", async () => {
  const { _id: contact, version } = await client.contacts.create({ email: "dry@example.com", profile: { firstName: "D", lastName: "R" } })
  await client.contacts.update(contact, { locale: "es" }, { dryRun: true })
  assert.equal((await client.contacts.get(contact)).locale, null)
  await client.contacts.update(contact, { locale: "es" }, { ifMatch: version })
  const late = client.contacts.update(contact, { locale: "en" }, { ifMatch: version })
  await assert.rejects(late, error => error instanceof CountersignError && error.code === "GEN-1009" && error.status === 409)
})

test("an error names each wrong field, the code and the request", async () => {
  const items = [{ name: "Course", amount: 1.5 }]
  const refused = client.paymentIntents.create({
    intentType: "ad-hoc",
    contact: "nobody@example.com",
    currency: "BRL",
    dueAt: inDays(3),
    items,
  })
  const error = await refused.catch((each: unknown) => each)
  assert.ok(error instanceof CountersignError)
  assert.deepEqual([error.code, error.errors[0]?.path, typeof error.requestId], ["VAL-1003", "items[0].amount", "string"])
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const answers: Answer[] = []
const seen: IncomingMessage[] = []
const proxy = createServer((request, response) => {
  seen.push(request)
  answers.shift()!(request, response)
}).listen(0, "127.0.0.1")
await once(proxy, "listening")
after(() => void proxy.close())
const retrying = createClient({ baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`, apiKey: "k", tenant: "t" })
const answer =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(status, headers).end(JSON.stringify(body))
const contact = { email: "ana@example.com", profile: {} }

/** Runs a request against these answers, and returns its outcome with the requests that were sent. */
async function outcomeOf(next: Answer[], run: () => Promise<unknown>) {
  answers.push(...next)
  const result = await run().catch((error: unknown) => error)
  assert.equal(answers.splice(0).length, 0, "every answer was asked for")
  return { result, requests: seen.splice(0) }
}

test("a write that got no answer, a proxy's 503 or a retryable refusal is sent again under one key", async () => {
  const cut: Answer = request => request.socket.destroy()
  const busy = { error: { code: "IDM-1003", message: "In progress", retryable: true } }
  const { result, requests } = await outcomeOf(
    [
      cut,
      (_, response) => void response.writeHead(503).end("<html>"),
      answer(409, busy, { "retry-after": "0" }),
      answer(201, { data: { _id: "c" } }),
    ],
    () => retrying.contacts.create(contact),
  )
  assert.deepEqual(result, { _id: "c" })
  const sent = new Set(requests.map(({ headers }) => headers["idempotency-key"]))
  assert.equal(sent.size, 1)
  assert.match(String([...sent][0]), /^[0-9a-f]{32}$/)
})

test("sends nothing again after a final refusal or a success that can't be read", async () => {
  const refusal = { error: { code: "VAL-1003", message: "No", retryable: false, details: { a: 1 } } }
  const { result, requests } = await outcomeOf([answer(400, refusal)], () => retrying.contacts.create(contact, { idempotencyKey: "mine" }))
  assert.ok(result instanceof CountersignError)
  assert.deepEqual([requests.length, result.idempotencyKey, result.details], [1, "mine", { a: 1 }])
  const later = await outcomeOf([answer(429, refusal, { "retry-after": "3600" })], () => retrying.contacts.create(contact))
  assert.equal(later.requests.length, 1, "an hour is not waited for")
})

test("a write without any answer ends with an error that has its key", async () => {
  const proxyError: Answer = (_, response) => void response.writeHead(502, { "retry-after": "0" }).end("bad gateway")
  const { result } = await outcomeOf([proxyError, proxyError, proxyError, proxyError], () => retrying.contacts.create(contact))
  assert.ok(result instanceof NoAnswerError)
  assert.match(result.idempotencyKey!, /^[0-9a-f]{32}$/)
})

test("a signal ends the wait between two attempts", async () => {
  const { result } = await outcomeOf([answer(503, {}, { "retry-after": "60" })], async () =>
    retrying.contacts.create(contact, { signal: AbortSignal.timeout(50) }),
  )
  assert.equal((result as Error).name, "TimeoutError")
})

test("doubles the pause up to 8 seconds, and follows Retry-After up to a minute", () => {
  assert.deepEqual(
    [1, 2, 3, 9].map(attempt => retryDelayMs(attempt, undefined, 1)),
    [250, 500, 1000, 8000],
  )
  assert.deepEqual([retryDelayMs(1, undefined, 0), retryDelayMs(1, 60_000, 0), retryDelayMs(1, 60_001, 0)], [125, 60_000, undefined])
  const now = Date.parse("2026-11-18T12:00:00Z")
  const values = [null, "2", "Wed, 18 Nov 2026 12:00:05 GMT", "Wed, 18 Nov 2026 11:00:00 GMT", "soon"]
  assert.deepEqual(
    values.map(value => parseRetryAfter(value, now)),
    [undefined, 2000, 5000, 0, undefined],
  )
})

const data = JSON.stringify({ _id: "x", name: "Zoë" })
const body = envelope("contacts.create", data, keys.tenantId, "m1")
const signed = (secrets: string[]) => headersOf({ id: "m1", body, secrets, attempt: 1, sequence: 1 }, new Date())

test("messages of the service are verified by both schemes, with generated and own secrets, also during a rotation", async () => {
  for (const secret of [newSecret(), "a secret of mine", "whsec_not base64!"])
    for (const scheme of ["standard", "signature-header"] as const) {
      const event = await verifyWebhook({ body, headers: signed([secret]), secret, scheme })
      assert.deepEqual([event.event, event.data], ["contacts.create", JSON.parse(data)])
      await verifyWebhook({ body: Buffer.from(body), headers: new Headers(signed(["a new one", secret])), secret, scheme })
      await verifyWebhook({ body, headers: signed([secret]), secret: ["another", secret], scheme })
    }
  const official = new Webhook("whsec_c2VjcmV0LWJ5dGVz")
  const at = new Date()
  const headers = {
    "webhook-id": "m",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": official.sign("m", at, body),
  }
  await verifyWebhook({ body, headers, secret: "whsec_c2VjcmV0LWJ5dGVz" })
})

test("a changed body, another secret, a changed id, an old message and a missing header are refused", async () => {
  const secret = newSecret()
  const headers = signed([secret])
  const refuse = async (change: object, reason: RegExp) =>
    assert.rejects(
      verifyWebhook({ body, headers, secret, ...change }),
      error => error instanceof WebhookError && reason.test(error.message),
    )
  for (const scheme of ["standard", "signature-header"] as const) {
    await refuse({ scheme, body: body.replace("Zoë", "Zoe") }, /No signature/)
    await refuse({ scheme, secret: newSecret() }, /No signature/)
    await refuse({ scheme, headers: {} }, /is missing/)
  }
  await refuse({ headers: { ...headers, "webhook-id": "m2" } }, /No signature/)
  await refuse({ headers: { ...headers, "webhook-signature": "v1,!!!" } }, /No signature/)
  await refuse({ now: new Date(Date.now() + 301_000) }, /300 seconds/)
  await refuse({ headers: { ...headers, "webhook-timestamp": "soon" } }, /number of seconds/)
  const { "webhook-signature": _, ...stripped } = headers
  await refuse({ headers: stripped }, /webhook-signature is missing/)
  await assert.rejects(verifyWebhook({ body, headers, secret: "" }), /is empty/)
})
