import { decimal, sum } from "../../kit/pure/money.ts"
import type { SepaProfile } from "./profiles.ts"
import { address, agent, type Party } from "./pain-parts.ts"
import { element, renderDocument } from "./xml.ts"

export type CreditTransfer = Party & { endToEndId: string; amount: number; remittance: string }
type TransferFile = { id: string; madeAt: Date; executionDate: string; debtor: Party; transfers: readonly CreditTransfer[] }

const namespace = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"

/** SEPA credit transfers as pain.001.001.09, by the rules of the EPC. One file has one batch, because it has one account and one date. */
export function renderPain001({ id, madeAt, executionDate, debtor, transfers }: TransferFile, profile: SepaProfile): string {
  const total = decimal(sum(transfers.map(({ amount }) => amount)), "EUR")
  const count = String(transfers.length)
  const header = element(
    "GrpHdr",
    element("MsgId", id),
    element("CreDtTm", `${madeAt.toISOString().slice(0, 19)}Z`),
    element("NbOfTxs", count),
    element("CtrlSum", total),
    element("InitgPty", element("Nm", debtor.name)),
  )
  const batch = element(
    "PmtInf",
    element("PmtInfId", `${id}-1`),
    element("PmtMtd", "TRF"),
    element("BtchBookg", String(profile.isBookedAtOnce)),
    element("NbOfTxs", count),
    element("CtrlSum", total),
    element("PmtTpInf", element("SvcLvl", element("Cd", "SEPA"))),
    element("ReqdExctnDt", element("Dt", executionDate)),
    element("Dbtr", element("Nm", debtor.name), address(debtor.address)),
    element("DbtrAcct", element("Id", element("IBAN", debtor.iban)), element("Ccy", "EUR")),
    agent("DbtrAgt", debtor.bic ?? "NOTPROVIDED"),
    element("ChrgBr", "SLEV"),
    ...transfers.map(each => transfer(each, profile)),
  )
  const root = element("Document", element("CstmrCdtTrfInitn", header, batch))
  return renderDocument({ ...root, attributes: { xmlns: namespace } })
}

function transfer({ endToEndId, amount, name, iban, bic, address: place, remittance }: CreditTransfer, { unknownAgent }: SepaProfile) {
  return element(
    "CdtTrfTxInf",
    element("PmtId", element("EndToEndId", endToEndId)),
    element("Amt", { ...element("InstdAmt", decimal(amount, "EUR")), attributes: { Ccy: "EUR" } }),
    bic === null && unknownAgent === "left-out" ? undefined : agent("CdtrAgt", bic ?? "NOTPROVIDED"),
    element("Cdtr", element("Nm", name), address(place)),
    element("CdtrAcct", element("Id", element("IBAN", iban))),
    element("RmtInf", element("Ustrd", remittance)),
  )
}
