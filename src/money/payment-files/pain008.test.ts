import assert from "node:assert/strict"
import { test } from "node:test"
import { type Debit, type DebitBatch, renderPain008 } from "./pain008.ts"
import { profiles, type SepaProfile } from "./profiles.ts"

const profileOf = (name: "sepa" | "sepa-agent-notprovided" | "sepa-single-booking") => profiles[name] as SepaProfile
const debit = (n: number, fields: Partial<Debit> = {}): Debit => ({
  endToEndId: `69e3b0c44298fc1c149a${String(n).padStart(4, "0")}`,
  amount: n,
  name: "Ana Souza",
  iban: "DE89370400440532013000",
  bic: null,
  address: null,
  remittance: `PI-${n}`,
  mandate: { reference: `M-2027-${n}`, signedOn: "2026-10-01" },
  ...fields,
})
const batch = (debits: readonly Debit[], fields: Partial<DebitBatch> = {}): DebitBatch => ({
  scheme: "CORE",
  sequence: "RCUR",
  debits,
  ...fields,
})
const render = (batches: readonly DebitBatch[], fields: object = {}, profile = profileOf("sepa")) => {
  const creditor = {
    name: "Escola Azul",
    iban: "PT50000201231234567890154",
    bic: "COBADEFFXXX",
    address: null,
    creditorId: "DE98ZZZ09999999999",
  }
  const madeAt = new Date("2027-01-28T12:34:56.789Z")
  const file = { id: "69e3b0c44298fc1c149afbf4", madeAt, collectionDate: "2027-02-01", creditor: { ...creditor, ...fields }, batches }
  return renderPain008(file, profile)
}

type Node = { name: string; children: Node[]; text: string; attributes: string }

