import type { BenchServer } from "./bench-server.ts"
import { measureRequest } from "./measure.ts"
import { formatDecimal, formatInteger, formatRatio, median, type Report } from "./report.ts"

const size = 100_000
const repeats = { measured: 9, warmUp: 3 }
const queries = {
  "a name that one in 20 has": "zuleica",
  "two names that one in 400 has": "zuleica marques",
  "a misspelled name": "zulieca",
  "an e-mail": "zuleica.souza80000@example.com",
  "what nobody has": "nobody at all",
  "letters that have no trigrams": "зулейка",
}

/** How long does a search take? It reads the entry of every contact. */
export async function search(server: BenchServer): Promise<Report> {
  const { tenantId } = server.clientTenant
  await server.sql(contacts, [tenantId, size])
  await server.sql(entries, [tenantId])
  await server.sql("vacuum (analyze) contacts, search_entries")
  const limit = await measureReading(server, tenantId)
  const service = await server.startService("api")
  const p50s: number[] = []
  for (const query of Object.values(queries))
    p50s.push(await measureRequest(`${service.address}/v1/search?query=${encodeURIComponent(query)}`, server.clientTenant, repeats))
  await service.stop()
  return {
    title: `GET /v1/search in ${formatInteger(size)} contacts, one client`,
    columns: ["", "p50 ms", "times the limit"],
    rows: Object.keys(queries).map((name, i) => [name, formatDecimal(p50s[i]!), formatRatio(p50s[i]! / limit)]),
    passed: p50s.every(p50 => p50 <= 5 * limit),
    note: `The target is at most 5 times what PostgreSQL needs to read every entry once (${formatDecimal(limit)} ms).`,
  }
}

async function measureReading({ sql }: BenchServer, tenant: string): Promise<number> {
  const durationsMs: number[] = []
  for (let i = 0; i < repeats.warmUp + repeats.measured; i++) {
    const start = performance.now()
    await sql("select count(*) from search_entries where tenant_id = $1 and length(text) > 0", [tenant])
    durationsMs.push(performance.now() - start)
  }
  return median(durationsMs.slice(repeats.warmUp))
}

const firstNames =
  "zuleica marcos antonia beatriz rodrigo fernanda juliana vanessa camila pedro lucas " +
  "rafael bruno aline sandra leticia renata simone gabriel eduardo"
const lastNames =
  "souza marques ferreira oliveira cavalcanti siqueira bezerra prado silva lima gomes " +
  "ribeiro carvalho almeida lopes vieira rocha nunes mendes campos"

const contacts = `
  insert into contacts (tenant_id, id, email, email_key, profile, metadata, created_at, updated_at, version)
  select $1, lpad(to_hex(1000 + g), 24, '0'), mail, mail, jsonb_build_object('firstName', first, 'lastName', last), '{}', now(), now(), 1
  from generate_series(1, $2::int) g,
    lateral (select split_part('${firstNames}', ' ', 1 + g % 20) as first, split_part('${lastNames}', ' ', 1 + g / 20 % 20) as last) n,
    lateral (select first || '.' || last || g || '@example.com' as mail) m`

const entries = `
  insert into search_entries (tenant_id, kind, object_id, text)
  select tenant_id, 'contacts', id, concat(' ', email, ' ', profile ->> 'firstName', ' ', profile ->> 'lastName', ' ')
  from contacts where tenant_id = $1`
