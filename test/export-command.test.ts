// The command that saves everything and verifies it.
import assert from "node:assert/strict"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { archiveOf, filesIn } from "./archives.ts"
import { commandLineUser } from "./command-line.ts"
import { newContact, startTestServer } from "./harness.ts"

const { baseUrl, keys, api } = await startTestServer()
const { run } = commandLineUser({ COUNTERSIGN_URL: baseUrl, COUNTERSIGN_API_KEY: keys.apiKey })
const folder = mkdtempSync(join(tmpdir(), "export-"))
after(() => rmSync(folder, { recursive: true }))
const path = join(folder, "all.tar.gz")
const { _id } = (await api.post("/v1/contacts/create", newContact())).body.data

test("saves everything, verifies it, and does not overwrite a file", async () => {
  const { code, out, notes } = await run(["export", path], { isTerminal: true, width: 200 })
  assert.equal(code, 0, notes)
  assert.match(out, /FILE +AS OF +FILES +ROWS\n.*all\.tar\.gz +20\d\d-/)
  assert.match(notes, /^Verified: /)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.ok((await filesIn(readFileSync(path))).get("contacts.jsonl")!.includes(_id))
  const before = readFileSync(path)
  const again = await run(["export", path])
  assert.deepEqual([again.code, /exists already.*Nothing was sent/.test(again.notes)], [1, true], again.notes)
  assert.deepEqual(readFileSync(path), before)
  const checked = JSON.parse((await run(["export", path, "--check"])).out)
  assert.deepEqual([checked.verified, checked.tenant], [true, keys.tenantId])
})

test("finds what was changed, removed, added or cut off", async () => {
  const whole = readFileSync(path)
  const files = await filesIn(whole)
  const failure = async (content: Buffer) => {
    const changed = join(folder, "changed.tar.gz")
    writeFileSync(changed, content)
    const { code, notes } = await run(["export", changed, "--check"])
    assert.equal(code, 1, notes)
    return notes
  }
  const changed = (name: string, content?: Buffer) => {
    const others = new Map(files)
    if (content) others.set(name, content)
    else others.delete(name)
    return archiveOf(others)
  }
  const contacts = files.get("contacts.jsonl")!
  const flipped = Buffer.from(contacts)
  flipped.writeUInt8(flipped.readUInt8(10) ^ 1, 10)
  assert.match(await failure(changed("contacts.jsonl", flipped)), /contacts\.jsonl is not what was exported/)
  assert.match(await failure(changed("contacts.jsonl", Buffer.concat([contacts, contacts]))), /contacts\.jsonl is not what was exported/)
  assert.match(await failure(changed("contacts.csv")), /contacts\.csv is missing/)
  assert.match(await failure(changed("manifest.json")), /it has no manifest/)
  const manifest = JSON.parse(files.get("manifest.json")!.toString())
  const miscounted = manifest.files.map((each: { name: string; rows: number }) =>
    each.name === "contacts.jsonl" ? { ...each, rows: each.rows + 1 } : each,
  )
  const lying = Buffer.from(JSON.stringify({ ...manifest, files: miscounted }))
  assert.match(await failure(changed("manifest.json", lying)), /contacts\.jsonl has 1 rows instead of 2/)
  assert.match(await failure(archiveOf(new Map([["added.jsonl", contacts], ...files]))), /added\.jsonl is not in the manifest/)
  assert.match(await failure(archiveOf(new Map([...files, ["late.jsonl", contacts]]))), /late\.jsonl follows the manifest/)
  for (const length of [0, 100, Math.floor(whole.length / 2), whole.length - 1]) await failure(whole.subarray(0, length))
  await failure(Buffer.concat([whole, whole]))
})

test("an export that breaks off leaves no file", async () => {
  const cut = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/gzip" })
    response.write(readFileSync(path).subarray(0, 500), () => response.destroy())
  })
  await new Promise<void>(resolve => void cut.listen(0, "127.0.0.1", resolve))
  after(() => cut.close())
  const other = commandLineUser({
    COUNTERSIGN_URL: `http://127.0.0.1:${(cut.address() as AddressInfo).port}`,
    COUNTERSIGN_API_KEY: keys.apiKey,
  })
  const target = join(folder, "cut.tar.gz")
  const { code, notes } = await other.run(["export", target])
  assert.deepEqual([code, /broke off after/.test(notes)], [4, true], notes)
  assert.throws(() => statSync(target), /ENOENT/)
})
