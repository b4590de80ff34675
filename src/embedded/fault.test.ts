import assert from "node:assert/strict"
import { test } from "node:test"
import { EmbeddedFault, faultFromError } from "./fault.ts"

test("a full disk is named, whether Node or PostgreSQL meets it first", () => {
  for (const code of ["ENOSPC", "EDQUOT", "53100"]) {
    const fault = faultFromError(Object.assign(new Error("could not extend file"), { code }), "/data")
    assert.ok(fault instanceof EmbeddedFault)
    assert.match(fault.message, /^The disk that holds \/data is full\./)
  }
})
