// A machine gets its key from a person who is signed in, in a browser that may be on another machine.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, type ApiResponse, createCaller, inParallel, startTestServer } from "../../../test/harness.ts"
import { adminOf, invite, type Page, signedIn } from "../../../test/people.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { deleteExpiredDeviceLogins } from "./store.ts"

const server = await startTestServer({ TRUST_PROXY: "true" })
const { api, keys, baseUrl, sql } = server
const admin = await signedIn(server, adminOf(server))
const anyone = createCaller(baseUrl, { apiKey: "", tenantId: "" })
const nobody = { authorization: null, "x-tenant-id": null }

let lastNetwork = 0
/** Each machine is in a network of its own, so that the tests do not share their limits. */
const newAddress = () => `198.51.100.${(lastNetwork += 1)}`

type Machine = { deviceCode: string; userCode: string; address: string; poll(): Promise<ApiResponse> }
async function startLogin(fields: object = {}, address = newAddress()): Promise<Machine> {
  const from = { ...nobody, "x-forwarded-for": address }
  const started = await anyone.post("/v1/device-logins/start", { machine: "ana-laptop", ...fields }, from)
  assert.equal(started.status, 200, started.text)
  const { deviceCode, userCode } = started.body.data
  return { deviceCode, userCode, address, poll: () => anyone.post("/v1/device-logins/poll", { deviceCode }, from) }
}
/** As if the machine had waited. */
const afterWait = ({ deviceCode }: Machine) =>
  sql("update device_logins set polled_at = polled_at - interval '1 hour' where device_hash = $1", [sha256(deviceCode)])
const approve = ({ userCode }: Machine, page: Page = admin, fields: object = { role: "operator" }, headers = {}) =>
  page.post("/v1/device-logins/approve", { code: userCode, ...fields }, headers)
const outcome = ({ status, body }: ApiResponse) => `${status} ${body?.error?.code ?? body?.data?.status ?? ""}`.trim()
const keysNamed = async (name: string): Promise<Any[]> => (await api.get(`/v1/dev/api-keys?name=${encodeURIComponent(name)}`)).body.data

test("a machine waits until a person lets it in, and then gets one key with the role and the days that the person chose", async () => {
  const machine = await startLogin({ machine: "build-7", role: "developer", days: 7 })
  assert.match(machine.userCode, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  const waiting = await machine.poll()
  assert.deepEqual([outcome(waiting), waiting.body.data.apiKey], ["200 waiting", null])

  const shown = (await admin.get(`/v1/device-logins/waiting?code=${machine.userCode}`, { "x-forwarded-for": machine.address })).body.data
  assert.deepEqual(
    [shown.machine, shown.address, shown.role, shown.days, shown.sameNetwork],
    ["build-7", machine.address, "developer", 7, true],
  )
  const elsewhere = await admin.get(`/v1/device-logins/waiting?code=${machine.userCode.toLowerCase().replace("-", "%20")}`)
  assert.deepEqual([elsewhere.body.data.code, elsewhere.body.data.sameNetwork], [machine.userCode, false])

  assert.equal((await approve(machine, admin, { role: "operator", days: 30 })).status, 200)
  await afterWait(machine)
  const { data } = (await machine.poll()).body
  assert.deepEqual([data.status, data.role, data.tenant._id], ["approved", "operator", keys.tenantId])
  const days = (Date.parse(data.keyExpiresAt) - Date.now()) / 86_400_000
  assert.ok(Math.abs(days - 30) < 0.1)
  const own = createCaller(baseUrl, { apiKey: data.apiKey, tenantId: keys.tenantId })
  assert.equal((await own.get("/v1/users/user")).body.data.role, "operator")
  assert.equal(outcome(await machine.poll()), "409 DVL-1002")
})

test("the audit log says who let the machine in and where the key went; no code is stored or written as it is", async () => {
  const machine = await startLogin({ machine: "audited" })
  await approve(machine)
  await machine.poll()
  const [key] = await keysNamed("Command line on audited")
  const { data } = (await api.get(`/v1/audit-log?object=${key._id}`)).body
  const me = (await admin.get("/v1/users/user")).body.data
  assert.deepEqual(
    data.map(({ action, actor, origin }: Any) => [action, actor.user, origin.channel, origin.address, origin.operation]),
    [["apiKeys.create", me._id, "rest", machine.address, "POST /v1/device-logins/poll"]],
  )
  const open = await startLogin()
  const rows = JSON.stringify(await sql("select * from device_logins", []))
  for (const secret of [open.deviceCode, open.userCode, open.userCode.replace("-", "")]) assert.ok(!rows.includes(secret))
})

test("of many questions at once one gets a key, and only one key is made", async () => {
  for (let round = 0; round < 5; round++) {
    const machine = await startLogin({ machine: `racer-${round}` })
    await approve(machine)
    const answers = await inParallel(8, () => machine.poll())
    assert.equal(answers.filter(({ body }) => body.data?.apiKey).length, 1)
    for (const answer of answers) assert.ok(["200 approved", "200 slow-down", "409 DVL-1002"].includes(outcome(answer)), answer.text)
    assert.equal((await keysNamed(`Command line on racer-${round}`)).length, 1)
  }
})

test("of several people who answer at once one is heard", async () => {
  const other = await signedIn(server, await invite(server, "admin"))
  for (let round = 0; round < 5; round++) {
    const machine = await startLogin({ machine: `asked-${round}` })
    const deny = () => admin.post("/v1/device-logins/deny", { code: machine.userCode })
    const answers = await Promise.all([approve(machine), approve(machine, other), deny(), approve(machine, other)])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const answer of answers)
      if (answer.status !== 200) assert.ok(["404 GEN-1004", "409 DVL-1003"].includes(outcome(answer)), answer.text)
    assert.equal(outcome(await approve(machine)), "404 GEN-1004")
  }
})

