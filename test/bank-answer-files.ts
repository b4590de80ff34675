/** Answers about payment files as banks write them, for tests. */

type Status = { status?: string; reason?: string }
type Payment = Status & { endToEndId: string }
type Batch = Status & { id: string; payments?: Payment[] }
type Report = { message: string; group?: string; reason?: string; batches?: Batch[] }

const reasonOf = (code?: string) => (code ? `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>` : "")

export function pain002({ message, group, reason, batches = [] }: Report): string {
  const payment = ({ endToEndId, status, reason: why }: Payment) =>
    `<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId>${status ? `<TxSts>${status}</TxSts>` : ""}${reasonOf(why)}</TxInfAndSts>`
  const batch = ({ id, status, reason: why, payments = [] }: Batch) =>
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId>${status ? `<PmtInfSts>${status}</PmtInfSts>` : ""}${reasonOf(why)}` +
    `${payments.map(payment).join("")}</OrgnlPmtInfAndSts>`
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>` +
    `<GrpHdr><MsgId>B1</MsgId><CreDtTm>2026-10-01T10:00:00</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId>` +
    `<OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId>${group ? `<GrpSts>${group}</GrpSts>` : ""}${reasonOf(reason)}</OrgnlGrpInfAndSts>` +
    `${batches.map(batch).join("")}</CstmrPmtStsRpt></Document>`
  )
}

type Returned = { code: string; trace: string; amount: number; corrected?: string }

/** NACHA returns and notifications of change: each is an entry with one addenda line. */
export function returnsFile(items: Returned[]): string {
  const digits = (value: number, length: number) => String(value).padStart(length, "0")
  const entry = ({ amount }: Returned, i: number) =>
    ["6", "26", "021000021", "123456".padEnd(17), digits(amount, 10), "".padEnd(15), "ANA SOUZA".padEnd(22), "  ", "1"].join("") +
    `01100001${digits(i + 1, 7)}`
  const addenda = ({ code, trace, corrected = "" }: Returned, i: number) => {
    const type = code.startsWith("R") ? "99" : "98"
    return `7${type}${code}${trace}${"".padEnd(6)}01100001${corrected.padEnd(44)}01100001${digits(i + 1, 7)}`
  }
  const count = items.length * 2
  const lines = [
    "101 021000021 0110000152610011200A094101".padEnd(94),
    "5200ESCOLA AZUL".padEnd(94),
    ...items.flatMap((item, i) => [entry(item, i), addenda(item, i)]),
    `8200${digits(count, 6)}`.padEnd(94),
    `9000001000001${digits(count, 8)}`.padEnd(94),
  ]
  while (lines.length % 10 > 0) lines.push("9".repeat(94))
  return lines.map(line => `${line}\r\n`).join("")
}
