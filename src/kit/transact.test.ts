import assert from "node:assert/strict"
import { test } from "node:test"
import { system } from "./system.ts"
import { look } from "./transact.ts"

const tenant = {
  id: "",
  name: "",
  mode: "sandbox" as const,
  timezone: "UTC",
  clockOffsetMs: 3_600_000,
  slug: "",
  linkKey: "",
  hasWebhooks: false,
}
const scene = { caller: system, tenant, origin: { door: "job" as const, operation: "", requestId: "", address: "" }, name: "" }

test("a read has no pen and no lock, and its tenant's clock", async () => {
  await assert.rejects(
    look(scene, async ctx => ctx.write([])),
    /tried to write/,
  )
  await assert.rejects(
    look(scene, async ctx => ctx.lock({ name: "", text: "", values: [] })),
    /tried to write/,
  )
  const ahead = (await look(scene, async ctx => ctx.now)).getTime() - Date.now()
  assert.ok(ahead > 3_590_000 && ahead <= 3_600_000)
})
