import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import fc from "fast-check"
import { keyOf, txidOf } from "./txid.ts"

test("every key has a txid of 26 to 35 letters and digits, and keys of ours are read back from theirs", () => {
  const key = fc.oneof(fc.uuid(), fc.stringMatching(/^[0-9a-f]{24}$/), fc.string())
  fc.assert(
    fc.property(key, key, (one, other) => {
      assert.match(txidOf(one), /^[a-zA-Z0-9]{26,35}$/)
      assert.equal(txidOf(one) === txidOf(other), one === other)
    }),
  )
  for (const ours of [randomUUID(), "65f1a2b3c4d5e6f708192a3b"]) assert.equal(keyOf(txidOf(ours)), ours)
})

test("a txid of another program is not read as a key", () => {
  for (const txid of ["c3e0e7a4e7f1469a9f782d3d4999343c", txidOf("any other key"), `cs${"g".repeat(24)}`, `xx${"0".repeat(24)}`, "cs", ""])
    assert.equal(keyOf(txid), undefined, txid)
})
