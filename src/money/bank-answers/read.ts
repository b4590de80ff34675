import { assertIsText } from "../../kit/pure/foreign-files.ts"
import { decodeText, decodeXml, UnreadableFile } from "../../kit/pure/xml.ts"
import { formatOf } from "../bank-statements/readers/read.ts"
import type { Answer } from "./answer.ts"
import { readNacha } from "./read-nacha.ts"
import { readPain002 } from "./read-pain002.ts"
import type { AnswerFormat } from "./values.ts"

/** Reads what a bank answers about payment files, in either format. */
export function readAnswer(bytes: Uint8Array): { format: AnswerFormat; answers: Answer[] } {
  assertIsText(bytes, "download the status report (pain.002) or the NACHA file of returns")
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 4000)).replaceAll("\0", "")
  if (/^(?:ï»¿)?\s*1\d\d/.test(start)) return { format: "nacha", answers: readNacha(decodeText(bytes, "utf-8")) }
  const found = formatOf(bytes)
  if (/BkToCstmr/.test(start) || found === "mt940" || found === "ofx")
    throw new UnreadableFile(null, "it is a bank statement; import it under Bank statements")
  if (!/^(?:ï»¿|ÿþ|þÿ)?\s*</.test(start))
    throw new UnreadableFile(null, "it is neither a status report (pain.002) nor a NACHA file of returns")
  return { format: "pain.002", answers: readPain002(decodeXml(bytes)) }
}
