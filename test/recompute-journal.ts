// Checks an exported journal without the code of the service: reads the CSV file and the ledger entries of the API, and compares them.
// node test/recompute-journal.ts <base URL> <tenant id> <API key> <file.csv> [from] [to]
import { readFileSync } from "node:fs"

type Entry = {
  _id: string
  kind: string
  currency: string
  effectiveAt: string
  createdAt: string
  date: string
  factDate: string | null
  source: { type: string; id: string }
  postings: { account: string; debit: number; credit: number }[]
}
type Read = (path: string) => Promise<{ data: Entry[]; hasMore: boolean }>
type Line = Record<string, string>

/** RFC 4180, with quotes. */
function parseCsv(text: string): Line[] {
  const rows = text
    .split("\r\n")
    .slice(0, -1)
    .map(row => [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)])
    .map(cells => cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!))
  const [names = [], ...lines] = rows
  return lines.map(cells => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""])))
}

async function readEntries(read: Read): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let after = "", hasMore = true; hasMore; after = entries.at(-1)?._id ?? "") {
    const page = await read(`/v1/ledger/entries?limit=100&sort=createdAt${after && `&startingAfter=${after}`}`)
    entries.push(...page.data)
    hasMore = page.hasMore
  }
  return entries
}

const dayIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
  return (time: string) => format.format(new Date(time))
}

/** An entry is booked on its own day. Where it is not, it is booked on the day on which it became known, or later, and says its own. */
function faultOfDate({ date, factDate, effectiveAt, createdAt }: Entry, dayOf: (time: string) => string): string | undefined {
  if (factDate === null) return date === dayOf(effectiveAt) ? undefined : `it is booked on ${date}, its own day is ${dayOf(effectiveAt)}`
  if (factDate !== dayOf(effectiveAt)) return `its factDate is ${factDate}, its own day ${dayOf(effectiveAt)}`
  return date >= dayOf(createdAt) ? undefined : `it is booked on ${date}, before it became known`
}

/** What differs between the file and the entries of the period, in words; nothing if they agree. */
export async function recompute(read: Read, csv: string, { from, to, timezone }: { from: string; to: string; timezone: string }) {
  const lines = parseCsv(csv)
  const found = Map.groupBy(lines, line => line["entry"]!)
  const entries = (await readEntries(read)).filter(({ date }) => date >= from && date <= to)
  const faults: string[] = []
  const sums = new Map<string, bigint>()
  const dayOf = dayIn(timezone)
  for (const entry of entries) {
    const fault = faultOfDate(entry, dayOf)
    if (fault) faults.push(`${entry._id}: ${fault}`)
    const expected = entry.postings.map(({ account, debit, credit }) =>
      [entry.date, entry.factDate ?? "", entry.kind, account, debit, credit, entry.currency, entry.source.type, entry.source.id].join(" "),
    )
    const names = ["date", "factDate", "kind", "account", "debit", "credit", "currency", "objectType", "object"]
    const written = (found.get(entry._id) ?? []).map(line => names.map(name => line[name]).join(" "))
    if (expected.join("\n") !== written.join("\n")) faults.push(`${entry._id}: ${expected.join("; ")} is written as ${written.join("; ")}`)
    for (const { debit, credit } of entry.postings)
      sums.set(entry.currency, (sums.get(entry.currency) ?? 0n) + BigInt(debit) - BigInt(credit))
    found.delete(entry._id)
  }
  for (const [currency, sum] of sums) if (sum !== 0n) faults.push(`the debits of ${currency} exceed its credits by ${sum}`)
  for (const id of found.keys()) faults.push(`${id} is in the file and not in the ledger`)
  const order = lines.map(line => `${line["date"]} ${line["entry"]}`)
  if (order.join() !== order.toSorted().join()) faults.push("the lines are not in the order of their days and entries")
  return { entries: entries.length, lines: lines.length, faults }
}

if (import.meta.main) {
  const [baseUrl = "", tenant = "", key = "", file = "", from = "0000-00-00", to = "9999-99-99"] = process.argv.slice(2)
  const headers = { authorization: `ApiKey ${key}`, "x-tenant-id": tenant }
  const get = async <T>(path: string) => (await (await fetch(baseUrl + path, { headers })).json()) as T
  const { data } = await get<{ data: { timezone: string } }>("/v1/settings")
  const report = await recompute(get, readFileSync(file, "utf8"), { from, to, timezone: data.timezone })
  console.log(`${report.entries} entries, ${report.lines} lines, ${report.faults.length} differences`)
  for (const fault of report.faults) console.log(fault)
  process.exitCode = report.faults.length > 0 ? 1 : 0
}
