import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createTenant } from "./api-keys/create-tenant.ts"
import type { Config } from "./kit/config.ts"
import { randomText } from "./kit/crypto.ts"

type Demo = { tenantId: string; apiKey: string; demoKey: string; email: string; password: string }

/** Known before anybody listens, since the doors must know it too. */
export function keptDemoKey({ DATA_DIR }: Config): string {
  const path = demoPath(DATA_DIR)
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Demo).demoKey : `csdemo_${randomText(24)}`
}

const demoPath = (dataDir: string) => join(dataDir, "demo.json")

/** The first start on the embedded database makes one sandbox tenant and says all a newcomer needs; later starts say where it is. */
export async function seedDemo({ DATA_DIR, BASE_URL }: Config, demoKey: string) {
  const path = demoPath(DATA_DIR)
  const known = existsSync(path)
  const demo: Demo = known ? (JSON.parse(readFileSync(path, "utf8")) as Demo) : { ...(await firstTenant()), demoKey }
  const { tenantId, apiKey, email, password } = demo
  const addresses = { baseUrl: BASE_URL, demoUrl: `${BASE_URL}/demo`, docsUrl: `${BASE_URL}/docs`, mcpUrl: `${BASE_URL}/v1/mcp` }
  writeFileSync(path, `${JSON.stringify({ ...addresses, tenantId, apiKey, demoKey, email, password }, null, 2)}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
  console.log(known ? `Your sandbox's keys are in ${path}.` : welcome(addresses, demo, path))
}

const firstTenant = () => createTenant({ name: "Sandbox", mode: "sandbox", timezone: "UTC", email: "admin@example.com" })

function welcome({ baseUrl, docsUrl, mcpUrl }: Record<"baseUrl" | "docsUrl" | "mcpUrl", string>, demo: Demo, path: string): string {
  return `
Welcome to Countersign. This sandbox is yours:

  Dashboard     ${baseUrl}
  E-mail        ${demo.email}
  Password      ${demo.password}
  Reference     ${docsUrl}
  Agent tools   ${mcpUrl}
  Tenant id     ${demo.tenantId}
  API key       ${demo.apiKey}
  Demo key      ${demo.demoKey}

Kept in ${path}. A first request to paste:

  curl ${baseUrl}/v1/users/user -H "Authorization: ApiKey ${demo.apiKey}" -H "X-TENANT-ID: ${demo.tenantId}"
`
}
