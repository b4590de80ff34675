import { existsSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { renameWhole, writeDraft, writeWhole } from "../embedded/write-whole.ts"
import { type Config, ConfigFault } from "../kit/service/config.ts"
import { randomText } from "../kit/service/crypto.ts"
import { createTenant } from "../platform/api-keys/create-tenant.ts"
import { findTenant } from "../platform/tenants/find-store.ts"
import { findTenantIds } from "../platform/tenants/store.ts"
import { addressesAt } from "./connection.ts"

const Demo = z.object({ tenantId: z.string(), apiKey: z.string(), demoKey: z.string(), email: z.string(), password: z.string() })
type Demo = z.output<typeof Demo>

/** The sandbox of the first start on the embedded database. Its credentials are in demo.json. */
type Sandbox = {
  demoKey: string
  /** Creates the tenant unless it exists. Runs before the service listens, so that a ready service has its tenant. */
  create(): Promise<void>
  /** For the terminal, once the service listens. */
  describe(): string
}

export function openSandbox({ DATA_DIR, BASE_URL }: Config): Sandbox {
  const path = join(DATA_DIR, "demo.json")
  const addresses = addressesAt(BASE_URL)
  const draft = `${path}.draft`
  const stored = readDemo(path) ?? readDraft(draft)
  const demoKey = stored?.demoKey ?? `csdemo_${randomText(24)}`
  const render = ({ tenantId, apiKey, email, password }: Omit<Demo, "demoKey">) =>
    `${JSON.stringify({ ...addresses, tenantId, apiKey, demoKey, email, password }, null, 2)}\n`
  let message = ""

  async function create() {
    const isHere = stored !== undefined && (await findTenant({ id: stored.tenantId })) !== undefined
    if (isHere) {
      message = existsSync(path) ? `The credentials of your sandbox are in ${path}.` : renderWelcome(addresses, stored, path)
      return writeWhole(path, render(stored)) // with the addresses of this start
    }
    const moved = existsSync(path) ? moveAway(path) : ""
    if ((await findTenantIds()).length > 0) {
      message = `${moved}No sandbox was created, because the database has tenants. Create another one with: countersign tenant create`
      return rmSync(draft, { force: true })
    }
    const fields = { name: "Sandbox", mode: "sandbox", timezone: "UTC", email: "admin@example.com" } as const
    const keys = await createTenant(fields, each => writeDraft(draft, render(each)))
    renameWhole(draft, path)
    message = moved + renderWelcome(addresses, { ...keys, demoKey }, path)
  }

  return { demoKey, create, describe: () => message }
}

function readDemo(path: string): Demo | undefined {
  if (!existsSync(path)) return undefined
  const demo = parseDemo(path)
  if (!demo)
    throw new ConfigFault(
      `${path} is broken: it does not have the credentials that the first start wrote. Put a copy of it back, or remove it and create ` +
        "a tenant with: countersign tenant create",
    )
  return demo
}

/** The draft of a start that ended before its tenant was committed, or right after. */
const readDraft = (draft: string): Demo | undefined => (existsSync(draft) ? parseDemo(draft) : undefined)

function parseDemo(path: string): Demo | undefined {
  try {
    return Demo.parse(JSON.parse(readFileSync(path, "utf8")))
  } catch {
    return undefined
  }
}

/** Keeps the old file, because its keys are valid in its own database, which may come back. */
function moveAway(path: string): string {
  let old = `${path}.old`
  for (let n = 2; existsSync(old); n++) old = `${path}.old.${n}`
  renameSync(path, old)
  return `The tenant of ${path} is not in this database; the file is now ${old}.\n`
}

function renderWelcome({ baseUrl, docsUrl, mcpUrl }: ReturnType<typeof addressesAt>, demo: Demo, path: string): string {
  return `
Welcome to Countersign. Your sandbox:

  Dashboard     ${baseUrl}
  E-mail        ${demo.email}
  Password      ${demo.password}
  Reference     ${docsUrl}
  Agent tools   ${mcpUrl}
  Tenant id     ${demo.tenantId}
  API key       ${demo.apiKey}
  Demo key      ${demo.demoKey}

Saved in ${path}. A first request to try:

  curl ${baseUrl}/v1/users/user -H 'Authorization: ApiKey ${demo.apiKey}' -H 'X-TENANT-ID: ${demo.tenantId}'
`
}
