import assert from "node:assert/strict"
import { test } from "node:test"
import { system } from "../operation/system.ts"
import { defaultMailSettings } from "../pure/mail-settings.ts"
import { readOnly } from "./unit-of-work.ts"

const tenant = {
  id: "",
  name: "",
  mode: "sandbox" as const,
  timezone: "UTC",
  clockOffsetMs: 3_600_000,
  slug: "",
  linkKey: "",
  hasWebhooks: false,
  mails: defaultMailSettings,
}
const scope = { caller: system, tenant, origin: { channel: "system" as const, operation: "", requestId: "", address: "" }, name: "" }

test("a read can neither write nor lock, and has its tenant's clock", async () => {
  await assert.rejects(
    readOnly(scope, async ctx => ctx.write([])),
    /tried to write/,
  )
  await assert.rejects(
    readOnly(scope, async ctx => ctx.lock({ name: "", text: "", values: [] })),
    /tried to write/,
  )
  const ahead = (await readOnly(scope, async ctx => ctx.now)).getTime() - Date.now()
  assert.ok(ahead > 3_590_000 && ahead <= 3_600_000)
})
