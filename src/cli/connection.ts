import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Fault } from "../kit/service/fault.ts"

export type ConnectionOptions = { baseUrl?: string; apiKey?: string; tenant?: string }
export type Connection = { baseUrl: string; apiKey: string; tenantId: string }

/** The addresses of the service that the commands print for a new tenant. */
export const addressesAt = (baseUrl: string) => ({
  baseUrl,
  demoUrl: `${baseUrl}/demo`,
  docsUrl: `${baseUrl}/docs`,
  mcpUrl: `${baseUrl}/v1/mcp`,
})

class ConnectionFault extends Fault {}

/** How a command reaches the service. Missing options come from the sandbox of this machine. */
export function resolveConnection({ baseUrl, apiKey, tenant }: ConnectionOptions): Connection {
  if (baseUrl && apiKey && tenant) return { baseUrl, apiKey, tenantId: tenant }
  const path = join(process.env["DATA_DIR"] || "./data", "demo.json")
  try {
    const demo = JSON.parse(readFileSync(path, "utf8")) as Connection
    return { baseUrl: baseUrl ?? demo.baseUrl, apiKey: apiKey ?? demo.apiKey, tenantId: tenant ?? demo.tenantId }
  } catch {
    throw new ConnectionFault(`No sandbox found in ${path}. Start Countersign here first, or set --base-url, --api-key and --tenant.`)
  }
}
