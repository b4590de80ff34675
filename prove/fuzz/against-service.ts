import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import pg from "pg"
import { setSecretKeys } from "../../src/kit/service/crypto.ts"
import { signature } from "../../src/money/gateways/simulator.ts"
import { unsealLinkKey } from "../../src/platform/tenants/link-key.ts"
import { seeded } from "../random.ts"
import { startReceiver } from "../receiver.ts"
import { secretKey, startService } from "../service.ts"
import { fuzz, type Outcome } from "./fuzz.ts"

/** Sends inputs to a service that was started for them. */
export async function fuzzService(options: {
  inputs: number
  seed: number
  from: number
  clients: number
  minutes: number
}): Promise<Outcome> {
  setSecretKeys([secretKey])
  const receiver = await startReceiver(seeded(options.seed))
  const limits = ["READS", "WRITES", "REPORTS", "REMINDERS"].map(name => [`RATE_LIMIT_AGENT_${name}`, "0"])
  const loopbackOnly = `--import ${pathToFileURL(join(import.meta.dirname, "loopback-only.ts")).href}`
  const service = await startService({ more: { ...Object.fromEntries(limits), NODE_OPTIONS: loopbackOnly } })
  const database = new pg.Client({ connectionString: service.databaseUrl, options: "-c app.tenants=*" })
  await database.connect()
  const newTenant = async () => {
    const email = `owner-${randomUUID()}@example.com`
    const keys = await service.createTenant("Escola Azul", email)
    const { rows } = await database.query<{ link_key: string }>("select link_key from tenants where id = $1", [keys.tenantId])
    const linkKey = unsealLinkKey(rows[0]!.link_key, keys.tenantId)
    return { ...keys, email, sign: (bytes: Buffer) => signature(linkKey, bytes) }
  }
  try {
    return await fuzz({ baseUrl: service.addresses[0]!, receiver: receiver.address("fuzz"), newTenant, clients: options.clients }, options)
  } finally {
    await database.end()
    await service.stop()
    receiver.close()
  }
}