test("tells a machine that was denied, and one that asks too soon to slow down", async () => {
  const machine = await startLogin()
  await machine.poll()
  const waits = [await machine.poll(), await machine.poll()].map(({ body }) => [body.data.status, body.data.intervalSeconds])
  assert.deepEqual(waits, [
    ["slow-down", 7],
    ["slow-down", 12],
  ])
  assert.equal((await admin.post("/v1/device-logins/deny", { code: machine.userCode })).status, 200)
  assert.equal(outcome(await machine.poll()), "403 DVL-1001")
})

test("an approved machine that asks too soon gets its key with a later question", async () => {
  const machine = await startLogin()
  await machine.poll()
  await approve(machine)
  assert.equal(outcome(await machine.poll()), "200 slow-down")
  await afterWait(machine)
  assert.equal(outcome(await machine.poll()), "200 approved")
})

test("a login ends after ten minutes, whether or not a person has answered", async () => {
  const [answered, open] = [await startLogin(), await startLogin()]
  await approve(answered)
  await sql("update device_logins set expires_at = now()", [])
  for (const machine of [answered, open]) assert.equal(outcome(await machine.poll()), "409 DVL-1002")
  assert.equal(outcome(await approve(open)), "404 GEN-1004")
  assert.equal(await deleteExpiredDeviceLogins(), true)
  assert.equal(outcome(await answered.poll()), "409 DVL-1002")
})

test("nobody grants more than they have, and only people who may create keys can let a machine in", async () => {
  const machine = await startLogin()
  const developer = await signedIn(server, await invite(server, "developer"))
  assert.equal(outcome(await approve(machine, developer, { role: "admin" })), "403 PRM-1002")
  const finance = await signedIn(server, await invite(server, "finance"))
  assert.equal((await finance.get(`/v1/device-logins/waiting?code=${machine.userCode}`)).status, 200)
  assert.equal(outcome(await approve(machine, finance)), "403 PRM-1001")
  assert.equal(outcome(await api.post("/v1/device-logins/approve", { code: machine.userCode, role: "viewer" })), "403 PRM-1004")
  assert.equal(outcome(await api.get(`/v1/device-logins/waiting?code=${machine.userCode}`)), "403 PRM-1004")
  const [session] = (await admin.get("/v1/sessions?limit=1")).body.data
  await sql("update sessions set confirmed_at = now() - interval '11 minutes' where id = $1", [session._id])
  assert.equal(outcome(await approve(machine)), "401 AUT-1009")
  await sql("update sessions set confirmed_at = now() where id = $1", [session._id])
  assert.equal(outcome(await machine.poll()), "200 waiting")
})

