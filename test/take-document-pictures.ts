import { execFileSync } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { drawPdf } from "../src/insight/documents/draw.ts"
import { creditNoteSheet, type Frame, invoiceSheet } from "../src/insight/documents/sheets.ts"
import type { Sheet } from "../src/insight/documents/sheet.ts"
import type { Locale } from "../src/kit/pure/mail-settings.ts"
import { taxOfLine, taxSums } from "../src/kit/pure/tax.ts"
import type { PaymentIntent } from "../src/money/payment-intents/schema.ts"
import type { RefundIntent } from "../src/money/refund-intents/schema.ts"
import { languageOf } from "../src/platform/mails/language.ts"
import { smallPng } from "./small-png.ts"

/** Draws the pictures of docs/guides/documents.md: node test/take-document-pictures.ts. Needs pdftoppm of poppler-utils. */
const now = new Date("2026-11-18T15:00:00Z")
const at = now.toISOString()
const id = "0".repeat(24)
const vat = { rate: "19", code: "" }
const items = [
  { name: "Spring course, level B2", description: "Twelve weeks, Tuesdays and Thursdays", category: "", amount: 125_000 },
  { name: "Textbook and workbook", description: "", category: "", amount: 8_900 },
  { name: "Loyalty discount", description: "", category: "", amount: -12_500 },
].map((item, i) => ({ ...item, tax: taxOfLine(item.amount, i === 1 ? { rate: "7", code: "" } : vat) }))
const amount = items.reduce((sum, item) => sum + item.amount, 0)

const intent: PaymentIntent = {
  _id: id,
  number: "PI-000123",
  intentType: "ad-hoc",
  contact: id,
  currency: "EUR",
  status: "due",
  amount,
  paid: 0,
  due: amount,
  refunded: 0,
  refundStatus: "none",
  disputed: 0,
  isOverdue: false,
  dueAt: "2026-12-02T22:59:59Z",
  items,
  taxes: taxSums(items),
  reference: "PO 4711",
  description: null,
  team: null,
  order: null,
  plan: null,
  installments: [],
  subscription: null,
  cycle: null,
  creditorReference: "RF24000000000000000PI000123",
  remindedAt: null,
  cancelReason: null,
  links: { long: "http://localhost:4000/pay/x", short: "http://localhost:4000/p/x" },

  version: 1,
  createdAt: at,
  updatedAt: at,
  metadata: {},
}
const refund: Pick<RefundIntent, "amount" | "currency" | "items" | "reason"> = {
  amount: 59_500,
  currency: "EUR",
  reason: "Six of twelve weeks were canceled.",
  items: [{ line: 0, name: items[0]!.name, amount: 59_500, tax: 9_500 }],
}

const frame = (locale: Locale, number: string): Frame => ({
  issuer: {
    brand: { name: "Aurora Language School", colour: "#0f766e", logo: null, supportEmail: "hello@aurora.example" },
    legalName: "Aurora Sprachschule GmbH",
    address: "Blumenstraße 12\n10243 Berlin",
    taxId: "DE123456789",
    note: null,
    isTest: false,
  },
  language: languageOf(locale, "Europe/Berlin"),
  number,
  now,
  timezone: "Europe/Berlin",
})
const party = ["Ana Lima", "ana@example.com", "+55 11 98765-4321"]

await take("invoice", invoiceSheet(frame("en", "INV-2026-000001"), { intent, party }))
const facts = { intent, party, refund, refundedAt: at, invoice: "INV-2026-000001" }
await take("credit-note", creditNoteSheet(frame("es", "CN-2026-000001"), facts))

async function take(name: string, sheet: Sheet) {
  const file = `docs/images/${name}`
  writeFileSync(`${file}.pdf`, await drawPdf(sheet))
  execFileSync("pdftoppm", ["-r", "96", "-png", "-singlefile", `${file}.pdf`, file])
  rmSync(`${file}.pdf`)
  writeFileSync(`${file}.png`, smallPng(readFileSync(`${file}.png`)))
}
