import assert from "node:assert/strict"
import { test } from "node:test"
import { isOutdated, seal, unseal, setSecretKeys } from "./crypto.ts"

const [first, second] = ["the first key of this installation", "the second key of this installation"]

test("a sealed secret unseals only in its own place", () => {
  setSecretKeys([first])
  const sealed = seal("DE89370400440532013000", "tenant/account/iban")
  assert.ok(!sealed.includes("DE89"))
  assert.equal(unseal(sealed, "tenant/account/iban"), "DE89370400440532013000")
  assert.throws(() => unseal(sealed, "tenant/other/iban"))
  assert.throws(() => unseal(sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA"), "tenant/account/iban"))
  assert.notEqual(seal("a", "p"), seal("a", "p"))
})

test("keys are rotated by putting a new one in front", () => {
  setSecretKeys([first])
  const old = seal("secret", "place")
  setSecretKeys([second, first])
  assert.equal(unseal(old, "place"), "secret")
  assert.ok(isOutdated(old))
  const fresh = seal("secret", "place")
  assert.ok(!isOutdated(fresh))
  setSecretKeys([second])
  assert.equal(unseal(fresh, "place"), "secret")
  assert.throws(() => unseal(old, "place"), /put it back/)
})
