import type { ErrorFamily } from "../../kit/pure/problem.ts"
import { type CatalogueFamily, catalogueOf } from "./error-catalogue.ts"

/** docs/errors.md. */
export function errorsMarkdown(families: readonly ErrorFamily[]): string {
  const sections = catalogueOf(families).map(section)
  return `${introduction}\n${sections.join("\n")}`
}

function section({ letters, title, about, entries }: CatalogueFamily): string {
  const rows = entries.map(({ code, status, sentence, retryable, agentCode }) =>
    row([`\`${code}\``, String(status), sentence, retryable ? "yes" : "no", agentCode ? `\`${agentCode}\`` : ""]),
  )
  return [
    `## ${letters}: ${title}`,
    "",
    about,
    "",
    row(["Code", "Status", "Message", "Retry", "Agent code"]),
    row(Array(5).fill("---")),
    ...rows,
    "",
  ].join("\n")
}

const row = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll("|", "\\|")).join(" | ")} |`

const introduction = `# Errors

Printed from the error families of the code by \`npm run print\`; do not edit.

A failure has the single key \`error\`, with \`code\`, \`message\`, \`details\`, \`retryable\`, \`requestId\`, \`docUrl\` (the entry of
the code under \`/docs/errors\`), and \`errors\` where fields are invalid. Words in braces stand for values, which are also in
\`details\`; \`/docs/errors.json\` has these sentences by code. "Retry": the same request may succeed later; repeat it with the same
Idempotency-Key. "Agent code": the code that agents get instead, where it differs.
`
