import { elementAt, elementsOf, readXml, textAt, UnreadableFile, type Xml } from "../../kit/pure/xml.ts"
import type { Answer } from "./answer.ts"

/** pain.002, of any version: the status of a file, of its batches and of its payments. The most exact one that is given counts. */
export function readPain002(text: string): Answer[] {
  const report = elementAt(readXml(text), "CstmrPmtStsRpt")
  if (!report) throw new UnreadableFile(1, "it is no status report (pain.002)")
  const group = elementsOf(report, "OrgnlGrpInfAndSts")[0]
  const message = textAt(group, "OrgnlMsgId")
  if (message === undefined) throw new UnreadableFile(null, "it does not name the file that it is about (OrgnlMsgId)")
  const of = { trace: null, amount: null, original: message }
  const answers: Answer[] = []
  for (const batch of elementsOf(report, "OrgnlPmtInfAndSts")) {
    const id = textAt(batch, "OrgnlPmtInfId") ?? null
    const payments = elementsOf(batch, "TxInfAndSts")
    for (const payment of payments) {
      const status = textAt(payment, "TxSts") ?? textAt(batch, "PmtInfSts") ?? textAt(group, "GrpSts")
      const endToEndId = textAt(payment, "OrgnlEndToEndId") ?? null
      if (endToEndId === null || endToEndId === "NOTPROVIDED") throw new UnreadableFile(null, "a payment has no end-to-end id")
      answers.push({ ...of, ...meaningOf(status, reasonIn(payment) ?? reasonIn(batch)), batch: id, endToEndId })
    }
    const status = textAt(batch, "PmtInfSts")
    if (status !== undefined && payments.length === 0)
      answers.push({ ...of, ...meaningOf(status, reasonIn(batch)), batch: id, endToEndId: null })
  }
  const status = textAt(group, "GrpSts")
  if (status !== undefined && answers.length === 0)
    answers.push({ ...of, ...meaningOf(status, reasonIn(group)), batch: null, endToEndId: null })
  if (answers.length === 0) throw new UnreadableFile(null, "it has no status")
  return answers
}

/** The reason that a bank gives, as a code of ISO 20022, or in its own words. */
function reasonIn(xml: Xml | undefined): string | undefined {
  const reason = elementsOf(xml, "StsRsnInf")[0]
  return textAt(reason, "Rsn", "Cd") ?? textAt(reason, "Rsn", "Prtry") ?? textAt(reason, "AddtlInf")
}

const accepted = ["ACTC", "ACCP", "ACSP", "ACSC", "ACWC", "ACCC"]

function meaningOf(status: string | undefined, reason: string | undefined): Pick<Answer, "kind" | "code"> {
  if (status === "RJCT") return { kind: "rejection", code: reason ?? "RJCT" }
  if (status !== undefined && accepted.includes(status)) return { kind: "acceptance", code: status }
  return { kind: "other", code: status ?? "" }
}
