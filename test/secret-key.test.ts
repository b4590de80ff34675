import assert from "node:assert/strict"
import { test } from "node:test"
import { keyIdOf } from "../src/kit/service/crypto.ts"
import { runCommand } from "./command.ts"
import { secretKey as oldKey, spawnServer, startServer, startServers } from "./faults/server-process.ts"
import { type Any, type Caller, createCaller, newContact, newIntent } from "./harness.ts"
import { computeSignature, registerWebhook, startReceiver } from "./receiver.ts"

const newKey = "another secret key that is only for tests"
const env = { WEBHOOKS_ALLOW_PRIVATE: "true" }
const { apis, databaseUrl, keys, servers, sql } = await startServers(1, env)
const api = apis[0]!

const receiver = await startReceiver()
const { _id: webhook, secret: firstSecret } = await registerWebhook(api, receiver, { events: ["contacts.create"] })
const rotateSecret = async (): Promise<string> => (await api.create(`/v1/dev/webhooks/${webhook}/rotate-secret`, {})).body.data.secret
const secrets = [firstSecret, await rotateSecret(), await rotateSecret()].toReversed()
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data
const intent: Any = (await api.create("/v1/payment-intents/create", newIntent(contact))).body.data
const account = { holder: "Ana", country: "DE", currency: "EUR", iban: "DE89370400440532013000", owner: "self" }
const { _id: accountId } = (await api.create("/v1/bank-accounts/create", account)).body.data
await fetch(`${servers[0]!.baseUrl}/oauth/jwks`) // creates the signing key of the authorization server
await servers[0]!.stop()

const refusalOf = async (SECRET_KEY: string) => {
  const server = spawnServer({ DATABASE_URL: databaseUrl, SECRET_KEY, PORT: "0", LOG_LEVEL: "silent" })
  assert.equal(await server.exitCode, 1, server.output())
  return server.output()
}
const notItsKey = /^SECRET_KEY is not the key that this database was encrypted with \(key [0-9a-f]{8}\)\. Set its previous value.*\n$/

/** Every table, and in how many of its rows a key has sealed something. */
async function sealedBy(keyId: string): Promise<Record<string, number>> {
  const tables = await sql("select tablename as name from pg_tables where schemaname = 'public'")
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [{ n }] = await sql(`select count(*)::int as n from ${name} t where t::text like $1`, [`%v1.${keyId}.%`])
    if (n > 0) counts[name] = n
  }
  return counts
}

/** Checks that everything that uses a sealed secret still works. */
async function assertEverythingOpens(caller: Caller) {
  const shown = (await caller.get(`/v1/payment-intents/${intent._id}`)).body.data
  assert.deepEqual(shown.links, intent.links)
  const duplicate = await caller.create("/v1/bank-accounts/create", account)
  assert.equal(duplicate.body.error.details._id, accountId)
  const { _id } = (await caller.post("/v1/contacts/create", newContact())).body.data
  const received = await receiver.waitFor("contacts.create", _id)
  const { "signature-header": current, "signature-header-previous": previous, "webhook-signature": all } = received.headers
  assert.deepEqual([current, previous], [computeSignature(received, secrets[0]!), computeSignature(received, secrets[1]!)])
  assert.equal(String(all).split(" ").length, 3)
}

test("a wrong SECRET_KEY is refused at the start in one sentence, also where an earlier version has written no marker", async () => {
  assert.match(await refusalOf(newKey), notItsKey)
  const [{ sealed }] = await sql("delete from secret_key_marker returning sealed")
  assert.match(await refusalOf(newKey), /^SECRET_KEY no longer has the key [0-9a-f]{8} .*; put it back behind the new one\.\n$/)
  assert.deepEqual(await sql("select * from secret_key_marker"), [])
  await sql("insert into secret_key_marker (id, sealed) values (true, $1)", [sealed])
  const command = await runCommand(["tenant", "create", "--name", "A", "--email", "a@example.com"], {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: newKey,
  })
  assert.deepEqual([command.code, command.stdout], [1, ""])
  assert.match(command.stderr, notItsKey)
})

test("keys rotate seals everything with the new key; then the old one is not needed any more", async () => {
  const [{ sealed }] = await sql("select sealed from secret_key_marker")
  const oldId = keyIdOf(sealed)!
  assert.deepEqual(await sealedBy(oldId), {
    tenants: 1,
    webhook_endpoints: 1,
    bank_accounts: 1,
    idempotency_keys: 3,
    oauth_signing_key: 1,
    secret_key_marker: 1,
  })
  const both = { SECRET_KEY: `${newKey},${oldKey}` }
  const started = await startServer(databaseUrl, { ...env, ...both, ROLE: "api" })
  assert.match(await refusalOf(newKey), notItsKey)
  const rotated = await runCommand(["keys", "rotate"], { DATABASE_URL: databaseUrl, ...both })
  assert.deepEqual([rotated.code, rotated.result], [0, { encryptedAgain: 7 }], rotated.stderr)
  assert.match(rotated.stderr, /The others can be removed/)
  assert.deepEqual(await sealedBy(oldId), {})
  assert.equal((await createCaller(started.baseUrl, keys).get(`/v1/payment-intents/${intent._id}`)).status, 200)
  await started.stop()

  const server = await startServer(databaseUrl, { ...env, SECRET_KEY: newKey })
  await assertEverythingOpens(createCaller(server.baseUrl, keys))
  await server.stop()
  assert.match(await refusalOf(oldKey), notItsKey)
  const again = await runCommand(["keys", "rotate"], { DATABASE_URL: databaseUrl, SECRET_KEY: newKey })
  assert.deepEqual([again.code, again.result], [0, { encryptedAgain: 0 }], again.stderr)
})
