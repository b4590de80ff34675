import assert from "node:assert/strict"
import { test } from "node:test"
import { inParallel, newContact, startTestServer, until } from "../../../test/harness.ts"
import { unseal, setSecretKeys } from "../../kit/service/crypto.ts"
import { resealBankAccounts } from "./store.ts"

const server = await startTestServer()
const { api, sql, keys } = server
const iban = "DE89370400440532013000"

let count = 0
const newAccount = (fields: object = {}) => ({
  holder: `Ana Souza ${count++}`,
  country: "DE",
  currency: "EUR",
  iban,
  owner: "self",
  ...fields,
})
const create = async (fields: object = {}) => (await api.create("/v1/bank-accounts/create", newAccount(fields))).body.data

test("returns a new bank account masked, and finds it by its owner, country and currency", async () => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  const body = newAccount({ owner: "contact", contact: contact.email, bic: "COBADEFFXXX", metadata: { term: "spring" } })
  const { status, body: created } = await api.create("/v1/bank-accounts/create", body)
  assert.equal(status, 201)
  const { _id, masked, owner, bic, contact: contactId, partnership, version, status: state } = created.data
  assert.deepEqual(
    [masked, owner, bic, contactId, partnership, version, state],
    ["•••• 3000", "contact", "COBADEFFXXX", contact._id, null, 1, "active"],
  )
  assert.deepEqual((await api.get(`/v1/bank-accounts/${_id}`)).body.data, created.data)
  const found = await api.get(`/v1/bank-accounts?contact=${contact.email}&owner=contact&country=DE&currency=EUR&status=active`)
  assert.deepEqual([found.body.count, found.body.data[0]._id], [1, _id])
  assert.equal((await api.get(`/v1/bank-accounts?contact=${contact._id}&currency=USD`)).body.count, 0)
  assert.equal((await api.get(`/v1/bank-accounts/${_id}/timeline`)).body.data[0].action, "bankAccounts.create")
})

test("stores and shows the whole number in no table, response, event or audit entry", async () => {
  const number = "NL91ABNA0417164300"
  const { _id } = await create({ iban: number, country: "NL" })
  await api.post(`/v1/bank-accounts/${_id}/update`, { holder: "Another name" })
  for (const path of [`/v1/bank-accounts/${_id}`, `/v1/bank-accounts/${_id}/timeline`, "/v1/dev/events", "/v1/audit-log"])
    assert.ok(!(await api.get(path)).text.includes(number.slice(4)), path)
  const tables = await sql("select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'")
  for (const { table_name } of tables) {
    const [{ n }] = await sql(`select count(*)::int as n from ${table_name} t where t::text like $1`, [`%${number.slice(4)}%`])
    assert.equal(n, 0, table_name)
  }
})

test("seals a number for its own row: a copy in another row can't be unsealed", async () => {
  const [a, b] = [await create(), await create()]
  const [{ sealed }] = await sql("select sealed from bank_accounts where id = $1", [a._id])
  assert.deepEqual(JSON.parse(unseal(sealed, `${keys.tenantId} bank account ${a._id}`)), { iban })
  assert.throws(() => unseal(sealed, `${keys.tenantId} bank account ${b._id}`))
})

test("a wrong checksum is refused with BNK-1001 and its field", async () => {
  const refused = await api.create("/v1/bank-accounts/create", newAccount({ iban: "DE88370400440532013000" }))
  assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.details.field], [400, "BNK-1001", "iban"])
  assert.ok(!refused.text.includes("88370400440532013000"))
})

test("requires the owner's reference in the field that the owner names, and in no other", async () => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  for (const [fields, path, code = "VAL-1003"] of [
    [{ owner: "contact" }, "contact", "VAL-1002"],
    [{ owner: "partnership" }, "partnership", "VAL-1002"],
    [{ iban: undefined }, "iban", "VAL-1002"],
    [{ owner: "self", contact: contact._id }, "contact"],
    [{ owner: "contact", contact: contact._id, partnership: "X" }, "partnership"],
    [{ owner: "nobody" }, "owner"],
    [{ country: "ZZ" }, "country"],
    [{ holder: " " }, "holder"],
  ] as const) {
    const { status, body } = await api.create("/v1/bank-accounts/create", newAccount(fields))
    assert.deepEqual([status, body.error.errors[0].path, body.error.code], [400, path, code])
  }
  const unknown = await api.create("/v1/bank-accounts/create", newAccount({ owner: "contact", contact: "nobody@example.com" }))
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, "SMR-1001"])
})

