// The commands for a service, run in this process. test/cli.test.ts starts the program itself.
import assert from "node:assert/strict"
import { once } from "node:events"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { after, test } from "node:test"
import { flagOf, ownOptions } from "../src/cli/remote/input.ts"
import { remoteOperations } from "../src/cli/remote/operation.ts"
import { routes } from "../sdk/src/printed/routes.ts"
import { runCommand } from "./command.ts"
import { commandLineUser } from "./command-line.ts"
import { inDays, startTestServer, uniqueEmail } from "./harness.ts"

const server = await startTestServer()
const { baseUrl, keys, api } = server
const credentials = { COUNTERSIGN_URL: baseUrl, COUNTERSIGN_API_KEY: keys.apiKey }
const { run } = commandLineUser(credentials)
const ana = ["--profile.first-name", "Ana", "--profile.last-name", "Souza"]

test("has a command for every operation that an API key may call, with an option for every field", () => {
  assert.equal(remoteOperations().length, Object.keys(routes).length)
  const words = remoteOperations().map(each => each.words.join(" "))
  assert.equal(new Set(words).size, words.length)
  for (const { words, fields } of remoteOperations()) {
    const flags = fields.map(({ name }) => flagOf(name))
    assert.deepEqual(
      flags.filter((flag, i) => flag.startsWith("no-") || ownOptions.includes(flag) || flags.indexOf(flag) !== i),
      [],
      words.join(" "),
    )
  }
})

test("creates, reads, changes and lists by options that are typed like the fields", async () => {
  const email = uniqueEmail()
  const created = await run(["contacts", "create", "--email", email, ...ana, "--metadata", "term=spring", "--metadata", "a=b=c"])
  assert.deepEqual([created.code, created.notes], [0, ""])
  const contact = JSON.parse(created.out)
  assert.deepEqual([contact.profile.firstName, contact.metadata], ["Ana", { term: "spring", a: "b=c" }])
  const changed = await run(["contacts", "update", contact._id, "--locale", "pt-BR", "--if-match", String(contact.version)])
  assert.equal(changed.notes, "")
  assert.equal(JSON.parse(changed.out).locale, "pt-BR")
  const cleared = await run(["contacts", "update", contact._id, "--locale", "null"])
  assert.deepEqual([cleared.notes, JSON.parse(cleared.out).locale], ["", null])
  const listed = JSON.parse((await run(["contacts", "list", "--email", email])).out)
  assert.deepEqual(
    listed.map(({ _id }: { _id: string }) => _id),
    [contact._id],
  )
  for (const filter of [`email[in]=${email},x@example.com`, `metadata[a]=b=c`])
    assert.equal(JSON.parse((await run(["contacts", "list", "--filter", filter])).out).length, 1)
})

test("takes the input from JSON, a file or the standard input, and options win over it", async () => {
  const { home, run } = commandLineUser(credentials)
  const body = { email: uniqueEmail(), profile: { firstName: "Bia", lastName: "Reis" } }
  const path = join(home, "contact.json")
  writeFileSync(path, JSON.stringify(body))
  const fromFile = await run(["contacts", "create", "--data", `@${path}`, "--profile.first-name", "Eva"])
  assert.deepEqual(JSON.parse(fromFile.out).profile.firstName, "Eva")
  assert.deepEqual(JSON.parse(fromFile.out).profile.lastName, "Reis")
  const fromInput = await run(["contacts", "create", "--data", "-"], { input: JSON.stringify({ ...body, email: uniqueEmail() }) })
  assert.equal(fromInput.code, 0)
  const items = JSON.stringify([{ name: "Course", amount: 125_000 }])
  const intent = ["--intent-type", "ad-hoc", "--contact", body.email, "--currency", "BRL", "--due-at", inDays(3), "--items", items]
  assert.equal(JSON.parse((await run(["payment-intents", "create", ...intent])).out).amount, 125_000)
})

