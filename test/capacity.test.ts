import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { renderCapacity } from "../bench/capacity.ts"

test("the guide quotes the tables of capacity as they are computed", () => {
  const guide = readFileSync("docs/guides/scale.md", "utf8")
  for (const table of renderCapacity().split("\n\n")) assert.ok(guide.includes(table), `docs/guides/scale.md lacks:\n${table}`)
})
