// The service as one process of the simulation runs it: everything that `start` starts, but no socket listens.
import { application } from "../../src/app.ts"
import { buildServer } from "../../src/http/server.ts"
import { home, inCell, openDatabase } from "../../src/kit/db/cells.ts"
import { followDatabaseClock } from "../../src/kit/db/database-clock.ts"
import { loadDirectory } from "../../src/kit/db/directory.ts"
import { assertSecretKey } from "../../src/kit/db/secret-key-marker.ts"
import { readConfig, setConfig } from "../../src/kit/service/config.ts"
import { setSecretKeys } from "../../src/kit/service/crypto.ts"
import { setLogLevel } from "../../src/kit/service/log.ts"
import { signature, simulator } from "../../src/money/gateways/simulator.ts"
import { createTenant } from "../../src/platform/api-keys/create-tenant.ts"
import { findTenant } from "../../src/platform/tenants/find-store.ts"
import { startWorker } from "../../src/worker.ts"
import type { Sent } from "./network.ts"

export { GatewayUnreachable } from "../../src/money/gateways/gateway.ts"
export { createTenant, simulator }

/** Signs what the simulator reports to a tenant. */
export async function signerOf(id: string) {
  const tenant = await inCell(home(), () => findTenant({ id }))
  return (bytes: Buffer) => signature(tenant!.linkKey, bytes)
}

export async function run(settings: Record<string, string>) {
  const config = readConfig(settings)
  setConfig(config)
  setLogLevel(config.LOG_LEVEL)
  setSecretKeys(config.SECRET_KEY ?? [])
  openDatabase(config.DATABASE_URL!, config.DATABASE_CONNECTIONS)
  await followDatabaseClock()
  await inCell(home(), () => assertSecretKey(application.reseals))
  await loadDirectory()
  const app = buildServer(application)
  await app.ready()
  inCell(home(), () => startWorker(application))
  return {
    async answer({ method, path, headers, body }: Sent) {
      const answer = await app.inject({ method: method as "GET", url: path, headers, ...(body !== undefined && { payload: body }) })
      return { status: answer.statusCode, text: answer.body }
    },
  }
}