/** Reads the elements of a document, which must be well-formed. */
function parse(xml: string): Node {
  const root: Node = { name: "", children: [], text: "", attributes: "" }
  const path = [root]
  const body = xml.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, "")
  for (const [, close, name, attributes = "", text] of body.matchAll(/<(\/?)(\w+)((?: \w+="[^"<&]*")*)>([^<]*)/g)) {
    if (close) assert.equal(path.pop()!.name, name)
    else {
      const node: Node = { name: name!, children: [], text: text!.trim(), attributes }
      path.at(-1)!.children.push(node)
      path.push(node)
    }
  }
  assert.equal(path.length, 1)
  return root
}

/** The order of the elements by ISO 20022, as far as SEPA uses them. A question mark: may be absent; a star: one or more. */
const order: Record<string, string> = {
  Document: "CstmrDrctDbtInitn",
  CstmrDrctDbtInitn: "GrpHdr PmtInf*",
  GrpHdr: "MsgId CreDtTm NbOfTxs CtrlSum InitgPty",
  InitgPty: "Nm",
  PmtInf: "PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum PmtTpInf ReqdColltnDt Cdtr CdtrAcct CdtrAgt ChrgBr CdtrSchmeId DrctDbtTxInf*",
  PmtTpInf: "SvcLvl LclInstrm SeqTp",
  SvcLvl: "Cd",
  LclInstrm: "Cd",
  Cdtr: "Nm PstlAdr?",
  Dbtr: "Nm PstlAdr?",
  PstlAdr: "StrtNm? BldgNb? PstCd? TwnNm Ctry",
  CdtrAcct: "Id Ccy",
  "CdtrAcct/Id": "IBAN",
  DbtrAcct: "Id",
  "DbtrAcct/Id": "IBAN",
  CdtrAgt: "FinInstnId",
  DbtrAgt: "FinInstnId",
  CdtrSchmeId: "Id",
  "CdtrSchmeId/Id": "PrvtId",
  PrvtId: "Othr",
  "PrvtId/Othr": "Id SchmeNm",
  SchmeNm: "Prtry",
  "FinInstnId/Othr": "Id",
  DrctDbtTxInf: "PmtId InstdAmt DrctDbtTx DbtrAgt Dbtr DbtrAcct RmtInf",
  PmtId: "EndToEndId",
  DrctDbtTx: "MndtRltdInf",
  MndtRltdInf: "MndtId DtOfSgntr",
  RmtInf: "Ustrd",
}
/** The scheme's identifiers: no slash at an end, no two together. */
const identifier = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/?:().,'+ -]{1,35}(?<!\/)$/
const texts: Record<string, RegExp> = {
  MsgId: /^[A-Za-z0-9-]{1,35}$/,
  PmtInfId: /^[A-Za-z0-9-]{1,35}$/,
  EndToEndId: /^[0-9a-f]{24}$/,
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  NbOfTxs: /^[0-9]{1,15}$/,
  CtrlSum: /^\d{1,16}\.\d\d$/,
  InstdAmt: /^\d{1,9}\.\d\d$/,
  PmtMtd: /^DD$/,
  BtchBookg: /^(true|false)$/,
  ChrgBr: /^SLEV$/,
  "SvcLvl/Cd": /^SEPA$/,
  "LclInstrm/Cd": /^(CORE|B2B)$/,
  SeqTp: /^(FRST|RCUR|OOFF|FNAL)$/,
  ReqdColltnDt: /^\d{4}-\d\d-\d\d$/,
  DtOfSgntr: /^\d{4}-\d\d-\d\d$/,
  MndtId: identifier,
  "PrvtId/Othr/Id": /^[A-Z]{2}\d\d[A-Z0-9]{3}[A-Z0-9]{1,28}$/,
  Prtry: /^SEPA$/,
  "FinInstnId/Othr/Id": /^NOTPROVIDED$/,
  Nm: /^.{1,70}$/,
  IBAN: /^[A-Z]{2}\d\d[A-Z0-9]{1,30}$/,
  BICFI: /^[A-Z0-9]{8}([A-Z0-9]{3})?$/,
  Ccy: /^EUR$/,
  Ctry: /^[A-Z]{2}$/,
  TwnNm: /^.{1,35}$/,
  StrtNm: /^.{1,70}$/,
  BldgNb: /^.{1,16}$/,
  PstCd: /^.{1,16}$/,
  Ustrd: /^.{1,140}$/,
}

/** The rule for the longest end of the path that has one. */
const ruleFor = <T>(rules: Record<string, T>, path: string[]): T | undefined =>
  rules[path.slice(-3).join("/")] ?? rules[path.slice(-2).join("/")] ?? rules[path.at(-1)!]

function assertValid(node: Node, above: string[] = []) {
  const path = [...above, node.name]
  const names = node.children.map(({ name }) => name)
  if (names.length === 0) {
    const rule = ruleFor(texts, path)
    assert.ok(rule, `${path.join("/")} has no rule`)
    assert.match(node.text, rule, path.join("/"))
    return
  }
  if (node.name === "FinInstnId") assert.ok(names.length === 1 && ["BICFI", "Othr"].includes(names[0]!), names.join(" "))
  else {
    const allowed = ruleFor(order, path)?.split(" ") ?? []
    const parts = allowed.map(each => each.replace(/^(\w+)([*?]?)$/, (_, name, sign) => `(?:${name} )${sign === "*" ? "+" : sign}`))
    assert.match(names.map(name => `${name} `).join(""), new RegExp(`^${parts.join("")}$`), path.join("/"))
  }
  for (const child of node.children) assertValid(child, path)
}
const find = (node: Node, name: string): Node[] => [
  ...(node.name === name ? [node] : []),
  ...node.children.flatMap(child => find(child, name)),
]
const textsOf = (xml: string, name: string) => find(parse(xml), name).map(({ text }) => text)

const place = { street: "High Street", building: "1", postCode: "EC1", town: "London", country: "GB" }
const four = (["FRST", "RCUR", "OOFF", "FNAL"] as const).map((sequence, i) => batch([debit(i + 1), debit(i + 11)], { sequence }))
for (const [what, xml] of [
  ["one debit", render([batch([debit(1)])])],
  ["many debits", render([batch(Array.from({ length: 500 }, (_, i) => debit(i + 1)))])],
  ["all sequence types", render(four)],
  ["B2B", render([batch([debit(1)], { scheme: "B2B" })])],
  ["BICs", render([batch([debit(1, { bic: "DEUTDEFF" })])])],
  ["no BIC of our bank", render([batch([debit(1)])], { bic: null })],
  ["addresses", render([batch([debit(1, { address: place })])], { address: place })],
  ["texts of the greatest length", render([batch([debit(1, { name: "A".repeat(70), remittance: "B".repeat(140) })])])],
  ["a long mandate reference", render([batch([debit(1, { mandate: { reference: "M".repeat(35), signedOn: "2026-01-31" } })])])],
] as const)
  test(`a file with ${what} has its elements in the order, with the types and the lengths of pain.008.001.08`, () => {
    const root = parse(xml)
    for (const document of root.children) assertValid(document)
    assert.match(xml, /<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain\.008\.001\.08">/)
    for (const { attributes } of find(root, "InstdAmt")) assert.equal(attributes, ' Ccy="EUR"')
    assert.doesNotMatch(xml, /schemaLocation|<(\w+)><\/\1>|<\w+\/>/)
  })

test("each scheme and sequence type is a batch of its own, with its own sum, and the header has the sum of all", () => {
  const xml = render([batch([debit(10), debit(20)], { sequence: "FRST" }), batch([debit(99_999_999_999)], { scheme: "B2B" })])
  assert.deepEqual(textsOf(xml, "CtrlSum"), ["1000000000.29", "0.30", "999999999.99"])
  assert.deepEqual(textsOf(xml, "NbOfTxs"), ["3", "2", "1"])
  assert.deepEqual(textsOf(xml, "PmtInfId"), ["69e3b0c44298fc1c149afbf4-1", "69e3b0c44298fc1c149afbf4-2"])
  assert.deepEqual(textsOf(xml, "SeqTp"), ["FRST", "RCUR"])
})

test("the payer's bank is there in each debit, as NOTPROVIDED where its BIC is not known", () => {
  const xml = render([batch([debit(1), debit(2, { bic: "DEUTDEFF" })])])
  assert.equal(find(parse(xml), "DbtrAgt").length, 2)
  assert.equal(xml.match(/NOTPROVIDED/g)?.length, 1)
})

test("escapes once", () => {
  assert.match(render([batch([debit(1, { name: `a & b < "c" &amp;` })])]), /<Nm>a &amp; b &lt; &quot;c&quot; &amp;amp;<\/Nm>/)
})
