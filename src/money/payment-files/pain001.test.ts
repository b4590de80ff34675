import assert from "node:assert/strict"
import { test } from "node:test"
import { type CreditTransfer, renderPain001 } from "./pain001.ts"
import { profiles, type SepaProfile } from "./profiles.ts"

const profileOf = (name: "sepa" | "sepa-agent-notprovided" | "sepa-single-booking") => profiles[name] as SepaProfile
const transfer = (n: number, fields: Partial<CreditTransfer> = {}): CreditTransfer => ({
  endToEndId: `69e3b0c44298fc1c149a${String(n).padStart(4, "0")}`,
  amount: n,
  name: "Ana Souza",
  iban: "DE89370400440532013000",
  bic: null,
  address: null,
  remittance: `PO-${n}`,
  ...fields,
})
const render = (transfers: readonly CreditTransfer[], fields: object = {}, profile = profileOf("sepa")) => {
  const debtor = { name: "Escola Azul", iban: "PT50000201231234567890154", bic: "COBADEFFXXX", address: null, ...fields }
  const madeAt = new Date("2027-01-28T12:34:56.789Z")
  return renderPain001({ id: "69e3b0c44298fc1c149afbf4", madeAt, executionDate: "2027-01-29", debtor, transfers }, profile)
}

type Node = { name: string; children: Node[]; text: string }

