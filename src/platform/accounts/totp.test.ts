import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import fc from "fast-check"
import { codeAt, fromBase32, stepAt, stepOf, toBase32 } from "./totp.ts"

test("computes the codes of RFC 6238, appendix B, for SHA-1", () => {
  const secret = Buffer.from("12345678901234567890")
  const vectors = {
    59: "94287082",
    1111111109: "07081804",
    1111111111: "14050471",
    1234567890: "89005924",
    2000000000: "69279037",
    20000000000: "65353130",
  }
  for (const [seconds, code] of Object.entries(vectors)) {
    const step = stepAt(new Date(Number(seconds) * 1000))
    assert.equal(codeAt(secret, step, 8), code)
    assert.equal(codeAt(secret, step), code.slice(-6))
  }
})

test("accepts a code of the current, the previous or the next step, if no code of that step or a later one was used", () => {
  const secret = randomBytes(20)
  const now = new Date("2027-01-31T12:00:10Z")
  const step = stepAt(now)
  for (const offset of [-1, 0, 1]) assert.equal(stepOf(codeAt(secret, step + offset), secret, now, 0), step + offset)
  for (const offset of [-3, -2, 2, 3]) assert.equal(stepOf(codeAt(secret, step + offset), secret, now, 0), undefined)
  assert.equal(stepOf(codeAt(secret, step), secret, now, step), undefined)
  assert.equal(stepOf(codeAt(secret, step - 1), secret, now, step), undefined)
  assert.equal(stepOf(codeAt(secret, step), secret, now, step - 1), step)
  for (const wrong of ["", "12345", "1234567", "abcdef", "éééééé"]) assert.equal(stepOf(wrong, secret, now, 0), undefined)
})

test("encodes and decodes base32 as in RFC 4648", () => {
  assert.equal(toBase32(Buffer.from("foobar")), "MZXW6YTBOI")
  assert.equal(toBase32(Buffer.from("fooba")), "MZXW6YTB")
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), bytes => assert.deepEqual(fromBase32(toBase32(Buffer.from(bytes))), Buffer.from(bytes))),
  )
})
