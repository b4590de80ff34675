import assert from "node:assert/strict"
import { test } from "node:test"
import { linkKeyOf, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { isSealed, setSecretKeys } from "../../kit/service/crypto.ts"
import { findTenant } from "./find-store.ts"
import { unsealLinkKey } from "./link-key.ts"
import { resealLinkKeys } from "./store.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: only the tests run the sweep
const { api, keys, sql } = server
const stored = async (): Promise<string> => (await sql("select link_key from tenants where id = $1", [keys.tenantId]))[0].link_key
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
const linksNow = async () => (await api.get(`/v1/payment-intents/${intent._id}`)).body.data.links

test("the key that signs a tenant's payment links is stored sealed, and unseals for that tenant only", async () => {
  const sealed = await stored()
  assert.ok(isSealed(sealed))
  const linkKey = await linkKeyOf(server, keys.tenantId)
  assert.match(linkKey, /^[\w-]{43}$/)
  assert.ok(!sealed.includes(linkKey))
  assert.equal((await findTenant({ id: keys.tenantId }))!.linkKey, linkKey)
  const other = await server.otherTenant()
  assert.throws(() => unsealLinkKey(sealed, other.keys.tenantId))
})

test("accepts links signed with a link key that an earlier version stored unsealed, and the sweep seals that key", async () => {
  const linkKey = await linkKeyOf(server, keys.tenantId)
  await sql("update tenants set link_key = $1 where id = $2", [linkKey, keys.tenantId])
  assert.deepEqual(await linksNow(), intent.links)
  await resealLinkKeys()
  const sealed = await stored()
  assert.ok(isSealed(sealed) && !sealed.includes(linkKey))
  assert.deepEqual(await linksNow(), intent.links)
  assert.equal((await fetch(intent.links.long)).status, 200)
  await resealLinkKeys()
  assert.equal(await stored(), sealed)
})

test("after SECRET_KEY was rotated the sweep seals link keys with the new one", async () => {
  const [oldKey, newKey] = ["a secret key that is only for tests", "another secret key that is only for tests"]
  setSecretKeys([newKey, oldKey])
  await resealLinkKeys()
  setSecretKeys([newKey])
  assert.deepEqual(await linksNow(), intent.links)
  setSecretKeys([oldKey, newKey])
  await resealLinkKeys()
})
