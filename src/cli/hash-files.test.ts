import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { hashFiles } from "./hash-files.ts"

test("the hash changes with the content, name and place of a file and with a new or deleted file, and not with files elsewhere", t => {
  const root = mkdtempSync(join(tmpdir(), "countersign-hash-"))
  t.after(() => rmSync(root, { recursive: true }))
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  mkdirSync(join(root, "pages", "lists"), { recursive: true })
  write("pages/list.ts", "a")
  write("pages/lists/row.ts", "b")
  write("lock.json", "{}")
  const hash = () => hashFiles(root, ["pages", "lock.json", "nothing"])
  const first = hash()
  write("other.ts", "c")
  assert.equal(hash(), first)

  const changes = [
    () => write("pages/list.ts", "A"),
    () => renameSync(join(root, "pages/list.ts"), join(root, "pages/lists/list.ts")),
    () => write("pages/lists/.hidden", ""),
    () => write("lock.json", "[]"),
    () => rmSync(join(root, "pages/lists/row.ts")),
  ]
  const hashes = changes.map(change => (change(), hash()))
  assert.equal(new Set([first, ...hashes]).size, changes.length + 1)
})