test("the same account of the same holder and owner exists once, in whatever form it is written", async () => {
  const body = newAccount({ holder: "Rui Costa" })
  const answers = await inParallel(10, i =>
    api.create("/v1/bank-accounts/create", {
      ...body,
      holder: i % 2 === 0 ? "Rui Costa" : "rui  COSTA",
      iban: i % 3 === 0 ? iban : "de89 3704 0044 0532 0130 00",
    }),
  )
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, 1)
  for (const { status, body: refused } of answers.filter(answer => answer !== made[0]))
    assert.deepEqual([status, refused.error.code, refused.error.details._id], [409, "GEN-1010", made[0]!.body.data._id])
  const other = await create({ holder: "Rui Costa Filho" })
  const renamed = await api.post(`/v1/bank-accounts/${other._id}/update`, { holder: "Rui Costa" })
  assert.deepEqual([renamed.status, renamed.body.error.code], [409, "GEN-1010"])
})

test("treats a create without a key as a retry when its body is the same", async () => {
  const body = newAccount()
  const first = await api.post("/v1/bank-accounts/create", body)
  const second = await api.post("/v1/bank-accounts/create", body)
  assert.deepEqual([first.status, second.text, second.headers.get("idempotent-replayed")], [201, first.text, "true"])
})

test("holder and metadata can be changed, the number can't", async () => {
  const account = await create({ metadata: { a: "1" } })
  const changed = await api.post(`/v1/bank-accounts/${account._id}/update`, { holder: "New name", metadata: { b: "2" } })
  assert.deepEqual([changed.body.data.holder, changed.body.data.metadata, changed.body.data.version], ["New name", { a: "1", b: "2" }, 2])
  const refused = await api.post(`/v1/bank-accounts/${account._id}/update`, { iban })
  assert.deepEqual([refused.status, refused.body.error.code], [400, "VAL-1005"])
})

test("erases the number of a deactivated account, refuses to use or change it, and lets it be created again", async () => {
  const body = newAccount()
  const account = (await api.create("/v1/bank-accounts/create", body)).body.data
  const ended = await api.post(`/v1/bank-accounts/${account._id}/deactivate`)
  assert.deepEqual([ended.status, ended.body.data.status, ended.body.data.masked], [200, "inactive", "•••• 3000"])
  const [row] = await sql("select sealed, fingerprint from bank_accounts where id = $1", [account._id])
  assert.deepEqual(row, { sealed: null, fingerprint: null })
  for (const action of ["deactivate", "update"]) {
    const refused = await api.post(`/v1/bank-accounts/${account._id}/${action}`, action === "update" ? { holder: "X" } : undefined)
    assert.deepEqual([refused.status, refused.body.error.code], [409, "BNK-2001"])
  }
  const again = await api.create("/v1/bank-accounts/create", body)
  assert.equal(again.status, 201)
  assert.notEqual(again.body.data._id, account._id)
})

test("another tenant's bank account is not found", async () => {
  const { _id } = await create()
  const other = await server.otherTenant()
  assert.equal((await other.get(`/v1/bank-accounts/${_id}`)).status, 404)
  assert.equal((await other.get("/v1/bank-accounts")).body.count, 0)
})

test("finance can create bank accounts; a viewer and an operator can only see them", async () => {
  const finance = await server.withRole("finance")
  assert.equal((await finance.create("/v1/bank-accounts/create", newAccount())).status, 201)
  for (const role of ["viewer", "operator"]) {
    const caller = await server.withRole(role)
    assert.equal((await caller.get("/v1/bank-accounts")).status, 200)
    const refused = await caller.create("/v1/bank-accounts/create", newAccount())
    assert.deepEqual([refused.status, refused.body.error.details.permission], [403, "bankAccounts.edit"])
  }
})

test("finds a duplicate after the key is rotated, and seals and hashes numbers with the new key", async () => {
  const [oldKey, newKey] = ["a secret key that is only for tests", "another secret key that is only for tests"]
  const body = newAccount()
  const account = (await api.create("/v1/bank-accounts/create", body)).body.data
  const duplicate = async () => (await api.create("/v1/bank-accounts/create", body)).body.error.details._id
  const stored = async () => (await sql("select sealed, fingerprint, version from bank_accounts where id = $1", [account._id]))[0]
  const before = await stored()
  try {
    setSecretKeys([newKey, oldKey])
    assert.equal(await duplicate(), account._id)
    await until(async () => {
      await resealBankAccounts()
      return (await stored()).sealed !== before.sealed
    }, "the number is sealed again")
    assert.equal(await resealBankAccounts(), 0)
    setSecretKeys([newKey])
    const place = `${keys.tenantId} bank account ${account._id}`
    const after = await stored()
    assert.deepEqual(JSON.parse(unseal(after.sealed, place)), { iban })
    assert.notEqual(after.fingerprint, before.fingerprint)
    assert.equal(after.version, before.version)
    setSecretKeys([newKey, oldKey])
    assert.equal(await duplicate(), account._id)
  } finally {
    setSecretKeys([oldKey, newKey])
  }
})
