import { hashPassword } from "../src/kit/service/password-hash.ts"
import type { BenchServer } from "./bench-server.ts"
import { formatDecimal, formatInteger, measureSeconds, type Report, warmUpSeconds } from "./report.ts"
import { percentile, sendSteadily, sorted } from "./steady.ts"

const clients = 8
const readsPerSecond = 100
const password = "ordinary words in a row"

/** How many people can sign in per second, and how much does that slow down the reads of others? */
export async function signIn(server: BenchServer): Promise<Report> {
  await createPeople(server)
  const service = await server.startService("all", { TRUST_PROXY: "true" })
  await readSteadily(service.address, server, warmUpSeconds)
  const alone = await readSteadily(service.address, server, measureSeconds)
  const load = signInUntil(service.address, warmUpSeconds + measureSeconds)
  await readSteadily(service.address, server, warmUpSeconds)
  const beside = await readSteadily(service.address, server, measureSeconds)
  const signIns = await load
  await service.stop()
  const row = (name: string, times: number[], perSecond: number) => [
    name,
    formatInteger(perSecond),
    formatDecimal(percentile(times, 0.5)),
    formatDecimal(percentile(times, 0.99)),
  ]
  return {
    title: `Sign-ins by ${clients} clients at once, beside ${readsPerSecond} reads per second`,
    columns: ["", "per second", "p50 ms", "p99 ms"],
    rows: [
      row("reads alone", alone, readsPerSecond),
      row("reads beside sign-ins", beside, readsPerSecond),
      row("sign-ins", signIns.times, signIns.times.length / signIns.seconds),
    ],
    passed: signIns.failed === 0 && percentile(beside, 0.5) < 20,
    note: "The target is a p50 of the reads under 20 ms while people sign in, and no sign-in that fails.",
  }
}

/** One account for each client, so that clients do not wait for each other. */
async function createPeople({ sql, clientTenant }: BenchServer) {
  const hash = await hashPassword(password)
  await sql(
    `insert into users (tenant_id, id, type, email, email_key, name, role, teams, active, metadata, created_at, updated_at, version)
     select $1, 'b' || lpad(to_hex(g), 23, '0'), 'person', e.mail, e.mail, 'N', 'viewer', '[]', true, '{}', now(), now(), 1
     from generate_series(1, $2::int) g, lateral (select 'p' || g || '@example.com' as mail) e`,
    [clientTenant.tenantId, clients],
  )
  await sql(
    `insert into accounts (tenant_id, user_id, password_hash) select tenant_id, id, $2 from users where tenant_id = $1 and id like 'b000%'`,
    [clientTenant.tenantId, hash],
  )
}

async function signInUntil(address: string, seconds: number) {
  const start = performance.now()
  const times: number[] = []
  let failed = 0
  const client = async (n: number) => {
    for (let i = 0; performance.now() - start < seconds * 1000; i++) {
      const began = performance.now()
      const response = await fetch(`${address}/v1/sessions/create`, {
        method: "POST",
        // Each request from another network: one network may try 300 times a minute.
        headers: { "content-type": "application/json", "x-forwarded-for": `10.${n}.${(i >> 8) & 255}.${i & 255}` },
        body: JSON.stringify({ email: `p${n}@example.com`, password }),
      })
      await response.text()
      if (response.status === 201) times.push(performance.now() - began)
      else failed++
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, i) => client(i + 1)))
  return { times: sorted(times), failed, seconds: (performance.now() - start) / 1000 }
}

async function readSteadily(address: string, { clientTenant: { apiKey, tenantId } }: BenchServer, seconds: number): Promise<number[]> {
  const headers = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId }
  const times = await sendSteadily(readsPerSecond, seconds, async () => {
    const began = performance.now()
    const response = await fetch(`${address}/v1/users/user`, { headers })
    await response.text()
    return performance.now() - began
  })
  return sorted(times)
}
