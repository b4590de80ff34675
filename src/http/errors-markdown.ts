import { catalogue, type Code, Problem } from "../kit/problem.ts"
import { families, familyOf } from "./families.ts"

export type Entry = { code: Code; status: number; sentence: string; retryable: boolean; agentCode: string | undefined }

/** The catalogue as people read it: by family, each code with what it means. */
export function entriesByFamily(): Map<string, Entry[]> {
  const entries = (Object.keys(catalogue) as Code[]).map(entryOf)
  return Map.groupBy(
    entries.toSorted((a, b) => (familyOf(a.code) === familyOf(b.code) && a.code > b.code ? 1 : 0)),
    ({ code }) => familyOf(code),
  )
}

/** Its sentence names no value of a field, so it says instead what such a message is about. */
const sentences: Partial<Record<Code, string>> = {
  "VAL-1002": "A field that is required is missing; the message names it",
  "VAL-1003": "A value does not fit; the message names the field and what it must be",
  "VAL-1005": "A field is not one of this request; the message names it",
}

function entryOf(code: Code): Entry {
  const problem = new Problem(code)
  const [status, sentence] = catalogue[code]
  const agentCode = problem.agentCode === code ? undefined : problem.agentCode
  return { code, status, sentence: sentences[code] ?? sentence, retryable: problem.retryable, agentCode }
}

export function errorsMarkdown(): string {
  const sections = [...entriesByFamily()].map(([family, entries]) => section(family, entries))
  return `${opening}\n${sections.join("\n")}`
}

function section(family: string, entries: Entry[]): string {
  const { title, about } = families[family]!
  const rows = entries.map(({ code, status, sentence, retryable, agentCode }) =>
    row([`\`${code}\``, String(status), sentence, retryable ? "yes" : "no", agentCode ? `\`${agentCode}\`` : ""]),
  )
  return [
    `## ${family}: ${title}`,
    "",
    about,
    "",
    row(["Code", "Status", "Message", "Retry", "Agents read"]),
    row(Array(5).fill("---")),
    ...rows,
    "",
  ].join("\n")
}

const row = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll("|", "\\|")).join(" | ")} |`

const opening = `# Errors

Printed from the catalogue in \`src/kit/problem.ts\` by \`npm run print\`; do not edit.

A failure has the single key \`error\`, with \`code\`, \`message\`, \`details\`, \`retryable\`, \`requestId\`, and \`errors\` where
fields are at fault. Words in braces stand for values, which are also in \`details\`. "Retry" says that the same request may
succeed when it is repeated as it is, with the same Idempotency-Key. Where agents read another code, it is in the last column.
`
