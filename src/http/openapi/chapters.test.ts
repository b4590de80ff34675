import assert from "node:assert/strict"
import { test } from "node:test"
import { application } from "../../app.ts"
import { inOrder } from "./chapters.ts"
import { tagOf } from "./names.ts"

const { chapters, operations } = application

test("every resource has one chapter in the reference, and every chapter a resource", () => {
  const tags = new Set(operations.flatMap(({ route }) => (route ? [tagOf(route)] : [])))
  for (const tag of tags) assert.ok(chapters[tag], `the routes of ${tag} have no chapter in a slice.ts`)
  assert.deepEqual(inOrder(chapters).toSorted(), [...tags].toSorted())
})

test("a chapter follows only chapters of its part", () => {
  for (const [tag, { part, after }] of Object.entries(chapters))
    assert.ok(after === undefined || chapters[after]?.part === part, `${tag} follows ${after}, which is not in ${part}`)
})

test("a chapter comes after those of earlier slices, or directly after the one it names", () => {
  const chapter = { part: "Reports", about: "" } as const
  const ordered = inOrder({ rates: { ...chapter, after: "sums" }, days: chapter, fees: { ...chapter, after: "rates" }, sums: chapter })
  assert.deepEqual(ordered, ["days", "sums", "rates", "fees"])
})
