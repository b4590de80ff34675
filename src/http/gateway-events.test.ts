import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer } from "../../test/harness.ts"

const { baseUrl } = await startTestServer({ ROLE: "api" })

test("receives messages at the address of a connection, and where banks append /pix to it", async () => {
  for (const suffix of ["", "/pix"]) {
    const response = await fetch(`${baseUrl}/v1/gateways/api-pix/events/${"0".repeat(24)}${suffix}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"pix":[]}',
    })
    const { error } = (await response.json()) as { error: { code: string } }
    assert.deepEqual([response.status, error.code], [401, "GTW-1001"], suffix)
  }
})
