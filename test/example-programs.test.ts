// Starts each program of docs/examples against a running service, as somebody who has copied it.
import assert from "node:assert/strict"
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process"
import { createHmac } from "node:crypto"
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { after, test } from "node:test"
import { promisify } from "node:util"
import { newSecret } from "../src/platform/webhooks/sign.ts"
import { type Any, inDays, inheritedEnv, inParallel, newContact, newIntent, startTestServer, until } from "./harness.ts"
import { openPage, payByPage } from "./payer.ts"
import { mailsTo } from "./people.ts"
import { advanceClock, registerWebhook } from "./receiver.ts"

const root = dirname(import.meta.dirname)
const examples = join(root, "docs/examples")
const folder = mkdtempSync(join(tmpdir(), "example-programs-"))
const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill("SIGKILL")
  rmSync(folder, { recursive: true })
})

/** The SDK in one file, which takes a tenth of the time of building its package; its own test builds that. */
const sdk = join(folder, "node_modules/@countersign/sdk")
mkdirSync(sdk, { recursive: true })
writeFileSync(join(sdk, "package.json"), '{ "type": "module", "exports": "./index.js" }')
const { rolldown } = await import("rolldown")
await (await rolldown({ input: join(root, "sdk/src/index.ts") })).write({ file: join(sdk, "index.js") })
symlinkSync(join(root, "node_modules/@modelcontextprotocol"), join(folder, "node_modules/@modelcontextprotocol"))

const server = await startTestServer()
const { api, baseUrl, keys } = server
const credentials = { COUNTERSIGN_URL: baseUrl, COUNTERSIGN_KEY: keys.apiKey, COUNTERSIGN_TENANT: keys.tenantId }
const execute = promisify(execFile)
const isInstalled = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

/** Copies an example into a folder that has the packages it imports. */
function copy(path: string): string {
  const place = join(folder, basename(path))
  copyFileSync(join(examples, path), place)
  return place
}

/** Go compiles its library before the first program. */
const maxCompileMs = 180_000

/** Starts a program that serves, and returns the address that it prints. */
async function serve(program: string, args: string[], settings: Record<string, string>): Promise<string> {
  const env = { ...inheritedEnv(), PORT: "0", ...settings }
  const child = spawn(program, args, { cwd: folder, env, detached: true }) // `go run` starts another process
  children.add(child)
  after(() => process.kill(-child.pid!, "SIGKILL"))
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text))
  return until(async () => /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0], `${args.join(" ")} serves`, maxCompileMs)
}

test("every program of the examples is listed in their README, and every listed file exists", () => {
  const listed = [...readFileSync(join(examples, "README.md"), "utf8").matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path!)
  const existing = readdirSync(examples, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== "README.md")
    .map(entry => join(entry.parentPath, entry.name).slice(examples.length + 1))
  assert.deepEqual(listed.toSorted(), existing.toSorted())
})

test("the shop asks for the money once, however often its form is sent, and the visitor pays on the payment page", async () => {
  const shop = await serve(process.execPath, [copy("checkout/shop.mjs")], credentials)
  const open = async () => (await fetch(shop)).text()
  const send = (fields: Record<string, string>) => fetch(shop, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })
  const orderIn = (html: string) => /name="order" value="([^"]+)"/.exec(html)![1]!
  const html = await open()
  assert.match(html, /BRL\s1,250\.00|R\$1,250\.00/)
  const [order, email] = [orderIn(html), "shop@example.com"]

  const refused = await send({ order, name: '"><script>', email: "nobody" })
  const form = await refused.text()
  assert.equal(refused.status, 400)
  assert.match(form, /role="alert">[^<]*e-mail/i)
  assert.ok(form.includes(`value="${order}"`) && form.includes('value="nobody"') && !form.includes("<script>"), form)

  assert.equal((await send({ order, name: "x".repeat(20_000), email })).status, 413)
  const answers = await inParallel(4, () => send({ order, name: "Lia de Prado", email }))
  const links = new Set(answers.map(({ headers }) => headers.get("location")))
  assert.deepEqual([answers.map(({ status }) => status), links.size], [[303, 303, 303, 303], 1])
  const intents: Any[] = (await api.get(`/v1/payment-intents?reference=${order}`)).body.data
  assert.deepEqual([intents.length, intents[0].amount, intents[0].links.long], [1, 125_000, [...links][0]])
  const { profile } = (await api.get(`/v1/contacts/${email}`)).body.data
  assert.deepEqual([profile.firstName, profile.lastName], ["Lia", "de Prado"])

  assert.equal((await send({ order: orderIn(await open()), name: "Somebody Else", email })).status, 303, "who has bought before buys again")
  assert.equal((await api.get(`/v1/contacts/${email}`)).body.data.profile.firstName, "Lia")
  assert.notEqual((await openPage(intents[0])).key, "")
  await payByPage(intents[0], "tok_success")
  assert.equal((await api.get(`/v1/payment-intents/${intents[0]._id}`)).body.data.status, "paid-full")
})

/** How each receiver is started, and whether its language is on this machine. */
const receivers: Record<string, { program: string; args: string[]; isInstalled: boolean }> = {
  "receiver.mjs": { program: process.execPath, args: [], isInstalled: true },
  "receiver.py": { program: "python3", args: [], isInstalled: isInstalled("python3", "--version") },
  "receiver.go": { program: "go", args: ["run"], isInstalled: isInstalled("go", "version") },
}

