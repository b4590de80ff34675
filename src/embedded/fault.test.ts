import assert from "node:assert/strict"
import { test } from "node:test"
import { EmbeddedFault, faultFromError, faultFromOutput } from "./fault.ts"

test("reports a full disk, whether Node or PostgreSQL notices it first", () => {
  for (const code of ["ENOSPC", "EDQUOT", "53100"]) {
    const fault = faultFromError(Object.assign(new Error("could not extend file"), { code }), "/data")
    assert.ok(fault instanceof EmbeddedFault)
    assert.match(fault.message, /^The disk that holds \/data is full\./)
  }
})

test("reports a read-only file system, and does not advise to change the owner", () => {
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
