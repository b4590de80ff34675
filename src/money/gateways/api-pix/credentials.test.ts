import assert from "node:assert/strict"
import { after, test } from "node:test"
import { allScopes, startApiPix } from "../../../../test/doubles/api-pix/server.ts"
import { createCertificate } from "../../../../test/self-signed.ts"
import { config, readConfig, setConfig } from "../../../kit/service/config.ts"
import { GatewayUnreachable } from "../gateway.ts"
import { type Credentials, CredentialsRejected } from "../provider.ts"
import { readAccount } from "./account.ts"
import { banks } from "./banks.ts"
import { apiPix } from "./provider.ts"

const before = config
const allowing = readConfig({ WEBHOOKS_ALLOW_PRIVATE: "true" })
setConfig(allowing)
after(() => setConfig(before))

const pixKey = "financeiro@escola.example"
const [server, client, stranger] = [createCertificate(), createCertificate(), createCertificate()]
const clients = [
  { id: "client-of-the-school", secret: "secret-of-the-school", scopes: allScopes },
  { id: "client-that-reads", secret: "secret-that-reads", scopes: ["cob.read", "pix.read"] },
]
const secure = await startApiPix({ pixKey, clients, tls: { ...server, clientCa: client.cert } })
const credentialsAt = (url: string): Credentials => {
  const [clientId, clientSecret] = ["client-of-the-school", "secret-of-the-school"]
  return { baseUrl: `${url}/api/v2`, tokenUrl: `${url}/oauth/token`, clientId, clientSecret, pixKey }
}
const valid: Credentials = { ...credentialsAt(secure.url), certificate: client.cert, privateKey: client.key, authority: server.cert }

const open = (credentials: Credentials) =>
  apiPix.open({
    tenant: "a".repeat(24),
    id: "c".repeat(24),
    mode: "live",
    account: { id: "account", name: "Account", country: "BR" },
    credentials,
    eventSecrets: [],
    eventsUrl: "https://pay.example.com/v1/gateways/api-pix/events/c",
    methods: apiPix.methods,
  })
const request = { tenant: "a".repeat(24), key: "0".repeat(24), amount: 1, currency: "BRL", method: "pix", token: "" }

test("the bank is called with the tenant's certificate, and its own is checked by the authority", async () => {
  const { account, mode, missingRights } = await apiPix.inspect(valid)
  assert.deepEqual([mode, missingRights, account.country], ["live", [], "BR"])
  assert.equal((await open(valid).charge(request)).status, "action")
  for (const secret of Object.values(valid)) assert.ok(!JSON.stringify(account).includes(JSON.stringify(secret).slice(1, -1)), secret)
})

test("a certificate and its key may be in one file", async () => {
  const { privateKey: _key, ...rest } = valid
  assert.deepEqual((await apiPix.inspect({ ...rest, certificate: `${client.key}${client.cert}` })).missingRights, [])
})

test("a bank that does not accept the certificate, or is not who it should be, gets no secret", async () => {
  const count = secure.requests.length
  const wrong = { ...valid, certificate: stranger.cert, privateKey: stranger.key }
  await assert.rejects(apiPix.inspect(wrong), (error: unknown) => {
    return error instanceof CredentialsRejected || error instanceof GatewayUnreachable // by an alert, or by hanging up
  })
  await assert.rejects(apiPix.inspect({ ...valid, authority: stranger.cert }), GatewayUnreachable)
  assert.equal(secure.requests.length, count)
})

test("the account is the same as long as its Pix key is, and another one with another key", async () => {
  const { bank, url } = await startApiPix({ pixKey: "other", clients })
  bank.putWebhook("other", { webhookUrl: "https://other.example.com" })
  const [first, again] = [await apiPix.inspect(valid), await apiPix.inspect(valid)]
  assert.equal(first.account.id, again.account.id)
  assert.notEqual((await apiPix.inspect({ ...credentialsAt(url), pixKey: "other" })).account.id, first.account.id)
})

test("what can't be right is refused with what to do, before the bank is asked", async () => {
  const count = secure.requests.length
  const { privateKey: _key, ...keyless } = valid
  for (const [credentials, words] of [
    [{ ...valid, bank: "nubank" }, /must be one of efi, banco-do-brasil/],
    [{ ...valid, bank: "constructor" }, /must be one of/],
    [{ ...valid, bank: "itau", environment: "test", baseUrl: "" }, /Give the addresses/],
    [{ ...valid, baseUrl: "" }, /Give the addresses/],
    [{ ...valid, baseUrl: "ftp://bank.example.com" }, /must be like https/],
    [{ ...valid, tokenUrl: "https://user:pw@bank.example.com/token" }, /must be like https/],
    [{ ...valid, environment: "staging" }, /live or test/],
    [{ ...valid, clientId: " " }, /client ID is missing/],
    [{ ...valid, clientSecret: "" }, /client secret is missing/],
    [{ ...valid, pixKey: "" }, /Pix key/],
    [keyless, /belong together/],
    [{ ...valid, certificate: "nonsense" }, /no certificate as PEM/],
    [{ ...valid, privateKey: "nonsense" }, /no key as PEM/],
    [{ ...valid, privateKey: stranger.key }, /does not belong to the certificate/],
    [{ ...valid, authority: "nonsense" }, /authority is no certificate/],
  ] as [Credentials, RegExp][])
    await assert.rejects(
      apiPix.inspect(credentials),
      (error: unknown) => error instanceof CredentialsRejected && words.test(error.message),
      String(words),
    )
  assert.equal(secure.requests.length, count)
})

