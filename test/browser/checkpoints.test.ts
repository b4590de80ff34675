// The page that shows how far ledger and audit log are signed, and how anybody checks it.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { assertAccessibleOnTwoScreens, startBrowser } from "../chromium.ts"
import { type Any, newContact, startTestServer } from "../harness.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: only the tests sign
const { api, baseUrl, keys } = server
const { openAs } = await startBrowser(baseUrl)
const { page, problems } = await openAs({ email: keys.email, password: keys.password! }, "/signed-checkpoints")
const status = page.getByRole("status")
const list = page.getByRole("region", { name: "Checkpoints", exact: true })
const row = (number: number) => list.getByRole("link", { name: String(number), exact: true })

test("says that nothing is signed yet, signs now, and shows the checkpoint with what it covers", async () => {
  await status.filter({ hasText: "Not signed yet" }).waitFor()
  await page.getByText("The first one is signed within minutes").waitFor()
  await assertAccessibleOnTwoScreens(page, "checkpoints before the first one")
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole("button", { name: "Sign now" }).click()
  await row(1).waitFor()
  await status.filter({ hasText: "Everything is signed" }).waitFor()
  await api.create("/v1/contacts/create", newContact())
  await page.reload()
  await status.filter({ hasText: "The newest entries are not signed yet" }).waitFor()
  await page.getByText("1 of the audit log").waitFor()
  await page.getByRole("button", { name: "Sign now" }).click()
  await row(2).waitFor()
  await assertAccessibleOnTwoScreens(page, "the list of checkpoints")
  await page.setViewportSize({ width: 1280, height: 900 })
})

test("finds a checkpoint by its number, and says when none matches", async () => {
  const search = page.getByPlaceholder("Number or id of a key")
  await search.fill("2")
  await row(1).waitFor({ state: "detached" })
  await search.fill("99")
  await row(2).waitFor({ state: "detached" })
  await search.fill("")
  await row(1).waitFor()
  const side = await page.evaluate("getComputedStyle(document.querySelector('th:nth-child(2)')).textAlign")
  assert.equal(side, "start", "a head stands over its cells")
})

test("shows the public key and commands that verify an export, and what is downloaded passes the verifier", async () => {
  const { keys: published } = (await (await fetch(`${baseUrl}/checkpoints/keys`)).json()) as Any
  const [key] = published
  await page
    .getByRole("region", { name: `Public key ${key.id}` })
    .filter({ hasText: "BEGIN PUBLIC KEY" })
    .waitFor()
  const commands = await page.getByRole("region", { name: "Commands that verify an export" }).innerText()
  for (const part of ["/countersign-verify.mjs", "/checkpoints/keys", "/v1/checkpoints/export", keys.tenantId])
    assert.ok(commands.includes(part), part)
  const folder = mkdtempSync(join(tmpdir(), "verify-"))
  const save = async (name: string, click: () => Promise<void>) => {
    const saved = page.waitForEvent("download")
    await click()
    const path = join(folder, name)
    await (await saved).saveAs(path)
    return path
  }
  const link = (name: string) => page.getByRole("link", { name, exact: true }).click()
  const verifier = await save("verify.mjs", () => link("Verifier"))
  const keysFile = await save("keys.json", () => link("Public keys"))
  const file = await save("export.jsonl", () => link("Export"))
  await list
    .getByRole("link", { name: "Checkpoint 2" })
    .or(list.getByRole("link", { name: "2", exact: true }))
    .first()
    .click()
  await page.getByRole("heading", { name: "Checkpoint 2" }).waitFor()
  await assertAccessibleOnTwoScreens(page, "a checkpoint")
  await page.setViewportSize({ width: 1280, height: 900 })
  const kept = await save("kept.json", () => page.getByRole("button", { name: "Keep a copy" }).click())
  const verify = (path: string) =>
    execFileSync(process.execPath, [verifier, path, "--keys", keysFile, "--checkpoint", kept], { encoding: "utf8" })
  assert.match(verify(file), /2 checkpoints/)
  const cut = join(folder, "cut.jsonl")
  writeFileSync(cut, execFileSync("head", ["-n", "3", file]))
  assert.throws(() => verify(cut))
})

test("publishes the checkpoints at a public address, and stops it", async () => {
  await page.goto(`${baseUrl}/signed-checkpoints`)
  const publicStatus = async () => (await fetch(`${baseUrl}/checkpoints/${keys.tenantId}`)).status
  assert.equal(await publicStatus(), 404)
  await page.getByRole("switch", { name: "Publish checkpoints" }).click()
  await page.getByRole("link", { name: `/checkpoints/${keys.tenantId}` }).waitFor()
  assert.equal(await publicStatus(), 200)
  await page.getByRole("switch", { name: "Publish checkpoints" }).click()
  await page.getByRole("link", { name: `/checkpoints/${keys.tenantId}` }).waitFor({ state: "detached" })
  assert.equal(await publicStatus(), 404)
  assert.deepEqual(problems, [])
})
