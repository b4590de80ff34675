import { setTimeout as wait } from "node:timers/promises"
import pg from "pg"
import { setSecretKeys } from "../src/kit/service/crypto.ts"
import type { SourceChange } from "../test/programs.ts"
import { type Business, openBusiness } from "./business.ts"
import { type Client, newClient, newLog } from "./client.ts"
import { type FaultCounts, injectFaults } from "./faults.ts"
import { endMoves, findStrayRows, type Moves, moveTenants } from "./moves.ts"
import { checkPromises, type Kept } from "./promises.ts"
import { seeded } from "./random.ts"
import { type Receiver, startReceiver } from "./receiver.ts"
import { type Broken, findAllBroken } from "./rules.ts"
import { secretKey, type Service, startService } from "./service.ts"
import { signerOf } from "./sign.ts"
import { type Database, joined } from "./sql.ts"
import { work } from "./workload.ts"

type Options = { seed: number; minutes: number; clients: number; cells?: boolean; changes?: readonly SourceChange[] }
export type Result = Options & {
  steps: number
  requests: number
  received: number
  seconds: number
  faults: FaultCounts
  moves: Moves | undefined
  promises: Kept
  broken: Broken[]
}

/**
 * Two businesses work on a service that keeps breaking, with `cells` while they are moved between three of them. Then everything is
 * repaired, and what is left is checked.
 */
export async function runTrial(options: Options): Promise<Result> {
  const start = Date.now()
  setSecretKeys([secretKey])
  const random = seeded(options.seed)
  const log = newLog()
  const receiver = await startReceiver(random.split())
  const service = await startService({ changes: options.changes, cells: options.cells ? ["east", "west"] : [] })
  try {
    const names = ["Escola Azul", "Escola Verde"]
    const credentials = await Promise.all(names.map(name => service.createTenant(name)))
    const clientOf = (keys: (typeof credentials)[number]) => newClient(service.addresses, keys, random.split(), log)
    const open = async (keys: (typeof credentials)[number]) => {
      const sign = await withDatabase(service, database => signerOf(database, keys.tenantId))
      return openBusiness(clientOf(keys), { clientOf: apiKey => clientOf({ ...keys, apiKey }), receiver, sign })
    }
    const businesses = (await Promise.all(credentials.map(open))) as [Business, Business]
    receiver.isFlaky = true
    const tenants = credentials.map(({ tenantId }) => tenantId)
    const faulty = injectFaults(service, random.split(), log)
    const moving = options.cells ? moveTenants(service, tenants, random.split(), log) : undefined
    const busy = Array.from({ length: options.clients }, () => work(random.split(), businesses, log))
    await Promise.race([wait(options.minutes * 60_000), faulty, ...(moving ? [moving] : []), ...busy])
    log.hasEnded = true
    const [faults, ...steps] = await Promise.all([faulty, ...busy])
    receiver.isFlaky = false
    const moves = await moving
    const unmoved = moves ? await endMoves(service, tenants, moves) : []
    const broken = [...unmoved, ...(await check(service, businesses, receiver)), ...(moves ? await findStrayRows(service) : [])]
    if (log.violations.length > 0) broken.unshift({ rule: "answers are right", findings: log.violations })
    const seconds = (Date.now() - start) / 1000
    const counted = { steps: steps.reduce((sum, n) => sum + n, 0), requests: log.requests, received: receiver.received.length }
    return { ...options, ...counted, seconds, faults, moves, promises: await promisesOf(service, log.promises), broken }
  } finally {
    log.hasEnded = true
    await service.stop()
    receiver.close()
  }
}

const promisesOf = (service: Service, promises: ReturnType<typeof newLog>["promises"]) =>
  withDatabase(service, database => checkPromises(database, promises))

/** A connection to each cell, as one database. */
async function withDatabase<T>({ databases }: Service, use: (database: Database) => Promise<T>): Promise<T> {
  const clients = databases.map(({ directUrl }) => new pg.Client({ connectionString: directUrl, options: "-c app.tenants=*" }))
  try {
    for (const client of clients) await client.connect()
    return await use(joined(clients))
  } finally {
    for (const client of clients) await client.end()
  }
}

const check = (service: Service, businesses: readonly Business[], receiver: Receiver): Promise<Broken[]> =>
  withDatabase(service, async database => {
    const unended = await finish(database, businesses)
    return [...unended, ...(await findAllBroken(database)), ...(await findBrokenTelling(database, receiver))]
  })

/** What receivers got: each message is one of ours, signed for its tenant. */
export async function findBrokenTelling(database: Database, { received }: Receiver): Promise<Broken[]> {
  const { rows } = await database.query<{ id: string }>("select id from deliveries union all select id from delivery_history")
  const known = new Set(rows.map(({ id }) => id))
  const wrong = received.filter(({ messageId, isSigned }) => !known.has(messageId) || !isSigned)
  const findings = wrong.map(({ tenant, messageId, event }) => `${tenant} got ${event} ${messageId}`)
  return findings.length > 0 ? [{ rule: "receivers get only signed messages of their own tenant", findings }] : []
}

const maxFinishMs = 180_000

/** What is still to be done: jobs that are due, webhooks, and audit entries that are not sealed yet. */
export const unfinished = `
  select 'job ' || j.kind as what, count(*) as n from jobs j join tenants t on t.id = j.tenant_id
  where j.failed_at is null and j.next_at <= now() + case when j.real_time then 0 else t.clock_offset_ms end * interval '1 millisecond'
  group by j.kind
  union all select 'delivery', count(*) from deliveries where status not in ('delivered', 'failed') having count(*) > 0
  union all select 'audit entry', count(*) from audit_unsealed having count(*) > 0`

/** Moves the clocks until what was begun has ended: late answers of the gateway, retries, webhooks, the sealing of the audit log. */
export async function finish(database: Database, businesses: readonly Business[]): Promise<Broken[]> {
  for (const { owner } of businesses) await settleClock(owner)
  const end = Date.now() + maxFinishMs
  for (let quiet = 0; quiet < 3; await wait(1_000)) {
    const { rows } = await database.query<{ what: string; n: string }>(unfinished)
    quiet = rows.length === 0 ? quiet + 1 : 0
    if (Date.now() > end) return [{ rule: "everything that was begun has ended", findings: rows.map(({ what, n }) => `${n} × ${what}`) }]
  }
  return []
}

/** In steps of less than a day, because keys expire by the tenant's clock: a longer step would end the key that it was sent with. */
async function settleClock(owner: Client) {
  for (let hours = 0; hours < 6 * 24; hours += 20) await owner.write("/v1/simulations/clock", { advance: "PT20H" })
}
