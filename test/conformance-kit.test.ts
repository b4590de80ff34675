// `countersign conformance` finds nothing at our own server, and each rule that a proxy in front of it breaks.
import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { after, test } from "node:test"
import { commandLineUser } from "./command-line.ts"
import { type Any, startTestServer } from "./harness.ts"

const server = await startTestServer()
const user = commandLineUser()

type Exchange = { method: string; path: string; headers: Record<string, string>; body: string }
type Answer = { status: number; headers: Record<string, string>; text: string }
/** What the proxy changes on the way there and back. */
type Changes = { request?(sent: Exchange): void; answer?(answer: Answer, sent: Exchange): void }

const asRecord = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(host|connection|content-length|transfer-encoding|keep-alive)$/.test(name)),
  ) as Record<string, string>

/** A server that is ours but for one mistake. */
async function broken({ request, answer }: Changes): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    void (async () => {
      const sent = {
        method: incoming.method!,
        path: incoming.url!,
        headers: asRecord(incoming.headers),
        body: String(await buffer(incoming)),
      }
      request?.(sent)
      const response = await fetch(server.baseUrl + sent.path, {
        method: sent.method,
        headers: sent.headers,
        ...(sent.body !== "" && { body: sent.body }),
      })
      const got = { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
      delete got.headers["content-encoding"]
      delete got.headers["content-length"]
      answer?.(got, sent)
      outgoing.writeHead(got.status, got.headers).end(got.text)
    })()
  }).listen(0, "127.0.0.1")
  await once(proxy, "listening")
  after(() => (proxy.close(), proxy.closeAllConnections()))
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

const conform = (url: string, key = server.keys.apiKey) => user.run(["conformance", "--url", url, "--key", key, "--json"])
const brokenRules = (out: string): string[] => (JSON.parse(out) as Any[]).flatMap(({ rule, result }) => (result === "broken" ? [rule] : []))

test("keeps every rule itself, and leaves no policy and no endpoint behind", async () => {
  const { code, out, notes } = await conform(server.baseUrl)
  assert.deepEqual([code, brokenRules(out)], [0, []], out + notes)
  assert.ok(
    (JSON.parse(out) as Any[]).every(({ result }) => result === "kept"),
    out,
  )
  const open = (await server.api.get("/v1/approvals/policies")).body.data.policies.filter(({ active }: Any) => active !== false)
  assert.deepEqual([open.length, (await server.api.get("/v1/dev/webhooks")).body.count], [0, 0])
  assert.match((await user.run(["conformance", "--url", server.baseUrl, "--key", server.keys.apiKey, "--table"])).out, /idempotency.*kept/)
})

const mistakes: Record<string, [rule: RegExp, changes: Changes]> = {
  "forgets the key": [/gets the same answer/, { request: ({ headers }) => void delete headers["idempotency-key"] }],
  "answers a repetition with other bytes": [
    /gets the same answer/,
    { answer: answer => void (answer.headers["idempotent-replayed"] && (answer.text += " ")) },
  ],
  "takes another body under a used key": [
    /another body under a used key/,
    { answer: answer => void (answer.text.includes("IDM-1002") && (answer.status = 201)) },
  ],
  "drops fields that it does not know": [/unknown field/, { request: sent => void (sent.body = sent.body.replace(',"emial":"a"', "")) }],
  "rounds amounts": [/no whole number/, { request: sent => void (sent.body = sent.body.replace('"amount":10.5', '"amount":10')) }],
  "accepts more than is due": [
    /payments at once never exceed/,
    { answer: (answer, { path }) => void (path === "/v1/transactions/create" && answer.status === 422 && (answer.status = 201)) },
  ],
  "takes payments of what is canceled": [
    /canceled payment intent/,
    { answer: (answer, { path }) => void (path === "/v1/transactions/create" && answer.status === 409 && (answer.status = 201)) },
  ],
  "lets the maker approve": [
    /moves no money until somebody else/,
    { answer: (answer, { path }) => void (path.endsWith("/approve") && answer.status === 403 && (answer.status = 200)) },
  ],
  "hides differences in the books": [
    /books add up/,
    { answer: answer => void (answer.text = answer.text.replace('"ok":true', '"ok":false')) },
  ],
  "signs with another secret": [
    /signed over its bytes/,
    { answer: answer => void (answer.text = answer.text.replace(/"secret":"[^"]*"/, '"secret":"another"')) },
  ],
  "serves any tenant": [/another tenant in the header/, { request: ({ headers }) => void (headers["x-tenant-id"] = server.keys.tenantId) }],
}

for (const [mistake, [rule, changes]] of Object.entries(mistakes))
  test(`finds a server that ${mistake}`, async () => {
    const { code, out } = await conform(await broken(changes))
    assert.equal(code, 1)
    assert.ok(
      brokenRules(out).some(name => rule.test(name)),
      `${mistake}: ${brokenRules(out).join("; ")}`,
    )
  })

test("refuses a live tenant before it writes anything, and asks for what is missing", async () => {
  const live = await server.otherTenant("live")
  const count = async () => (await server.sql("select count(*)::int as n from audit_entries"))[0].n as number
  const before = await count()
  const { code, notes, out } = await conform(server.baseUrl, live.keys.apiKey)
  assert.deepEqual([code, out, await count()], [1, "", before])
  assert.match(notes, /This tenant is live/)
  assert.equal((await user.run(["conformance", "--url", server.baseUrl])).code, 2)
})