test("shows a table in a terminal, with amounts in their currency and what a payer wrote made harmless", async () => {
  const email = uniqueEmail()
  const { _id: contact } = (await api.create("/v1/contacts/create", { email, profile: { firstName: "Ana\u202e", lastName: "S" } })).body
    .data
  const items = [{ name: "Course\u001b[2J", amount: 125_050 }]
  await api.create("/v1/payment-intents/create", { intentType: "ad-hoc", contact, currency: "BRL", dueAt: inDays(3), items })
  const list = ["payment-intents", "list", "--contact", contact]
  const table = (await run(list, { isTerminal: true })).out
  assert.match(table, /^_ID +.*STATUS/)
  assert.match(table, /1250\.50 BRL/)
  assert.ok(table.split("\n").every(line => line.length <= 140))
  const chosen = await run([...list, "--table", "--columns", "status,amount"])
  assert.equal(chosen.out, "STATUS  AMOUNT\ndue     1250.50 BRL\n")
  const person = await run(["contacts", "get", contact], { isTerminal: true })
  assert.match(person.out, /^profile\.firstName +Ana·$/m)
  assert.match(person.out, new RegExp(`^email +${email}$`, "m"))
  const none = await run(["contacts", "list", "--email", "nobody@example.com"], { isTerminal: true })
  assert.deepEqual([none.out, none.notes], ["", "There is none."])
})

test("reads all pages as JSON, CSV and table", async () => {
  const term = uniqueEmail()
  const made = Array.from({ length: 103 }, (_, i) => ({ email: `${i}-${term}`, profile: { firstName: "=1+1" }, metadata: { term } }))
  for (const body of made) await api.create("/v1/contacts/create", body)
  const list = ["contacts", "list", "--filter", `metadata[term]=${term}`]
  assert.equal(JSON.parse((await run([...list, "--all"])).out).length, 103)
  const csv = (await run([...list, "--all", "--csv", "--columns", "email,profile.firstName"])).out.split("\r\n")
  assert.deepEqual([csv.length, csv[0], csv[1]], [105, "email,profile.firstName", `102-${term},'=1+1`])
  assert.equal((await run([...list, "--all", "--table"])).out.trimEnd().split("\n").length, 104)
  const page = await run([...list, "--limit", "2"], { isTerminal: true })
  assert.equal(page.notes, "2 of 103 rows. All of them: --all")
  assert.deepEqual(JSON.parse((await run(["contacts", "list", "--all", "--email", "nobody@example.com"])).out), [])
})

test("repeats a write under its key only once, and saves nothing in a dry run", async () => {
  const create = ["contacts", "create", "--email", uniqueEmail(), ...ana]
  const dry = await run([...create, "--dry-run"])
  assert.equal(dry.code, 0)
  const [first, second] = [await run([...create, "--idempotency-key", "key-1"]), await run([...create, "--idempotency-key", "key-1"])]
  assert.deepEqual([first.code, JSON.parse(first.out)._id], [0, JSON.parse(second.out)._id])
})

test("a refusal says what is wrong, that no money moved, and its code, and ends with 1", async () => {
  const refused = await run(["contacts", "create", "--email", "nobody", ...ana])
  assert.deepEqual([refused.code, refused.out], [1, ""])
  assert.match(refused.notes, /^VAL-1003 email must be an e-mail address\nNo money moved\.\nhttp.*VAL-1003, request \S+$/)
  const missing = await run(["contacts", "get", "nobody@example.com"])
  assert.equal(missing.code, 1)
  assert.doesNotMatch(missing.notes, /money/)
})

test("wrong usage ends with 2, says what to use, and sends nothing", async () => {
  for (const [args, reason] of [
    [["contacts", "make"], /unknown command 'make'/],
    [["contacts", "list", "--limt", "3"], /Did you mean --limit/],
    [["contacts", "list", "--limit", "many"], /must be a whole number/],
    [["contacts", "update", "x", "--locale", "nl"], /It must be one of en, pt-BR, es, de, fr/],
    [["contacts", "list", "--filter", "age=3"], /has no filter age\. Use email,/],
    [["contacts", "list", "--filter", "email[like]=a"], /no operator like\. Use ne, in/],
    [["contacts", "list", "--columns", "age"], /has no column age\. Use _id,/],
    [["contacts", "list", "--json", "--csv"], /Choose one/],
    [["contacts", "create"], /contacts create needs --email, or --data/],
    [["contacts", "create", "--data", "[]"], /must be a JSON object/],
    [["contacts", "create", "--data", "@/nowhere.json"], /could not be read/],
    [["contacts", "get", ""], /<id> is empty/],
    [["login"], /--url is missing, and there is no terminal/],
    [["login", "--url", "pay.example.com"], /must be an address/],
  ] as const) {
    const { code, notes } = await run([...args])
    assert.equal(code, 2, args.join(" "))
    assert.match(notes, reason)
  }
})

