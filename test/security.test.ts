// docs/security.md and docs/asvs.md say where each point is tested. The files must exist, and no requirement may be missing.
import assert from "node:assert/strict"
import { existsSync, globSync, readFileSync } from "node:fs"
import { test } from "node:test"

const rowsOf = (path: string) => readFileSync(path, "utf8").match(/^\| (?!---|Id |Who ).*$/gm) ?? []
const filesIn = (row: string) => [...row.matchAll(/`([^`]+\.(?:test\.ts|md|json))`/g)].map(([, path]) => path!)

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0 has. */
const requirements = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

test("the table has every requirement of ASVS 5.0 at levels 1 and 2, once and in order", () => {
  const ids = rowsOf("docs/asvs.md").map(row => row.split("|")[1]!.trim())
  assert.equal(new Set(ids).size, ids.length)
  const counts = requirements.map((_, i) => ids.filter(id => id.startsWith(`${i + 1}.`)).length)
  assert.deepEqual(counts, requirements)
})

test("every requirement and every threat names files that exist, or says why it needs none", () => {
  for (const row of rowsOf("docs/asvs.md")) {
    const files = filesIn(row)
    assert.ok(files.length > 0 || /\| (does not apply|open): \S.* \|$/.test(row), row)
    for (const path of files) assert.ok(existsSync(path), `${path} in ${row}`)
  }
  const threats = rowsOf("docs/security.md")
  assert.ok(threats.length >= 10)
  for (const row of threats) {
    assert.ok(filesIn(row).length > 0, row)
    for (const path of filesIn(row)) assert.ok(existsSync(path), `${path} in ${row}`)
  }
})

test("the inventory of cryptography names every file that uses some, and no other", () => {
  const files = globSync("{src,sdk/src,web,bin}/**/*.{ts,tsx,mjs}").filter(path => !/\.test\.ts$|node_modules/.test(path))
  const used = files.filter(path => usesCryptography(readFileSync(path, "utf8"))).map(path => path.replaceAll("\\", "/"))
  const named = [...readFileSync("docs/cryptography.md", "utf8").matchAll(/`((?:src|sdk|web|bin)\/[^`]+)`/g)].map(([, path]) => path!)
  assert.deepEqual([...new Set(named)].toSorted(), used.toSorted())
})

const usesCryptography = (code: string) =>
  /crypto\.subtle|getRandomValues/.test(code) ||
  /(?:from |import\()"(?:@simplewebauthn\/server|oauth4webapi)"/.test(code) ||
  /(?:import|from|import\() ?"node:crypto"/.test(code.replace(/import \{ randomUUID \} from "node:crypto"/, ""))
