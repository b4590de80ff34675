import assert from "node:assert/strict"
import { test } from "node:test"
import { isShort } from "../../../test/levels.ts"
import { pdfPages } from "../../../test/pdf-text.ts"
import { languageOf } from "../../platform/mails/language.ts"
import { drawPdf } from "./draw.ts"
import { statementSheet } from "./partner-sheets.ts"
import { assertDrawable, numberOf, yearIn } from "./rules.ts"

test("numbers documents by the year in the tenant's time zone", () => {
  const at = new Date("2026-12-31T23:30:00Z")
  assert.deepEqual([yearIn("UTC", at), yearIn("Asia/Tokyo", at)], [2026, 2027])
  assert.equal(numberOf("credit-note", 2027, 41), "CN-2027-000041")
  assert.equal(numberOf("invoice", 2027, 1_234_567), "INV-2027-1234567")
})

test("refuses a statement with more lines than a PDF may have, and says what to read instead", () => {
  assert.doesNotThrow(() => assertDrawable(10_000))
  assert.throws(() => assertDrawable(10_001), { code: "DOC-2002", message: /10001 lines.*CSV/ })
})

test("draws a statement of many lines over pages, the same bytes each time", async () => {
  const lines = Array.from({ length: isShort ? 300 : 2_000 }, (_, i) => {
    return { at: "2026-10-05T12:00:00.000Z", kind: "split", reference: `PI-${i}`, amount: 100, balance: 100 * (i + 1) }
  })
  const brand = { name: "Aurora", colour: "#0f766e", logo: null, supportEmail: null }
  const issuer = { brand, legalName: null, address: null, taxId: null, note: null, isTest: false }
  const now = new Date("2026-11-01T12:00:00Z")
  const frame = { issuer, language: languageOf("es", "UTC"), number: null, now, timezone: "UTC" }
  const account = { opening: 0, lines, closing: 100 * lines.length }
  const sheet = statementSheet(frame, { month: "2026-10", party: ["Casa"], of: "partner", name: "CASA", byCurrency: { BRL: account } })
  const bytes = await drawPdf(sheet)
  assert.ok((await drawPdf(sheet)).equals(bytes))
  const pages = await pdfPages(bytes)
  assert.ok(pages.length > lines.length / 60)
  for (const page of pages.slice(0, -1)) assert.ok(page.includes("Referencia") && page.includes("Saldo"))
  const text = pages.join(" ")
  for (const { reference } of lines) assert.ok(text.includes(`${reference} `), reference)
  assert.ok(text.includes(`Página ${pages.length} de ${pages.length}`))
})
