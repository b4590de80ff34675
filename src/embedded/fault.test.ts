import assert from "node:assert/strict"
import { test } from "node:test"
import { EmbeddedFault, faultFromError, faultFromOutput } from "./fault.ts"

test("a full disk is named, whether Node or PostgreSQL meets it first", () => {
  for (const code of ["ENOSPC", "EDQUOT", "53100"]) {
    const fault = faultFromError(Object.assign(new Error("could not extend file"), { code }), "/data")
    assert.ok(fault instanceof EmbeddedFault)
    assert.match(fault.message, /^The disk that holds \/data is full\./)
  }
})

test("a read-only file system is named, and no other owner is advised", () => {
  const faults = [
    faultFromError(Object.assign(new Error("EROFS: read-only file system, open '/data/countersign.lock'"), { code: "EROFS" }), "/data"),
    faultFromOutput('FATAL:  could not create lock file "postmaster.pid": Read-only file system', "/data"),
  ]
  for (const fault of faults) {
    assert.ok(fault instanceof EmbeddedFault)
    assert.match(fault.message, /^The file system that holds \/data is read-only\. Mount it writable, or set DATA_DIR/)
    assert.doesNotMatch(fault.message, /owner/)
  }
})
