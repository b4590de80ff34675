import assert from "node:assert/strict"
import { test } from "node:test"
import { inParallel, startTestServer, until } from "../../../test/harness.ts"
import { setSecretKeys, unseal } from "../../kit/service/crypto.ts"
import { resealOwnAccounts } from "./store.ts"

const server = await startTestServer()
const { api, sql, keys } = server

/** A German IBAN with right check digits, another one each time. */
let count = 0
function newIban(): string {
  const account = `37040044${String(++count).padStart(10, "0")}`
  const rest = Array.from(`${account}131400`).reduce((sum, digit) => Number(`${sum}${digit}`) % 97, 0)
  return `DE${String(98 - rest).padStart(2, "0")}${account}`
}
const newAccount = (fields: object = {}) => ({ name: `Main ${count}`, currency: "EUR", iban: newIban(), ...fields })
const us = (fields: object = {}) => ({
  name: "Operating",
  currency: "USD",
  routing: "021000021",
  account: `1234${String(++count).padStart(6, "0")}`,
  company: { id: "1123456789", name: "ESCOLA AZUL" },
  ...fields,
})
const create = async (body: object) => (await api.create("/v1/own-accounts/create", body)).body.data
const refusal = async (body: object) => {
  const { status, body: answer } = await api.create("/v1/own-accounts/create", body)
  return [status, answer.error.code, answer.error.errors?.[0]?.path ?? answer.error.details?.field]
}

test("returns a new account masked, with the profile that its form and currency have", async () => {
  const address = { street: "Rua Azul", building: "12", postCode: "1000-001", town: "Lisboa", country: "PT" }
  const euro = await create(newAccount({ holder: "Escola Azul Lda", bic: "cobadeffxxx", creditorId: "DE98 ZZZ 0999 9999 999", address }))
  assert.deepEqual(
    [euro.holder, euro.country, euro.bic, euro.creditorId, euro.profile, euro.status, euro.address],
    ["Escola Azul Lda", "DE", "COBADEFFXXX", "DE98ZZZ09999999999", "sepa", "active", address],
  )
  assert.match(euro.masked, /^•••• \d{4}$/)
  const dollar = await create(us())
  assert.deepEqual([dollar.country, dollar.routing, dollar.profile, dollar.holder], ["US", "021000021", "nacha", "Operating"])
  const real = await create({ name: "Itaú", currency: "BRL", country: "BR", routing: "341-2545", account: "02366-1" })
  assert.deepEqual([real.country, real.profile, real.masked], ["BR", null, "•••• 61"])
  assert.equal((await create(us({ company: undefined }))).profile, null)
  const found = await api.get("/v1/own-accounts?currency=USD&profile=nacha&status=active")
  assert.deepEqual([found.body.count, found.body.data[0]._id], [1, dollar._id])
  assert.deepEqual((await api.get(`/v1/own-accounts/${euro._id}`)).body.data, euro)
  assert.equal((await api.get(`/v1/own-accounts/${euro._id}/timeline`)).body.data[0].action, "ownAccounts.create")
})

test("stores and shows the whole number in no table, response, event or audit entry", async () => {
  const iban = newIban()
  const { _id } = await create(newAccount({ iban }))
  await api.post(`/v1/own-accounts/${_id}/update`, { name: "Another name" })
  for (const path of [`/v1/own-accounts/${_id}`, `/v1/own-accounts/${_id}/timeline`, "/v1/dev/events", "/v1/audit-log"])
    assert.ok(!(await api.get(path)).text.includes(iban.slice(4)), path)
  const tables = await sql("select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'")
  for (const { table_name } of tables) {
    const [{ n }] = await sql(`select count(*)::int as n from ${table_name} t where t::text like $1`, [`%${iban.slice(4)}%`])
    assert.equal(n, 0, table_name)
  }
})

test("refuses a wrong number, creditor id, company or profile, and names the field", async () => {
  for (const [body, expected] of [
    [newAccount({ iban: "DE88370400440532013000" }), [400, "BNK-1001", "iban"]],
    [newAccount({ creditorId: "DE97ZZZ09999999999" }), [400, "BNK-1001", "creditorId"]],
    [newAccount({ creditorId: "mine" }), [400, "VAL-1003", "creditorId"]],
    [newAccount({ bic: "COBA" }), [400, "VAL-1003", "bic"]],
    [newAccount({ account: "532013000" }), [400, "VAL-1003", "iban"]],
    [{ name: "No number", currency: "EUR" }, [400, "VAL-1002", "iban"]],
    [newAccount({ profile: "nacha" }), [400, "VAL-1003", "profile"]],
    [newAccount({ currency: "SEK", profile: "sepa" }), [400, "VAL-1003", "profile"]],
    [newAccount({ profile: "mt101" }), [400, "VAL-1003", "profile"]],
    [newAccount({ holder: "Escola\nAzul" }), [400, "VAL-1003", "holder"]],
    [newAccount({ address: { town: "Lisboa" } }), [400, "VAL-1002", "address.country"]],
    [us({ account: "12" }), [400, "VAL-1003", "account"]],
    [us({ routing: "021000022" }), [400, "BNK-1001", "routing"]],
    [us({ routing: undefined }), [400, "VAL-1002", "routing"]],
    [us({ company: undefined, profile: "nacha" }), [400, "VAL-1002", "company"]],
    [us({ company: { id: "12-3456789", name: "ESCOLA AZUL" } }), [400, "VAL-1003", "company.id"]],
    [us({ company: { id: "1123456789", name: "ESCOLA AZUL DO MAR" } }), [400, "VAL-1003", "company.name"]],
    [us({ company: { id: "1123456789", name: "Educação" } }), [400, "VAL-1003", "company.name"]],
  ] as const)
    assert.deepEqual(await refusal(body), expected, JSON.stringify(body))
})

