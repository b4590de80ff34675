import assert from "node:assert/strict"
import { test } from "node:test"
import { metadataChange, repeatedKey } from "../../web/lib/metadata.ts"

test("sends only what differs, and an empty text for what was removed", () => {
  const before = { crm: "17", region: "south" }
  const cases: [entries: [string, string][], change: object][] = [
    [
      [
        ["crm", "17"],
        ["region", "south"],
      ],
      {},
    ],
    [
      [
        ["crm", "18"],
        ["region", "south"],
      ],
      { crm: "18" },
    ],
    [[["crm", "17"]], { region: "" }],
    [
      [
        ["crm", "17"],
        ["area", "south"],
      ],
      { region: "", area: "south" },
    ],
    [
      [
        ["crm", "17"],
        ["region", "south"],
        [" new ", "x"],
        ["", "y"],
      ],
      { new: "x" },
    ],
  ]
  for (const [entries, change] of cases)
    assert.deepEqual(
      metadataChange(
        before,
        entries.map(([key, value]) => ({ key, value })),
      ),
      change,
    )
})

test("finds a key that stands twice", () => {
  assert.equal(
    repeatedKey([
      { key: "a", value: "1" },
      { key: "a ", value: "2" },
    ]),
    "a",
  )
  assert.equal(
    repeatedKey([
      { key: "", value: "1" },
      { key: "", value: "2" },
    ]),
    undefined,
  )
})