test("a machine can have a role of the business's own, unless that is deleted before it fetches its key", async () => {
  const own = { name: "Reads contacts", permissions: ["contacts.view"] }
  const { _id: role } = (await api.post("/v1/roles/create", own)).body.data
  const [first, second] = [await startLogin(), await startLogin()]
  for (const machine of [first, second]) assert.equal((await approve(machine, admin, { role })).status, 200)
  const { data } = (await first.poll()).body
  const machine = createCaller(baseUrl, { apiKey: data.apiKey, tenantId: keys.tenantId })
  assert.deepEqual((await machine.get("/v1/users/user")).body.data.permissions, ["contacts.view"])
  const [key] = (await api.get(`/v1/dev/api-keys?role=${role}`)).body.data
  await api.post(`/v1/dev/api-keys/${key._id}/delete`)
  assert.equal((await api.post(`/v1/roles/${role}/delete`)).status, 200)
  assert.equal(outcome(await second.poll()), "404 SMR-1001")
  assert.equal(outcome(await approve(await startLogin(), admin, { role: "owner" })), "400 VAL-1003")
})

test("an answer is withdrawn when its person signs out everywhere, loses the right or is disabled", async () => {
  for (const undo of [
    (page: Page) => page.post("/v1/sessions/end-all"),
    (_page: Page, id: string) => admin.post(`/v1/users/${id}/update`, { role: "viewer" }),
    (_page: Page, id: string) => admin.post(`/v1/users/${id}/update`, { status: "disabled" }),
  ]) {
    const person = await invite(server, "admin")
    const page = await signedIn(server, person)
    const machine = await startLogin({ machine: "withdrawn" })
    assert.equal((await approve(machine, page)).status, 200)
    const undone = await undo(page, person._id)
    assert.equal(undone.status, 200, undone.text)
    assert.equal(outcome(await machine.poll()), "403 DVL-1004")
  }
  assert.equal((await keysNamed("Command line on withdrawn")).length, 0)
})

test("a dry run answers nothing", async () => {
  const page = await signedIn(server, await invite(server, "admin"))
  const machine = await startLogin()
  const dry = await approve(machine, page, { role: "viewer" }, { "dry-run": "true" })
  assert.equal(dry.status, 200)
  assert.equal(outcome(await machine.poll()), "200 waiting")
})

test("refuses what is no code, no machine's name, and pages of other sites", async () => {
  const page = await signedIn(server, await invite(server, "admin"))
  for (const code of ["AAAA-AAAA", "BCDF", "\u0000", "../users", "B".repeat(41)]) {
    const { status } = await page.get(`/v1/device-logins/waiting?code=${encodeURIComponent(code)}`)
    assert.ok(status === 404 || status === 400, code)
  }
  assert.equal(outcome(await anyone.post("/v1/device-logins/poll", { deviceCode: "x".repeat(43) }, nobody)), "409 DVL-1002")
  for (const machine of ["", "  ", "two\nlines", "turned \u202e around", "\u001b[2J", "x".repeat(101)])
    assert.equal((await anyone.post("/v1/device-logins/start", { machine }, nobody)).status, 400, machine)
  for (const fields of [{ role: "owner" }, { days: 0 }, { days: 366 }])
    assert.equal((await anyone.post("/v1/device-logins/start", { machine: "a", ...fields }, nobody)).status, 400)
  const foreign = { origin: "https://evil.example" }
  const machine = await startLogin()
  assert.equal(outcome(await approve(machine, page, { role: "viewer" }, foreign)), "403 PRM-1003")
  assert.equal(outcome(await anyone.post("/v1/device-logins/start", { machine: "a" }, { ...nobody, ...foreign })), "403 PRM-1003")
})

test("limits the logins that a network starts, and the codes that a person tries", async () => {
  const address = newAddress()
  const start = () => anyone.post("/v1/device-logins/start", { machine: "many" }, { ...nobody, "x-forwarded-for": address })
  const started = await inParallel(25, start)
  assert.equal(started.filter(({ status }) => status === 200).length, 20)
  assert.equal(outcome(started.find(({ status }) => status !== 200)!), "429 RTE-1001")
  const guesser = await signedIn(server, await invite(server, "admin"))
  const guesses = await inParallel(40, () => guesser.get("/v1/device-logins/waiting?code=BBBB-BBBB"))
  assert.deepEqual(new Set(guesses.map(outcome)), new Set(["404 GEN-1004", "429 RTE-1001"]))
  assert.equal(guesses.filter(({ status }) => status === 404).length, 30)
})
