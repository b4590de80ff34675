import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import pg from "pg"
import { setSecretKeys } from "../../src/kit/service/crypto.ts"
import { seeded } from "../random.ts"
import { startReceiver } from "../receiver.ts"
import { secretKey, startService } from "../service.ts"
import { signerOf } from "../sign.ts"
import { fuzz, type Outcome } from "./fuzz.ts"

/** Guessed passwords would cost a fifth of the time, and the tests of passwords look at the real cost. */
const quickHashes = { path: "src/kit/service/password-hash.ts", from: "memory: 19_456, passes: 2", to: "memory: 8, passes: 1" }

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
  const more = { ...Object.fromEntries(limits), NODE_OPTIONS: loopbackOnly }
  const service = await startService({ isHurried: true, changes: [quickHashes], more })
  const database = new pg.Client({ connectionString: service.databaseUrl, options: "-c app.tenants=*" })
  await database.connect()
  const newTenant = async () => {
    const email = `owner-${randomUUID()}@example.com`
    const keys = await service.createTenant("Escola Azul", email)
    return { ...keys, email, sign: await signerOf(database, keys.tenantId) }
  }
  try {
    const [baseUrl, ...others] = service.addresses
    const target = { baseUrl: baseUrl!, others, receiver: receiver.address("fuzz"), newTenant, clients: options.clients }
    return await fuzz(target, options)
  } finally {
    await database.end()
    await service.stop()
    receiver.close()
  }
}
