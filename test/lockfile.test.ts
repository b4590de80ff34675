import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"

type Entry = { version: string; integrity?: string; link?: true; dev?: true; optional?: true }
type Lockfile = { packages: Record<string, Entry> }
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lockfile
const entries = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link)

/** The linter and the formatter for other platforms: optional, for developers only, and not in every registry at these versions. */
const isOtherPlatformsLinter = ([path, { dev, optional }]: [string, Entry]) =>
  dev && optional && /^node_modules\/@(oxfmt|oxlint|oxlint-tsgolint)\//.test(path)

test("every package of the lock file but the linters of other platforms has an integrity hash", () => {
  assert.ok(entries.length > 100)
  const without = entries.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""))
  assert.deepEqual(
    without.filter(entry => !isOtherPlatformsLinter(entry)).map(([path]) => path),
    [],
  )
})