test("an address in a private network is not called, nor one without TLS, unless the installation allows it", async () => {
  const { url, requests } = await startApiPix({ pixKey, clients })
  setConfig(readConfig({ DATABASE_URL: "postgres://u:p@127.0.0.1/d", SECRET_KEY: "s".repeat(32) }))
  await assert.rejects(apiPix.inspect(credentialsAt(url)), /must begin with https/)
  await assert.rejects(apiPix.inspect(valid), GatewayUnreachable)
  setConfig(allowing)
  assert.equal(requests.length, 0)
  assert.deepEqual((await apiPix.inspect(credentialsAt(url))).missingRights, [])
})

test("missing rights are named where the bank tells the scopes, where it refuses calls, and where it refuses scopes", async () => {
  const { url, state } = await startApiPix({ pixKey, clients })
  const credentials = { ...credentialsAt(url), clientId: "client-that-reads", clientSecret: "secret-that-reads" }
  assert.deepEqual((await apiPix.inspect(credentials)).missingRights, ["cob.write", "pix.write", "webhook.write"])
  state.tellsScopes = false
  assert.deepEqual((await apiPix.inspect(credentials)).missingRights, ["cob.write"])
  state.refusesUnknownScopes = true
  assert.deepEqual((await apiPix.inspect(credentials)).missingRights, ["cob.write", "pix.write", "webhook.write"])
})

test("a client that may not read webhooks works, and removes its own", async () => {
  const scopes = allScopes.filter(scope => scope !== "webhook.read")
  const { url, state, bank } = await startApiPix({ pixKey, clients: [{ ...clients[0]!, scopes }] })
  for (const refuses of [false, true]) {
    state.refusesUnknownScopes = refuses
    const { events, charge } = open(credentialsAt(url))
    assert.deepEqual((await apiPix.inspect(credentialsAt(url))).missingRights, [])
    assert.match((await charge(request)).status, /^action$/)
    const { endpoint } = await events.register!()
    await events.remove!(endpoint)
    assert.equal(bank.webhookUrl(), undefined)
  }
})

test("each bank is asked for a token in its own way, and gets what it wants with each call", async () => {
  const byCertificate = { id: "client-of-sicoob", secret: "", scopes: allScopes }
  const { url, state, requests } = await startApiPix({ pixKey, clients: [...clients, byCertificate] })
  for (const bank of Object.keys(banks)) {
    state.tokenForms = [bank === "efi" ? "json" : "form"]
    const client = bank === "sicoob" ? { clientId: "client-of-sicoob", clientSecret: "" } : {}
    const credentials = { ...credentialsAt(url), ...client, bank, appKey: "key & more" }
    requests.splice(0)
    assert.deepEqual((await apiPix.inspect(credentials)).missingRights, [], bank)
    await open(credentials).events.register!()
    const { path, headers } = requests.at(-1)!
    assert.equal(requests[0]?.headers.authorization?.startsWith("Basic ") ?? false, ["efi", "banco-do-brasil"].includes(bank), bank)
    assert.equal(path.endsWith("?gw-dev-app-key=key%20%26%20more"), bank === "banco-do-brasil", bank)
    assert.equal(headers["client_id"], bank === "sicoob" ? "client-of-sicoob" : undefined)
    assert.equal(headers["x-skip-mtls-checking"], bank === "efi" ? "true" : undefined)
  }
})

test("the address of a known bank decides whether money is real, whatever the person says", () => {
  const { baseUrl: _base, tokenUrl: _token, ...rest } = valid
  for (const [bank, { live, test: trial }] of Object.entries(banks)) {
    assert.deepEqual(pick(readAccount({ ...rest, bank })), { ...live, mode: "live" })
    assert.equal(readAccount({ ...rest, ...live, environment: "test" }).mode, "live")
    if (!trial) continue
    assert.deepEqual(pick(readAccount({ ...rest, bank, environment: "test" })), { ...trial, mode: "sandbox" })
    assert.equal(readAccount({ ...rest, ...trial }).mode, "sandbox")
  }
  assert.equal(readAccount(valid).mode, "live")
  assert.equal(readAccount({ ...valid, environment: "test" }).mode, "sandbox")
})

const pick = ({ baseUrl, tokenUrl, mode }: ReturnType<typeof readAccount>) => ({ baseUrl, tokenUrl, mode })
