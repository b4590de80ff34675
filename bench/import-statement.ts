import assert from "node:assert/strict"
import { camt, camtDetails, camtEntry } from "../test/statement-files.ts"
import type { BenchServer } from "./bench-server.ts"
import { formatDecimal, formatInteger, type Report } from "./report.ts"

const sizes = [1000, 10_000, 100_000] as const
const maxSeconds = 60
const ibans = ["DE89370400440532013000", "DE02120300000000202051", "DE02500105170137075030"] as const

/** How long does the import of a camt.053 statement take, from the first byte to the response? Nothing in it names a payment intent. */
export async function importStatement(server: BenchServer): Promise<Report> {
  const service = await server.startService("api", { PROCESSES: "1" })
  const rows: string[][] = []
  let seconds = 0
  try {
    for (const [i, lines] of sizes.entries()) {
      const { megabytes, took } = await measureImport(server, service.address, ibans[i]!, lines)
      rows.push([formatInteger(lines), formatDecimal(megabytes), formatDecimal(took)])
      seconds = took
    }
  } finally {
    await service.stop()
  }
  const title = "POST /v1/bank-statements/import, camt.053, one client"
  const note = `The target is at most ${maxSeconds} s for the largest.`
  return { title, columns: ["lines", "MB", "seconds"], rows, passed: seconds <= maxSeconds, note }
}

async function measureImport({ clientTenant: { apiKey, tenantId } }: BenchServer, address: string, iban: string, lines: number) {
  const headers = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId, "content-type": "application/json" }
  const account = JSON.stringify({ name: `Bank ${lines}`, currency: "EUR", iban })
  const created = await fetch(`${address}/v1/own-accounts/create`, { method: "POST", headers, body: account })
  const { data } = (await created.json()) as { data: { _id: string } }
  const file = statementOf(iban, lines)
  const start = performance.now()
  const url = `${address}/v1/bank-statements/import?ownAccount=${data._id}`
  const response = await fetch(url, { method: "POST", headers: { ...headers, "content-type": "application/xml" }, body: file })
  const answer = (await response.json()) as { data?: { new: number } }
  const took = (performance.now() - start) / 1000
  assert.equal(answer.data?.new, lines, JSON.stringify(answer).slice(0, 500))
  return { megabytes: Buffer.byteLength(file) / 1e6, took }
}

function statementOf(iban: string, lines: number): string {
  const entries = Array.from({ length: lines }, (_, i) => {
    const details = camtDetails({
      endToEndId: `E2E-${i}`,
      name: `Payer ${i}`,
      iban: "DE89370400440532013000",
      text: `Order ${i}, thank you`,
    })
    return camtEntry({ amount: `${i + 1}.10`, reference: `REF-${i}`, details })
  })
  const cents = (lines * (lines + 1) * 100) / 2 + lines * 10
  return camt({ opening: "0.00", closing: (cents / 100).toFixed(2), iban, entries })
}
