import assert from "node:assert/strict"
import { test } from "node:test"
import { type Entry, renderNacha } from "./nacha.ts"

const entry = (n: number, fields: Partial<Entry> = {}): Entry => ({
  name: `RECIPIENT ${n}`,
  routing: "011000015",
  accountNumber: `1234567${n}`,
  isSavings: false,
  amount: 100 + n,
  id: `PO-${String(n).padStart(6, "0")}`,
  trace: `02100002${String(n).padStart(7, "0")}`,
  ...fields,
})

const render = (entries: readonly Entry[], fields: object = {}) =>
  renderNacha({
    madeAt: { date: "2027-01-28", time: "1405" },
    executionDate: "2027-01-29",
    modifier: "C",
    routing: "021000021",
    company: { id: "1123456789", name: "ESCOLA AZUL" },
    origin: null,
    entryClass: "ccd",
    description: "PAYMENT",
    entries,
    ...fields,
  })
const linesOf = (file: string) => file.split("\r\n").slice(0, -1)

/** The fields of each record, by the rules of NACHA: name, first character (from 1), length. */
const layouts: Record<string, [name: string, from: number, length: number][]> = {
  1: [
    ["priority", 2, 2],
    ["destination", 4, 10],
    ["origin", 14, 10],
    ["date", 24, 6],
    ["time", 30, 4],
    ["modifier", 34, 1],
    ["recordSize", 35, 3],
    ["blocking", 38, 2],
    ["format", 40, 1],
    ["destinationName", 41, 23],
    ["originName", 64, 23],
    ["reference", 87, 8],
  ],
  5: [
    ["serviceClass", 2, 3],
    ["company", 5, 16],
    ["discretionary", 21, 20],
    ["companyId", 41, 10],
    ["entryClass", 51, 3],
    ["description", 54, 10],
    ["descriptiveDate", 64, 6],
    ["effectiveDate", 70, 6],
    ["settlementDate", 76, 3],
    ["originatorStatus", 79, 1],
    ["bank", 80, 8],
    ["batch", 88, 7],
  ],
  6: [
    ["code", 2, 2],
    ["routing", 4, 9],
    ["account", 13, 17],
    ["amount", 30, 10],
    ["id", 40, 15],
    ["name", 55, 22],
    ["discretionary", 77, 2],
    ["addenda", 79, 1],
    ["trace", 80, 15],
  ],
  8: [
    ["serviceClass", 2, 3],
    ["entries", 5, 6],
    ["hash", 11, 10],
    ["debits", 21, 12],
    ["credits", 33, 12],
    ["companyId", 45, 10],
    ["authentication", 55, 19],
    ["reserved", 74, 6],
    ["bank", 80, 8],
    ["batch", 88, 7],
  ],
  9: [
    ["batches", 2, 6],
    ["blocks", 8, 6],
    ["entries", 14, 8],
    ["hash", 22, 10],
    ["debits", 32, 12],
    ["credits", 44, 12],
    ["reserved", 56, 39],
  ],
}
const read = (line: string) =>
  Object.fromEntries(layouts[line[0]!]!.map(([name, from, length]) => [name, line.slice(from - 1, from - 1 + length)]))

test("the records of a file have their fields where banks read them", () => {
  const [header, batch, first, , control, end] = linesOf(render([entry(1), entry(2, { isSavings: true })])).map(read)
  assert.deepEqual(header, {
    priority: "01",
    destination: " 021000021",
    origin: " 021000021",
    date: "270128",
    time: "1405",
    modifier: "C",
    recordSize: "094",
    blocking: "10",
    format: "1",
    destinationName: " ".repeat(23),
    originName: "ESCOLA AZUL".padEnd(23),
    reference: " ".repeat(8),
  })
  assert.deepEqual(
    [
      batch!["serviceClass"],
      batch!["entryClass"],
      batch!["description"],
      batch!["effectiveDate"],
      batch!["originatorStatus"],
      batch!["bank"],
    ],
    ["220", "CCD", "PAYMENT   ", "270129", "1", "02100002"],
  )
  assert.deepEqual(first, {
    code: "22",
    routing: "011000015",
    account: "12345671".padEnd(17),
    amount: "0000000101",
    id: "PO-000001".padEnd(15),
    name: "RECIPIENT 1".padEnd(22),
    discretionary: "  ",
    addenda: "0",
    trace: "021000020000001",
  })
  const totals = { entries: "000002", hash: "0002200002", debits: "0".repeat(12), credits: "000000000203" }
  assert.partialDeepStrictEqual(control, { ...totals, serviceClass: "220", companyId: "1123456789", batch: "0000001" })
  assert.partialDeepStrictEqual(end, { ...totals, entries: "00000002", batches: "000001", blocks: "000001" })
})

test("every line has 94 ASCII characters, and the last block is filled with nines", () => {
  for (const count of [1, 5, 6, 7, 16, 17, 500]) {
    const lines = linesOf(render(Array.from({ length: count }, (_, i) => entry(i))))
    assert.equal(lines.length % 10, 0)
    for (const line of lines) assert.match(line, /^[\x20-\x7e]{94}$/)
    const fillers = lines.filter(line => /^9{94}$/.test(line))
    assert.equal(lines.length, count + 4 + fillers.length)
    assert.ok(fillers.length < 10)
    assert.equal(Number(read(lines[count + 3]!)["blocks"]), lines.length / 10)
  }
})

test("the entry hash is the sum of eight digits of each routing number, without check digits, and its last ten digits count", () => {
  const entries = Array.from({ length: 150 }, (_, i) => entry(i, { routing: "322271627" }))
  const lines = linesOf(render(entries))
  const expected = String(32_227_162 * 150)
    .slice(-10)
    .padStart(10, "0")
  assert.deepEqual([read(lines[152]!)["hash"], read(lines[153]!)["hash"]], [expected, expected])
  const many = Array.from({ length: 400 }, (_, i) => entry(i, { routing: "322271627" }))
  assert.equal(read(linesOf(render(many))[402]!)["hash"], "2890864800")
})

test("cuts what is too long, never moves a field, and names the company as the sender where the bank wants that", () => {
  const name = "A RECIPIENT WITH A NAME THAT IS FAR TOO LONG"
  const [header, batch, first] = linesOf(render([entry(1, { name })], { origin: "1123456789", company: { id: "1123456789", name } })).map(
    read,
  )
  assert.equal(header!["origin"], "1123456789")
  assert.deepEqual([batch!["company"], first!["name"], first!["trace"]], [name.slice(0, 16), name.slice(0, 22), "021000020000001"])
  assert.throws(() => render([entry(1, { amount: 100_000_000_00 })]), /95 characters/)
})