test("signs in with a key that the service accepts, and keeps it where only its owner can read it", async () => {
  const { home, run } = commandLineUser()
  const none = await run(["contacts", "list"])
  assert.equal(none.code, 3)
  assert.match(none.notes, /You are not signed in, so nothing was sent\. Run `countersign login/)
  const wrong = await run(["login", "--url", baseUrl, "--api-key", `${keys.apiKey.slice(0, -1)}!`])
  assert.equal(wrong.code, 2)
  const { body } = await api.create("/v1/dev/api-keys/create", { name: "Old", role: "viewer" })
  await api.create(`/v1/dev/api-keys/${body.data._id}/delete`, {})
  assert.equal((await run(["login", "--url", baseUrl, "--api-key", body.data.key])).code, 3)
  const asked = await run(["login", "--profile", "school", "--api-key"], { answers: [baseUrl, keys.apiKey] })
  assert.match(asked.notes, /^Signed in to Escola Azul \(sandbox\) as .*, super-admin at http:/)
  const file = join(home, "countersign", "profiles.json")
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(join(home, "countersign")).mode & 0o777, 0o700)
  assert.match(readFileSync(file, "utf8"), /"school"/)
  assert.equal((await run(["contacts", "list"])).code, 0)
})

test("uses one of several profiles, and forgets the key of one", async () => {
  const { run } = commandLineUser()
  const other = await server.otherTenant("live")
  await run(["login", "--url", baseUrl, "--profile", "first", "--api-key", "-"], { input: `${keys.apiKey}\n` })
  await run(["login", "--url", baseUrl, "--profile", "second", "--api-key", other.keys.apiKey])
  const tenantOf = async (...args: string[]) => JSON.parse((await run(["whoami", ...args])).out).tenant._id as string
  assert.deepEqual([await tenantOf(), await tenantOf("--as", "first")], [other.keys.tenantId, keys.tenantId])
  assert.equal((await run(["profiles", "use", "first"])).code, 0)
  assert.equal(await tenantOf(), keys.tenantId)
  assert.match((await run(["profiles", "list"], { isTerminal: true })).out, /^PROFILE +SERVICE +TENANT\nfirst \(in use\) +http/)
  assert.equal((await run(["logout"])).code, 0)
  assert.equal((await run(["whoami"])).code, 3)
  const unknown = await run(["whoami", "--as", "first"])
  assert.match(unknown.notes, /There is no profile first\. Use second/)
})

test("the environment wins over the profile in use, and never lends its key to another address", async () => {
  const other = await server.otherTenant()
  const { home, run } = commandLineUser()
  await run(["login", "--url", baseUrl, "--api-key", keys.apiKey])
  const withEnv = (env: Record<string, string>) => commandLineUser({ XDG_CONFIG_HOME: home, ...env }).run(["whoami"])
  const both = await withEnv({ COUNTERSIGN_URL: baseUrl, COUNTERSIGN_API_KEY: other.keys.apiKey })
  assert.equal(JSON.parse(both.out).tenant._id, other.keys.tenantId)
  const half = await withEnv({ COUNTERSIGN_URL: "http://127.0.0.1:9" })
  assert.equal(half.code, 3)
  assert.match(half.notes, /COUNTERSIGN_API_KEY is missing/)
})

/** A server that answers everything in the same way. */
async function serverThat(answer: (response: ServerResponse) => void) {
  const double = createServer((request, response) => request.resume().on("end", () => answer(response))).listen(0, "127.0.0.1")
  await once(double, "listening")
  after(() => void double.close())
  return `http://127.0.0.1:${(double.address() as AddressInfo).port}`
}

test("a write without an answer ends with 4 and prints the key under which it can be repeated", async () => {
  const url = await serverThat(response => void response.writeHead(502, { "retry-after": "0" }).end("bad gateway"))
  const { run } = commandLineUser({ COUNTERSIGN_URL: url, COUNTERSIGN_API_KEY: keys.apiKey })
  const { code, notes } = await run(["contacts", "create", "--email", uniqueEmail(), ...ana])
  assert.equal(code, 4)
  assert.match(notes, /did not answer: status 502\.\nWhether it took effect, .* add --idempotency-key [0-9a-f-]{36}:/)
  const read = await run(["contacts", "list"])
  assert.deepEqual([read.code, read.notes.split("\n")[1]], [4, "Nothing was changed. Check the address with `countersign doctor`."])
})

test("a failure of the service ends with 5, because the same command may succeed later", async () => {
  const error = { code: "SYS-9002", message: "The service is unavailable for a moment", retryable: true, details: {} }
  const url = await serverThat(response => void response.writeHead(503, { "retry-after": "0" }).end(JSON.stringify({ error })))
  const { run } = commandLineUser({ COUNTERSIGN_URL: url, COUNTERSIGN_API_KEY: keys.apiKey })
  const { code, notes } = await run(["payouts", "send", "64f000000000000000000000", "--idempotency-key", "mine"])
  assert.equal(code, 5)
  assert.match(notes, /Whether money moved is not known: look .*\nTo repeat it safely, add --idempotency-key mine/)
})

test("saves a document in a file, and overwrites none", async () => {
  const { home, run } = commandLineUser(credentials)
  const { _id: contact } = (await api.create("/v1/contacts/create", { email: uniqueEmail(), profile: {} })).body.data
  const items = [{ name: "Course", amount: 1000 }]
  const intent = { intentType: "ad-hoc", contact, currency: "EUR", dueAt: inDays(3), items }
  const { _id } = (await api.create("/v1/payment-intents/create", intent)).body.data
  const save = ["payment-intents", "document", _id, "--output", join(home, "invoice.pdf")]
  assert.match((await run(save)).notes, /^Saved [\d,]+ bytes in /)
  assert.match(readFileSync(join(home, "invoice.pdf"), "latin1"), /^%PDF/)
  assert.match((await run(save)).notes, /can't be written: EEXIST/)
  assert.equal((await run(["payment-intents", "document", _id], { isTerminal: true })).code, 2)
})

test("help is printed for each resource and each of its commands, by the program itself and without a database", async () => {
  const help = await run(["payment-intents", "--help"])
  assert.match(help.out, /^ {2}create \[options\] +Create a payment intent/m)
  const { out } = await run(["payouts", "send", "--help"])
  assert.match(out, /POST \/v1\/payouts\/\{id\}\/send\nIt moves money\./)
  const { code, stdout } = await runCommand(["contacts", "list", "--email", "nobody@example.com"], credentials)
  assert.deepEqual([code, JSON.parse(stdout)], [0, []])
  const refused = await runCommand(["contacts", "list", "--limit", "x"], credentials)
  assert.deepEqual([refused.code, refused.stdout], [2, ""])
})

/** The commands of the guide, as a shell splits them. */
function commandsOf(guide: string, values: Record<string, string>): string[][] {
  const blocks = [...readFileSync(guide, "utf8").matchAll(/^```console\n(.*?)^```/gms)].map(([, text]) => text!)
  return blocks
    .flatMap(text => text.trimEnd().split("\n"))
    .map(line => line.replaceAll(/\$(\w+)/g, (_, name: string) => values[name]!).replaceAll("http://localhost:4000", baseUrl))
    .map(line => [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!))
}

test("the first ten minutes of the guide work as they are typed", async () => {
  const { keys } = await server.otherTenant()
  const { run } = commandLineUser()
  const commands = commandsOf("docs/guides/command-line.md", { KEY: keys.apiKey })
  assert.ok(commands.length >= 8)
  for (const [npx, program, ...args] of commands) {
    assert.deepEqual([npx, program], ["npx", "countersign"])
    const { code, out, notes } = await run(args, { isTerminal: true })
    assert.equal(code, 0, `${args.join(" ")}\n${notes}`)
    assert.notEqual(out + notes, "")
  }
})
