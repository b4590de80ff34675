import { quoted } from "../../kit/pure/foreign-files.ts"
import { elementAt, elementsOf, readXml, textAt, UnreadableFile, type Xml } from "../../kit/pure/xml.ts"
import type { Answer } from "./answer.ts"

/** pain.002, of any version: the status of a file, of its batches and of its payments. The most exact one that is given counts. */
export function readPain002(text: string): Answer[] {
  const document = readXml(text)
  const report = elementAt(document, "CstmrPmtStsRpt")
  if (!report) throw new UnreadableFile(null, `it is XML, but no status report (pain.002): ${quoted(namesOf(document))}`)
  const [group, other] = elementsOf(report, "OrgnlGrpInfAndSts")
  if (other || elementsOf(document, "CstmrPmtStsRpt").length > 1)
    throw new UnreadableFile(null, "it is about several payment files; import one report for each")
  const message = textAt(group, "OrgnlMsgId")
  if (message === undefined) throw new UnreadableFile(null, "it does not name the payment file that it is about (OrgnlMsgId)")
  const of = { trace: null, amount: null, original: message.slice(0, 35) }
  const known = new Set<string>()
  const answers: Answer[] = []
  for (const batch of elementsOf(report, "OrgnlPmtInfAndSts")) {
    const id = textAt(batch, "OrgnlPmtInfId") ?? null
    const payments = elementsOf(batch, "TxInfAndSts")
    for (const payment of payments) {
      const status = textAt(payment, "TxSts") ?? textAt(batch, "PmtInfSts") ?? textAt(group, "GrpSts")
      const endToEndId = textAt(payment, "OrgnlEndToEndId") ?? null
      const place = `payment ${known.size + 1} of the report`
      if (endToEndId === null || endToEndId === "NOTPROVIDED")
        throw new UnreadableFile(null, `${place} does not say which one it is (OrgnlEndToEndId)`)
      if (status === undefined) throw new UnreadableFile(null, `${place} (${endToEndId.slice(0, 35)}) has no status (TxSts)`)
      if (known.has(endToEndId)) throw new UnreadableFile(null, `${place} (${endToEndId.slice(0, 35)}) stands in it twice`)
      known.add(endToEndId)
      answers.push({ ...of, ...meaningOf(status, reasonIn(payment) ?? reasonIn(batch)), batch: id, endToEndId })
    }
    const status = textAt(batch, "PmtInfSts")
    if (status !== undefined && payments.length === 0)
      answers.push({ ...of, ...meaningOf(status, reasonIn(batch)), batch: id, endToEndId: null })
  }
  const status = textAt(group, "GrpSts")
  if (status !== undefined && answers.length === 0)
    answers.push({ ...of, ...meaningOf(status, reasonIn(group)), batch: null, endToEndId: null })
  if (answers.length === 0) throw new UnreadableFile(null, "it has no status of the file, of a batch or of a payment")
  return answers
}

const namesOf = (document: Xml) => [document.name, document.children[0]?.name].filter(Boolean).join(" / ")

/** The reason that a bank gives, as a code of ISO 20022, or in its own words. */
function reasonIn(xml: Xml | undefined): string | undefined {
  const reason = elementsOf(xml, "StsRsnInf")[0]
  return textAt(reason, "Rsn", "Cd") ?? textAt(reason, "Rsn", "Prtry") ?? textAt(reason, "AddtlInf")
}

/** Statuses after which a bank says more, or which say what was known. */
const others = ["RCVD", "PDNG", "PART", "PATC", "PRES", "ACFC", "ACIS", "ACPD", "ACWP", "ACCR", "BLCK", "CANC", "CPUC"]
const accepted = ["ACTC", "ACCP", "ACSP", "ACSC", "ACWC", "ACCC"]

function meaningOf(status: string, reason: string | undefined): Pick<Answer, "kind" | "code"> {
  if (status === "RJCT") return { kind: "rejection", code: (reason ?? "RJCT").slice(0, 105) }
  if (accepted.includes(status)) return { kind: "acceptance", code: status }
  if (others.includes(status)) return { kind: "other", code: status }
  throw new UnreadableFile(null, `it has the status ${quoted(status)}, which is no status of a payment`)
}