test("stores the same number in the same currency once, however many ask at once and in whatever form", async () => {
  const iban = newIban()
  const answers = await inParallel(10, i =>
    api.create("/v1/own-accounts/create", { name: `Main ${i}`, currency: "EUR", iban: i % 2 === 0 ? iban : iban.toLowerCase() }),
  )
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, 1)
  const { _id } = made[0]!.body.data
  for (const { status, body } of answers.filter(answer => answer !== made[0]))
    assert.deepEqual([status, body.error.code, body.error.details._id], [409, "GEN-1010", _id])
  await api.post(`/v1/own-accounts/${_id}/archive`)
  const again = await api.create("/v1/own-accounts/create", { name: "Again", currency: "EUR", iban })
  assert.deepEqual([again.status, again.body.error.details._id], [409, _id])
  assert.equal((await api.create("/v1/own-accounts/create", { name: "Francs", currency: "CHF", iban })).status, 201)
})

test("changes all but the number, and keeps a profile from losing what it needs", async () => {
  const { _id } = await create(us())
  const company = { id: "9876543210", name: "AZUL" }
  const changed = await api.post(`/v1/own-accounts/${_id}/update`, { company, holder: "Azul Inc", profile: "nacha-company-origin" })
  assert.deepEqual([changed.body.data.company, changed.body.data.holder, changed.body.data.version], [company, "Azul Inc", 2])
  for (const [body, path] of [
    [{ company: null }, "company"],
    [{ profile: "sepa" }, "profile"],
    [{ routing: "011000015" }, "routing"],
  ] as const)
    assert.equal((await api.post(`/v1/own-accounts/${_id}/update`, body)).body.error.errors[0].path, path)
  const cleared = await api.post(`/v1/own-accounts/${_id}/update`, { company: null, profile: null })
  assert.deepEqual([cleared.body.data.company, cleared.body.data.profile], [null, null])
  const euro = await create(newAccount({ bic: "COBADEFFXXX", creditorId: "DE98ZZZ09999999999" }))
  const emptied = (await api.post(`/v1/own-accounts/${euro._id}/update`, { bic: null, creditorId: null })).body.data
  assert.deepEqual([emptied.bic, emptied.creditorId], [null, null])
})

test("an archived account can't be changed until it is restored", async () => {
  const { _id } = await create(newAccount())
  assert.equal((await api.post(`/v1/own-accounts/${_id}/archive`)).body.data.status, "archived")
  for (const [action, body] of [
    ["archive", undefined],
    ["update", { name: "Other" }],
  ] as const) {
    const refused = await api.post(`/v1/own-accounts/${_id}/${action}`, body)
    assert.deepEqual([refused.status, refused.body.error.code], [409, "OWN-2001"])
  }
  assert.equal((await api.post(`/v1/own-accounts/${_id}/restore`)).body.data.status, "active")
  assert.equal((await api.post(`/v1/own-accounts/${_id}/restore`)).body.error.code, "OWN-2001")
})

test("finance can create own accounts; a viewer can only see them, and another tenant can't", async () => {
  const finance = await server.withRole("finance")
  const { _id } = (await finance.create("/v1/own-accounts/create", newAccount())).body.data
  const viewer = await server.withRole("viewer")
  assert.equal((await viewer.get(`/v1/own-accounts/${_id}`)).status, 200)
  const refused = await viewer.create("/v1/own-accounts/create", newAccount())
  assert.deepEqual([refused.status, refused.body.error.details.permission], [403, "bankAccounts.edit"])
  const other = await server.otherTenant()
  assert.equal((await other.get(`/v1/own-accounts/${_id}`)).status, 404)
  assert.equal((await other.get("/v1/own-accounts")).body.count, 0)
})

test("finds the same account after the key is rotated, and seals and hashes numbers with the new key", async () => {
  const [oldKey, newKey] = ["a secret key that is only for tests", "another secret key that is only for tests"]
  const iban = newIban()
  const account = await create(newAccount({ iban }))
  const duplicate = async () => (await api.create("/v1/own-accounts/create", newAccount({ iban }))).body.error.details._id
  const stored = async () => (await sql("select sealed, fingerprint from own_accounts where id = $1", [account._id]))[0]
  const before = await stored()
  try {
    setSecretKeys([newKey, oldKey])
    assert.equal(await duplicate(), account._id)
    await until(async () => {
      await resealOwnAccounts()
      return (await stored()).sealed !== before.sealed
    }, "the number is sealed again")
    assert.equal(await resealOwnAccounts(), 0)
    setSecretKeys([newKey])
    assert.deepEqual(JSON.parse(unseal((await stored()).sealed, `${keys.tenantId} own account ${account._id}`)), { iban })
    assert.equal(await duplicate(), account._id)
  } finally {
    setSecretKeys([oldKey, newKey])
  }
})
