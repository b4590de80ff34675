import assert from "node:assert/strict"
import { test } from "node:test"
import { inParallel, withRealHashes } from "../../../test/harness.ts"
import { Problem } from "../pure/problem.ts"
import { hashPassword, isOutdatedHash, isPassword, maxAtOnce, maxWaiting } from "./password-hash.ts"

test("a password is verified against its argon2id hash", () =>
  withRealHashes(async () => {
    const hash = await hashPassword("correct horse")
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.ok(await isPassword("correct horse", hash))
    assert.ok(!(await isPassword("correct horsf", hash)))
    assert.ok(!(await isPassword("correct horse", "nonsense")))
    assert.ok(!(await isPassword("correct horse", null)))
    assert.ok(!(await isPassword("", undefined)))
  }))

test("a hash with other parameters is still verified, and known as outdated", async () => {
  const older = "$argon2id$v=19$m=8192,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$oThwnBEALLn3yYBfkDHTGOCFFmM4gqCj3h/6ftECPpc"
  assert.ok(await isPassword("an older password", older))
  assert.ok(!(await isPassword("another password", older)))
  assert.ok(isOutdatedHash(older))
  assert.ok(!isOutdatedHash(await hashPassword("a password")))
})

test("the same text typed as different characters is the same password", async () => {
  assert.ok(await isPassword("Jose\u0301 e cafe\u0301", await hashPassword("José e café")))
})

test("tells the last of too many concurrent attempts to try again, and verifies the others", async () => {
  const hash = "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$vIhUjBiqyBbeuHxOSXeT3j93hopqDHB+BJebvVUc1Zs" // takes no time
  const outcomes = await inParallel(maxAtOnce + maxWaiting + 20, () =>
    isPassword("a password", hash).catch((error: unknown) => (error instanceof Problem ? error.code : error)),
  )
  assert.deepEqual(new Set(outcomes), new Set([true, "RTE-1001"]))
  assert.equal(outcomes.filter(outcome => outcome === true).length, maxAtOnce + maxWaiting)
  assert.ok(await isPassword("a password", hash))
})