/** Reads the elements of a document, which must be well-formed. */
function parse(xml: string): Node {
  const root: Node = { name: "", children: [], text: "" }
  const path = [root]
  const body = xml.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, "")
  for (const [, close, name, , text] of body.matchAll(/<(\/?)(\w+)((?: \w+="[^"<&]*")*)>([^<]*)/g)) {
    if (close) assert.equal(path.pop()!.name, name)
    else {
      const node: Node = { name: name!, children: [], text: text!.trim() }
      path.at(-1)!.children.push(node)
      path.push(node)
    }
  }
  assert.equal(path.length, 1)
  return root
}

/** The order of the elements by ISO 20022, as far as SEPA uses them. A question mark: may be absent; a star: one or more. */
const order: Record<string, string> = {
  Document: "CstmrCdtTrfInitn",
  CstmrCdtTrfInitn: "GrpHdr PmtInf",
  GrpHdr: "MsgId CreDtTm NbOfTxs CtrlSum InitgPty",
  InitgPty: "Nm",
  PmtInf: "PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum PmtTpInf ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf*",
  PmtTpInf: "SvcLvl",
  SvcLvl: "Cd",
  ReqdExctnDt: "Dt",
  Dbtr: "Nm PstlAdr?",
  Cdtr: "Nm PstlAdr?",
  PstlAdr: "StrtNm? BldgNb? PstCd? TwnNm Ctry",
  DbtrAcct: "Id Ccy",
  CdtrAcct: "Id",
  DbtrAgt: "FinInstnId",
  CdtrAgt: "FinInstnId",
  CdtTrfTxInf: "PmtId Amt CdtrAgt? Cdtr CdtrAcct RmtInf",
  PmtId: "EndToEndId",
  Amt: "InstdAmt",
  RmtInf: "Ustrd",
}
const choices: Record<string, string[]> = { Id: ["IBAN"], FinInstnId: ["BICFI", "Othr"], Othr: ["Id"] }
const texts: Record<string, RegExp> = {
  MsgId: /^[A-Za-z0-9-]{1,35}$/,
  PmtInfId: /^[A-Za-z0-9-]{1,35}$/,
  EndToEndId: /^[0-9a-f]{24}$/,
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  NbOfTxs: /^[0-9]{1,15}$/,
  CtrlSum: /^\d+\.\d\d$/,
  InstdAmt: /^\d{1,9}\.\d\d$/,
  PmtMtd: /^TRF$/,
  BtchBookg: /^(true|false)$/,
  ChrgBr: /^SLEV$/,
  Dt: /^\d{4}-\d\d-\d\d$/,
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
  Cd: /^SEPA$/,
}

function assertValid(node: Node) {
  const names = node.children.map(({ name }) => name)
  if (names.length === 0) {
    const rule = node.name === "Id" ? /^NOTPROVIDED$/ : texts[node.name]
    assert.ok(rule, `${node.name} has no rule`)
    assert.match(node.text, rule, node.name)
    return
  }
  const allowed = order[node.name]?.split(" ")
  if (allowed) {
    const pattern = allowed
      .map(name =>
        name
          .replace(/^(\w+)\*$/, "(?:$1 )+")
          .replace(/^(\w+)\?$/, "(?:$1 )?")
          .replace(/^(\w+)$/, "$1 "),
      )
      .join("")
    assert.match(names.map(name => `${name} `).join(""), new RegExp(`^${pattern}$`), node.name)
  } else assert.ok(names.length === 1 && choices[node.name]?.includes(names[0]!), `${node.name} has ${names.join(" ")}`)
  for (const child of node.children) assertValid(child)
}
const find = (node: Node, name: string): Node[] => [
  ...(node.name === name ? [node] : []),
  ...node.children.flatMap(child => find(child, name)),
]
const textsOf = (xml: string, name: string) => find(parse(xml), name).map(({ text }) => text)

const place = { street: "High Street", building: "1", postCode: "EC1", town: "London", country: "GB" }
for (const [what, xml] of [
  ["one payment", render([transfer(1)])],
  ["many payments", render(Array.from({ length: 500 }, (_, i) => transfer(i + 1)))],
  ["BICs", render([transfer(1, { bic: "DEUTDEFF" })])],
  ["no BIC of our bank", render([transfer(1)], { bic: null })],
  ["addresses", render([transfer(1, { address: place }), transfer(2, { address: { town: "London", country: "GB" } })], { address: place })],
  ["NOTPROVIDED", render([transfer(1)], {}, profileOf("sepa-agent-notprovided"))],
  ["names of 70 characters", render([transfer(1, { name: "A".repeat(70), remittance: "B".repeat(140) })])],
] as const)
  test(`a file with ${what} has its elements in the order, with the types and the lengths of pain.001.001.09`, () => {
    const root = parse(xml)
    for (const document of root.children) assertValid(document)
    assert.match(xml, /<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain\.001\.001\.09">/)
    assert.doesNotMatch(xml, /schemaLocation|<(\w+)><\/\1>|<\w+\/>/)
  })

test("control sums are exact where sums of floats are not, in the header and in the batch", () => {
  const xml = render([transfer(10), transfer(20), transfer(99_999_999_999)])
  assert.deepEqual(textsOf(xml, "CtrlSum"), ["1000000000.29", "1000000000.29"])
  assert.deepEqual(textsOf(xml, "NbOfTxs"), ["3", "3"])
  assert.deepEqual(textsOf(xml, "InstdAmt"), ["0.10", "0.20", "999999999.99"])
})

test("a bank without a BIC is left out or NOTPROVIDED, as the profile says, and never an empty element", () => {
  const payments = [transfer(1), transfer(2, { bic: "DEUTDEFF" })]
  assert.equal(find(parse(render(payments)), "CdtrAgt").length, 1)
  const provided = render(payments, { bic: null }, profileOf("sepa-agent-notprovided"))
  assert.equal(find(parse(provided), "CdtrAgt").length, 2)
  assert.equal(provided.match(/NOTPROVIDED/g)?.length, 2)
  assert.deepEqual(textsOf(render(payments, {}, profileOf("sepa-single-booking")), "BtchBookg"), ["false"])
})

test("escapes each character once", () => {
  assert.match(render([transfer(1, { name: `a & b < "c" &amp;` })]), /<Nm>a &amp; b &lt; &quot;c&quot; &amp;amp;<\/Nm>/)
})

test("the identifiers fit: the message is named by its file, the payment by its payout", () => {
  const xml = render([transfer(7)])
  assert.deepEqual(textsOf(xml, "MsgId"), ["69e3b0c44298fc1c149afbf4"])
  assert.deepEqual(textsOf(xml, "PmtInfId"), ["69e3b0c44298fc1c149afbf4-1"])
  assert.deepEqual(textsOf(xml, "EndToEndId"), ["69e3b0c44298fc1c149a0007"])
})
