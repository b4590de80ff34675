import assert from "node:assert/strict"
import { test } from "node:test"
import { fraction } from "../../kit/pure/decimal.ts"
import { costOf } from "../../money/rates/cost.ts"
import { parsePart } from "./part.ts"
import { checksum, epcCode, pixCode } from "../../parties/bank-accounts/transfer-code.ts"

test("the code of a SEPA transfer has the lines of EPC069-12", () => {
  const transfer = {
    holder: "Escola  Azul GmbH",
    iban: "DE89370400440532013000",
    bic: "COBADEFFXXX",
    amount: 123_456,
    creditorReference: "RF18539007547034",
  }
  assert.deepEqual(epcCode(transfer)?.split("\n"), [
    "BCD",
    "002",
    "1",
    "SCT",
    "COBADEFFXXX",
    "Escola Azul GmbH",
    "DE89370400440532013000",
    "EUR1234.56",
    "",
    "RF18539007547034",
  ])
  assert.match(epcCode({ ...transfer, bic: null })!, /SCT\n\nEscola/)
  assert.equal(epcCode({ ...transfer, amount: 100_000_000_000 }), undefined)
  assert.equal(epcCode({ ...transfer, holder: "é".repeat(80) })?.split("\n")[5], "é".repeat(70))
})

test("the code of Pix has the fields and the checksum of the BR Code", () => {
  const sample =
    "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304"
  assert.equal(checksum(sample), "1D3D", "the example of the Banco Central")
  const code = pixCode({
    key: "pix@escola.example",
    holder: "Escola Ação & Saúde Ltda, São Paulo",
    amount: 123_450,
    reference: "PI-000123",
  })
  assert.match(code, /^00020126400014br\.gov\.bcb\.pix0118pix@escola\.example5204000053039865407/)
  assert.match(code, /54071234\.505802BR5925ESCOLA ACAO & SAUDE LTDA,6006BRASIL62120508PI0001236304[0-9A-F]{4}$/)
  assert.equal(checksum(code.slice(0, -4)), code.slice(-4))
})

test("the cost in another currency is the smallest amount from which enough arrives", () => {
  const table: [due: number, rate: string, source: string, target: string, cost: number][] = [
    [10_000, "0.2", "BRL", "EUR", 50_000],
    [10_001, "6", "EUR", "BRL", 1667],
    [10_000, "0.0061", "JPY", "EUR", 16_394],
    [1, "3.2", "KWD", "USD", 4],
  ]
  for (const [due, rate, source, target, cost] of table) assert.equal(costOf(due, fraction(rate), source, target), cost)
})

test("parses a part with the decimal digits of its currency", () => {
  const table: [text: string, currency: string, amount: number | "all" | undefined][] = [
    ["", "BRL", "all"],
    ["150", "BRL", 15_000],
    ["150.5", "BRL", 15_050],
    [" 150.05 ", "BRL", 15_005],
    ["150.055", "BRL", undefined],
    ["1500", "JPY", 1500],
    ["1500.5", "JPY", undefined],
    ["1.234", "KWD", 1234],
    ["-5", "BRL", undefined],
    ["1e3", "BRL", undefined],
    ["1,50", "BRL", undefined],
    ["9999999999999999", "BRL", undefined],
  ]
  for (const [text, currency, amount] of table) assert.equal(parsePart(text, currency), amount, `${text} ${currency}`)
})
