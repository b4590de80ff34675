import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"

type Lockfile = { packages: Record<string, { integrity?: string; link?: true; inBundle?: true }> }
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lockfile
/** The hash of a package's archive also covers the packages bundled in it. */
const entries = Object.entries(packages).filter(([path, { link, inBundle }]) => path !== "" && !link && !inBundle)

test("every package of the lock file has an integrity hash", () => {
  assert.ok(entries.length > 100)
  const without = entries.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""))
  assert.deepEqual(
    without.map(([path]) => path),
    [],
  )
})
