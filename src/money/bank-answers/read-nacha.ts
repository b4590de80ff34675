import { quoted } from "../../kit/pure/foreign-files.ts"
import { UnreadableFile } from "../../kit/pure/xml.ts"
import type { Answer } from "./answer.ts"

type Line = { text: string; line: number }

/** A NACHA file with returns (addenda 99) and notifications of change (addenda 98). Each is found by the trace of our entry. */
export function readNacha(text: string): Answer[] {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((text, i) => ({ text, line: i + 1 }))
    .filter(({ text }) => text.trim() !== "")
  const [header, ...others] = lines
  if (!header?.text.startsWith("101"))
    throw new UnreadableFile(header?.line ?? null, "it is no NACHA file: its first line does not begin with 101")
  for (const { text, line } of lines)
    if (text.length !== 94) throw new UnreadableFile(line, `a line of a NACHA file has 94 characters, and this one has ${text.length}`)
  const answers = answersIn(others)
  if (answers.length === 0) throw new UnreadableFile(null, "it has no return and no notification of change")
  return answers
}

/** A file is lines of batches (5 … 8) with entries (6) and their addenda (7), and its control line (9), filled up with nines. */
function answersIn(lines: readonly Line[]): Answer[] {
  const answers: Answer[] = []
  let [entry, count, inBatch, last, isOver]: [string, number, number, number, boolean] = ["", 0, -1, 1, false]
  for (const { text, line } of lines) {
    if (isOver && !/^9{94}$/.test(text))
      throw new UnreadableFile(line, "a line stands after the last one of the file (9); import one file at a time")
    last = line
    const kind = text[0]!
    if (kind === "5") [inBatch, entry] = [0, ""]
    else if (kind === "6" || kind === "7") {
      if (inBatch < 0) throw new UnreadableFile(line, "an entry stands outside of a batch")
      if (kind === "6") entry = text
      else answers.push(answerOf(entry, text, line))
      ;[count, inBatch] = [count + 1, inBatch + 1]
    } else if (kind === "8") {
      assertCount(text.slice(4, 10), inBatch, "the batch", line)
      inBatch = -1
    } else if (kind === "9") {
      if (!isOver && /^9+$/.test(text)) break
      if (!isOver) assertCount(text.slice(13, 21), count, "the file", line)
      isOver = true
    } else throw new UnreadableFile(line, `a line begins with ${quoted(kind)}, which is no kind of line in a NACHA file`)
  }
  if (!isOver) throw new UnreadableFile(last, "it ends without its last line (file control), so it is not complete; download it again")
  return answers
}

function assertCount(said: string, found: number, what: string, line: number) {
  if (Number(said) !== found || !/^\d+$/.test(said))
    throw new UnreadableFile(line, `${what} says that it has ${Number(said)} entries and addenda, and it has ${Math.max(0, found)}`)
}

function answerOf(entry: string, addenda: string, line: number): Answer {
  const [type, code, trace] = [addenda.slice(1, 3), addenda.slice(3, 6), addenda.slice(6, 21)]
  if (entry === "") throw new UnreadableFile(line, "an addenda line stands before its entry")
  if (!/^\d{15}$/.test(trace)) throw new UnreadableFile(line, `the trace number ${quoted(trace)} of the returned payment is not 15 digits`)
  const amount = entry.slice(29, 39)
  if (!/^\d{10}$/.test(amount)) throw new UnreadableFile(line - 1, `the amount ${quoted(amount)} of the entry is not 10 digits`)
  const about = { code, trace, original: null, batch: null, endToEndId: null, amount: Number(amount) }
  if (type === "99" && /^R\d\d$/.test(code)) return { ...about, kind: "return" }
  if (type === "98" && /^C\d\d$/.test(code)) return { ...about, kind: "correction" }
  throw new UnreadableFile(
    line,
    `an addenda line has the type ${type} and the code ${quoted(code)}: no return (99, R01) or change (98, C01)`,
  )
}