for (const [name, { program, args, isInstalled }] of Object.entries(receivers)) {
  const skip = !isInstalled && `${name} is not tried: ${program} is not on this machine`
  test(`${name} keeps each genuine event once, and refuses the forged, the changed and the old`, { skip }, async () => {
    for (const secret of [newSecret(), "a plain secret 🔑"]) {
      const inbox = join(folder, `${name}-${secret.length}`)
      mkdirSync(inbox)
      const settings = { WEBHOOK_SECRET: secret, INBOX: inbox, PYTHONUTF8: "1" }
      const path = copy(`webhooks/${name}`)
      const [url, other] = await Promise.all([serve(program, [...args, path], settings), serve(program, [...args, path], settings)])
      /** A file has another name until it is whole. */
      const kept = () => readdirSync(inbox).filter(name => name.endsWith(".json"))

      // A real message: the endpoint passes the challenge of its registration, and the event arrives.
      const { _id: endpoint } = await registerWebhook(api, { url: `${url}/hooks` }, { secret, events: ["contacts.create"] })
      const contact = (await api.create("/v1/contacts/create", newContact())).body.data
      const [file] = await until(async () => kept().length > 0 && kept(), "the event is kept")
      const text = readFileSync(join(inbox, file!), "utf8")
      const { event, data, messageId } = JSON.parse(text)
      assert.deepEqual([event, data._id, file], ["contacts.create", contact._id, `${messageId}.json`])
      await api.post(`/v1/dev/webhooks/${endpoint}/delete`)

      // The same message and others, sent by somebody.
      const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret)
      const now = Math.floor(Date.now() / 1000)
      const signed = (id: string, at = now, body = text, by = key) => ({
        "webhook-id": id,
        "webhook-timestamp": String(at),
        "webhook-signature": `v1,AAAA v1,${createHmac("sha256", by).update(`${id}.${at}.${body}`).digest("base64")}`,
      })
      const post = async (headers: Record<string, string>, body = text, to = url) => {
        const response = await fetch(to, { method: "POST", headers, body })
        return [response.status, (await response.text()).trim()]
      }
      assert.deepEqual(await post(signed(messageId)), [200, "known"])
      const both = await Promise.all([url, other].map(to => post(signed("another"), text, to)))
      assert.deepEqual(new Set(both.map(([, answer]) => answer)), new Set(["kept", "known"]), "two processes keep it once")
      const forged = "no signature matches"
      assert.deepEqual(await post(signed("new"), text.replace("contacts", "payouts")), [401, forged])
      assert.deepEqual(await post({ ...signed("new"), "webhook-id": "newer" }), [401, forged])
      assert.deepEqual(await post(signed("new", now, text, Buffer.from("a guess"))), [401, forged])
      for (const at of [now - 301, now + 310]) assert.deepEqual(await post(signed("new", at)), [401, "the message is too old"])
      assert.equal((await post({}))[0], 401)
      assert.equal((await post(signed("../../new")))[0], 401, "an id names no other folder")
      assert.deepEqual(readdirSync(inbox).toSorted(), ["another.json", `${messageId}.json`].toSorted(), "nothing else is left")
    }
  })
}

test("the agent shows who is late, and reminds each once a day", async () => {
  const contacts: string[] = []
  for (let n = 0; n < 3; n++) {
    const contact = (await api.create("/v1/contacts/create", newContact())).body.data
    contacts.push(contact.email)
    await api.create("/v1/payment-intents/create", newIntent(contact._id, { dueAt: inDays(n === 2 ? 30 : 1) }))
  }
  await advanceClock(api, "P2D")
  const path = copy("agent/remind.mjs")
  const { COUNTERSIGN_TENANT: _, ...settings } = credentials
  const run = async (...args: string[]) =>
    (await execute(process.execPath, [path, ...args], { env: { ...inheritedEnv(), ...settings } })).stdout.trim().split("\n")
  assert.deepEqual([(await run()).length, (await run()).at(-1)], [3, "2 would be reminded; send the reminders with --send"])
  assert.equal((await run("--send")).at(-1), "2 reminded")
  const again = await run("--send")
  assert.match(again[0]!, /^PI-\d+ {2}10000 BRL {2}reminded before, within a day$/)
  assert.equal(again.at(-1), "0 reminded")
  for (const email of contacts.slice(0, 2)) assert.equal((await mailsTo(server, email)).length, 1)
  assert.equal((await api.get(`/v1/dev/mails?recipient=${contacts[2]}`)).body.count, 0)
})

test(
  "the tour prints each step, and a second run with the same keys does nothing twice",
  { skip: !isInstalled("curl", "--version") },
  async () => {
    const env = { ...inheritedEnv(), BASE: baseUrl, KEY: keys.apiKey, TENANT: keys.tenantId, TOUR: "one" }
    const run = async () => (await execute("sh", [join(examples, "tour/tour.sh")], { env })).stdout
    const printed = await run()
    for (const text of [/^ {3}PI-\d+, due: http/m, /^ {3}succeeded$/m, /^ {3}charged once$/m, /^ {3}draft$/m, /^ {3}ok: true$/m])
      assert.match(printed, text)
    assert.equal(await run(), printed)
    assert.equal((await api.get("/v1/payment-intents?contact=tour-one@example.com")).body.count, 1)
    const wrong = execute("sh", [join(examples, "tour/tour.sh")], { env: { ...env, KEY: "cs_wrong" } })
    await assert.rejects(wrong, (error: Any) => /AUT-\d{4}/.test(error.stderr) && error.code !== 0)
  },
)
