import { UnreadableFile } from "../../kit/pure/xml.ts"
import type { Answer } from "./answer.ts"

/** A NACHA file with returns (addenda 99) and notifications of change (addenda 98). Each is found by the trace of our entry. */
export function readNacha(text: string): Answer[] {
  const lines = text.split(/\r\n|\n|\r/).filter(line => line.trim() !== "")
  if (!lines[0]?.startsWith("101")) throw new UnreadableFile(1, "it is no NACHA file")
  const answers: Answer[] = []
  let [entry, count, hasEnd] = ["", 0, false]
  for (const [i, line] of lines.entries()) {
    if (line.length !== 94) throw new UnreadableFile(i + 1, `a line of a NACHA file has 94 characters, and this one ${line.length}`)
    if (line[0] === "6") entry = line
    if (line[0] === "6" || line[0] === "7") count++
    if (line[0] === "7") answers.push(answerOf(entry, line, i + 1))
    if (line[0] === "9" && !/^9{94}$/.test(line)) {
      if (Number(line.slice(13, 21)) !== count) throw new UnreadableFile(i + 1, `it says ${line.slice(13, 21)} entries and has ${count}`)
      hasEnd = true
    }
  }
  if (!hasEnd) throw new UnreadableFile(lines.length, "it ends without a file control line")
  if (answers.length === 0) throw new UnreadableFile(null, "it has no return and no notification of change")
  return answers
}

function answerOf(entry: string, addenda: string, line: number): Answer {
  const [type, code, trace] = [addenda.slice(1, 3), addenda.slice(3, 6), addenda.slice(6, 21)]
  if (entry === "") throw new UnreadableFile(line, "an addenda line stands before its entry")
  if (!/^\d{15}$/.test(trace)) throw new UnreadableFile(line, "it has no trace number of an entry")
  const about = { code, trace, original: null, batch: null, endToEndId: null, amount: Number(entry.slice(29, 39)) }
  if (type === "99" && /^R\d\d$/.test(code)) return { ...about, kind: "return" }
  if (type === "98" && /^C\d\d$/.test(code)) return { ...about, kind: "correction" }
  throw new UnreadableFile(line, "an addenda line is neither a return (99) nor a notification of change (98)")
}
