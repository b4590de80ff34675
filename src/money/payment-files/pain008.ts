import { decimal, sum } from "../../kit/pure/money.ts"
import { address, agent, type Party } from "./pain-parts.ts"
import type { SepaProfile } from "./profiles.ts"
import type { Sequence } from "./values.ts"
import { type Element, element, renderDocument } from "./xml.ts"

export type Debit = Party & {
  endToEndId: string
  amount: number
  remittance: string
  mandate: { reference: string; signedOn: string }
}
/** Debits of one scheme and one sequence type, which banks want apart. */
export type DebitBatch = { scheme: "CORE" | "B2B"; sequence: Sequence; debits: readonly Debit[] }
type DebitFile = {
  id: string
  madeAt: Date
  collectionDate: string
  creditor: Party & { creditorId: string }
  batches: readonly DebitBatch[]
}

const namespace = "urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"
const sumOf = (debits: readonly Debit[]) => decimal(sum(debits.map(({ amount }) => amount)), "EUR")

/** SEPA direct debits as pain.008.001.08, by the rules of the EPC. */
export function renderPain008(file: DebitFile, profile: SepaProfile): string {
  const { id, madeAt, creditor, batches } = file
  const all = batches.flatMap(({ debits }) => debits)
  const header = element(
    "GrpHdr",
    element("MsgId", id),
    element("CreDtTm", `${madeAt.toISOString().slice(0, 19)}Z`),
    element("NbOfTxs", String(all.length)),
    element("CtrlSum", sumOf(all)),
    element("InitgPty", element("Nm", creditor.name)),
  )
  const root = element(
    "Document",
    element("CstmrDrctDbtInitn", header, ...batches.map((each, i) => batch(each, `${id}-${i + 1}`, file, profile))),
  )
  return renderDocument({ ...root, attributes: { xmlns: namespace } })
}

function batch(
  { scheme, sequence, debits }: DebitBatch,
  id: string,
  { creditor, collectionDate }: DebitFile,
  profile: SepaProfile,
): Element {
  const type = [element("SvcLvl", element("Cd", "SEPA")), element("LclInstrm", element("Cd", scheme)), element("SeqTp", sequence)]
  return element(
    "PmtInf",
    element("PmtInfId", id),
    element("PmtMtd", "DD"),
    element("BtchBookg", String(profile.isBookedAtOnce)),
    element("NbOfTxs", String(debits.length)),
    element("CtrlSum", sumOf(debits)),
    element("PmtTpInf", ...type),
    element("ReqdColltnDt", collectionDate),
    element("Cdtr", element("Nm", creditor.name), address(creditor.address)),
    element("CdtrAcct", element("Id", element("IBAN", creditor.iban)), element("Ccy", "EUR")),
    agent("CdtrAgt", creditor.bic ?? "NOTPROVIDED"),
    element("ChrgBr", "SLEV"),
    creditorScheme(creditor.creditorId),
    ...debits.map(debit),
  )
}

function creditorScheme(id: string): Element {
  const other = element("Othr", element("Id", id), element("SchmeNm", element("Prtry", "SEPA")))
  return element("CdtrSchmeId", element("Id", element("PrvtId", other)))
}

/** The payer's bank must be there in this message, so it is NOTPROVIDED where its BIC is not known. The IBAN names it. */
function debit({ endToEndId, amount, name, iban, bic, address: place, remittance, mandate }: Debit): Element {
  return element(
    "DrctDbtTxInf",
    element("PmtId", element("EndToEndId", endToEndId)),
    { ...element("InstdAmt", decimal(amount, "EUR")), attributes: { Ccy: "EUR" } },
    element("DrctDbtTx", element("MndtRltdInf", element("MndtId", mandate.reference), element("DtOfSgntr", mandate.signedOn))),
    agent("DbtrAgt", bic ?? "NOTPROVIDED"),
    element("Dbtr", element("Nm", name), address(place)),
    element("DbtrAcct", element("Id", element("IBAN", iban))),
    element("RmtInf", element("Ustrd", remittance)),
  )
}
