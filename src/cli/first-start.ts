import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createTenant } from "../platform/api-keys/create-tenant.ts"
import type { Config } from "../kit/service/config.ts"
import { randomText } from "../kit/service/crypto.ts"

type Demo = { tenantId: string; apiKey: string; demoKey: string; email: string; password: string }

/** Runs before the tenant exists, because the HTTP server needs the demo key when it starts. */
export function readOrCreateDemoKey({ DATA_DIR }: Config): string {
  const path = demoPath(DATA_DIR)
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Demo).demoKey : `csdemo_${randomText(24)}`
}

const demoPath = (dataDir: string) => join(dataDir, "demo.json")

/** The first start on the embedded database creates a sandbox tenant and prints its credentials; later starts print where they are. */
export async function createDemoTenant({ DATA_DIR, BASE_URL }: Config, demoKey: string) {
  const path = demoPath(DATA_DIR)
  const exists = existsSync(path)
  const demo: Demo = exists ? (JSON.parse(readFileSync(path, "utf8")) as Demo) : { ...(await createSandboxTenant()), demoKey }
  const { tenantId, apiKey, email, password } = demo
  const addresses = { baseUrl: BASE_URL, demoUrl: `${BASE_URL}/demo`, docsUrl: `${BASE_URL}/docs`, mcpUrl: `${BASE_URL}/v1/mcp` }
  writeFileSync(path, `${JSON.stringify({ ...addresses, tenantId, apiKey, demoKey, email, password }, null, 2)}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
  console.log(exists ? `The credentials of your sandbox are in ${path}.` : renderWelcome(addresses, demo, path))
}

const createSandboxTenant = () => createTenant({ name: "Sandbox", mode: "sandbox", timezone: "UTC", email: "admin@example.com" })

function renderWelcome({ baseUrl, docsUrl, mcpUrl }: Record<"baseUrl" | "docsUrl" | "mcpUrl", string>, demo: Demo, path: string): string {
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

  curl ${baseUrl}/v1/users/user -H "Authorization: ApiKey ${demo.apiKey}" -H "X-TENANT-ID: ${demo.tenantId}"
`
}
