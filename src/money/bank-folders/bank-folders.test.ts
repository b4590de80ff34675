import assert from "node:assert/strict"
import { existsSync, linkSync, lutimesSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { pain002 } from "../../../test/bank-answer-files.ts"
import { statementFixtures } from "../../../test/bank-fixtures.ts"
import { type Any, startTestServer } from "../../../test/harness.ts"
import { paymentFileFixtures } from "../../../test/payment-file-fixtures.ts"
import { camt, camtEntry } from "../../../test/statement-files.ts"
import { importFolders } from "./import.ts"
import { leftMs, quietMs } from "./rules.ts"

const server = await startTestServer({ ROLE: "api" })
const { api, keys } = server
const { newAccount } = await statementFixtures(server)
const { bankAccount, make, payout } = await paymentFileFixtures(api)
const outside = await mkdtemp(join(tmpdir(), "outside-"))

type Watched = { account: Any; root: string; path: string; at: (...names: string[]) => string }

/** A watched directory with the folder of a new own account. */
async function watched(): Promise<Watched> {
  const account = await newAccount()
  const root = await mkdtemp(join(tmpdir(), "banks-"))
  const path = join(root, keys.tenantId, account._id)
  mkdirSync(path, { recursive: true })
  return { account, root, path, at: (...names) => join(path, ...names) }
}
const statement = (account: Any, day = "2026-10-01") =>
  camt({ opening: "0.00", closing: "5.00", day, iban: account.iban, entries: [camtEntry({ amount: "5.00", day, reference: day })] })

/** Writes a file whose last write was a while ago. */
function put(path: string, content: string) {
  writeFileSync(path, content)
  const past = new Date(Date.now() - 2 * quietMs)
  utimesSync(path, past, past)
}
/** Two looks, as the worker takes them. */
async function look({ root }: Watched, times = 2) {
  for (let n = 0; n < times; n++) await importFolders(root, new Date())
}
/** A look after the time in which a worker puts away what it took. */
const lookLater = ({ root }: Watched) => importFolders(root, new Date(Date.now() + leftMs))
const countOf = async ({ account }: Watched) => (await api.get(`/v1/bank-statements?ownAccount=${account._id}`)).body.count
const filesIn = (path: string) => (existsSync(path) ? readdirSync(path).toSorted() : [])

test("imports a statement and an answer of the bank, and moves both to done", async () => {
  const folder = await watched()
  const waiting = await payout(await bankAccount(), 500)
  const file = (await make(folder.account, { payouts: [waiting._id] })).body.data
  put(folder.at("october.xml"), statement(folder.account))
  put(folder.at("answer.xml"), pain002({ message: file._id, group: "ACCP" }))
  await look(folder)
  assert.deepEqual(filesIn(folder.at("done")), ["answer.xml", "october.xml"])
  assert.deepEqual([filesIn(folder.at("working")), filesIn(folder.at("refused"))], [[], []])
  assert.equal(await countOf(folder), 1)
  assert.equal((await api.get(`/v1/bank-answers?ownAccount=${folder.account._id}`)).body.count, 1)
})

test("moves a refused file to refused, with the line and the reason beside it, and imports the others", async () => {
  const folder = await watched()
  put(folder.at("a-broken.xml"), statement(folder.account).slice(0, -40))
  put(folder.at("b-other.xml"), statement(await newAccount()))
  put(folder.at("c-good.xml"), statement(folder.account))
  await look(folder)
  assert.deepEqual(filesIn(folder.at("done")), ["c-good.xml"])
  assert.deepEqual(filesIn(folder.at("refused")), ["a-broken.xml", "a-broken.xml.txt", "b-other.xml", "b-other.xml.txt"])
  assert.match(
    readFileSync(folder.at("refused", "a-broken.xml.txt"), "utf8"),
    /BST-1001: The file can't be imported: line \d+: .*Nothing was booked/,
  )
  assert.match(readFileSync(folder.at("refused", "b-other.xml.txt"), "utf8"), /BST-1002: The file is about the account/)
  assert.equal(await countOf(folder), 1)
})

test("refuses an answer that is larger than the API takes", async () => {
  const folder = await watched()
  put(folder.at("answer.xml"), pain002({ message: "m", group: "ACCP" }) + " ".repeat(8 * 1024 * 1024))
  await look(folder)
  assert.match(readFileSync(folder.at("refused", "answer.xml.txt"), "utf8"), /larger than 8 MiB/)
})

test("never imports a file twice, and never replaces one that is put away", async () => {
  const folder = await watched()
  for (let n = 0; n < 3; n++) {
    put(folder.at("same.xml"), statement(folder.account))
    await look(folder)
  }
  assert.equal(await countOf(folder), 1)
  const kept = filesIn(folder.at("done"))
  assert.equal(kept.length, 3)
  assert.ok(kept.includes("same.xml") && kept.every(name => name.endsWith("same.xml")), kept.join())
})

test("takes a file that several workers see at once only once", async () => {
  const folder = await watched()
  put(folder.at("one.xml"), statement(folder.account))
  await look(folder, 1)
  await Promise.all([look(folder, 1), look(folder, 1), look(folder, 1)])
  assert.deepEqual([await countOf(folder), filesIn(folder.at("done"))], [1, ["one.xml"]])
})

test("goes on with a file that a worker took before it died", async () => {
  const folder = await watched()
  mkdirSync(folder.at("working"))
  put(folder.at("working", "left.xml"), statement(folder.account))
  await look(folder)
  assert.equal(await countOf(folder), 0, "another process may be importing it")
  await lookLater(folder)
  assert.deepEqual([await countOf(folder), filesIn(folder.at("done")), filesIn(folder.at("working"))], [1, ["left.xml"], []])
})

test("ends the move of a file whose worker died between its two names", async () => {
  const folder = await watched()
  put(folder.at("half.xml"), statement(folder.account))
  await look(folder)
  linkSync(folder.at("done", "half.xml"), folder.at("working", "half.xml"))
  await lookLater(folder)
  assert.deepEqual(filesIn(folder.at("done")), ["half.xml"])
  assert.deepEqual([filesIn(folder.at("working")), filesIn(folder.at("refused"))], [[], []])
  assert.equal(await countOf(folder), 1)
})

test("leaves a file alone while it is being written, or has the name of an unfinished one", async () => {
  const folder = await watched()
  writeFileSync(folder.at("fresh.xml"), statement(folder.account))
  put(folder.at("upload.xml.part"), statement(folder.account, "2026-10-02"))
  put(folder.at("growing.xml"), statement(folder.account, "2026-10-03"))
  await look(folder, 1)
  truncateSync(folder.at("growing.xml"), 100)
  await look(folder, 1)
  assert.deepEqual(filesIn(folder.path), ["fresh.xml", "growing.xml", "upload.xml.part"])
  assert.equal(await countOf(folder), 0)
})

test("reads nothing outside of the directory: no link to a file, no second name of one, no folder that is a link", async () => {
  const folder = await watched()
  const secret = join(outside, `${folder.account._id}.xml`)
  put(secret, statement(folder.account))
  symlinkSync(secret, folder.at("link.xml"))
  lutimesSync(folder.at("link.xml"), new Date(0), new Date(0))
  linkSync(secret, folder.at("hard.xml"))
  await look(folder)
  assert.deepEqual(filesIn(folder.at("refused")), ["hard.xml", "hard.xml.txt", "link.xml", "link.xml.txt"])
  assert.match(readFileSync(folder.at("refused", "hard.xml.txt"), "utf8"), /hard link/)
  assert.match(readFileSync(folder.at("refused", "link.xml.txt"), "utf8"), /it is a link or a device/)
  assert.ok(existsSync(secret))
  const elsewhere = await watched()
  const other = await newAccount()
  put(elsewhere.at("file.xml"), statement(other))
  symlinkSync(elsewhere.path, join(folder.root, keys.tenantId, other._id))
  await look(folder)
  assert.deepEqual(filesIn(elsewhere.path), ["file.xml"])
  const third = await watched()
  symlinkSync(elsewhere.path, third.at("working"))
  await look(third)
  assert.deepEqual([filesIn(elsewhere.path), filesIn(third.at("done")), filesIn(third.at("refused"))], [["file.xml"], [], []])
  assert.equal(await countOf(third), 0)
})

test("ignores folders that name no tenant or account, and refuses the files of an archived account", async () => {
  const folder = await watched()
  mkdirSync(join(folder.root, "notes", "x"), { recursive: true })
  put(join(folder.root, "notes", "x", "a.xml"), statement(folder.account))
  assert.equal((await api.post(`/v1/own-accounts/${folder.account._id}/archive`)).status, 200)
  put(folder.at("late.xml"), statement(folder.account))
  await look(folder)
  assert.deepEqual(filesIn(join(folder.root, "notes", "x")), ["a.xml"])
  assert.match(readFileSync(folder.at("refused", "late.xml.txt"), "utf8"), /OWN-2001/)
})
