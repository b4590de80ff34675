import { randomUUID } from "node:crypto"
import { writeFileSync } from "node:fs"
import { isRow, type Row } from "./cells.ts"
import { CommandFault, exitCodes, wrongUsage } from "./exit-codes.ts"
import { inputOf, missingOf } from "./input.ts"
import { flagOf } from "./input.ts"
import type { RemoteOperation } from "./operation.ts"
import { columnsOf, csvHead, csvLine, type Format, type FormatOptions, formatOf, printObject, printRows } from "./output.ts"
import { openSession, type Request, type Session } from "./session.ts"
import type { Terminal } from "./terminal.ts"

export type OperationOptions = FormatOptions & {
  as?: string
  all?: true
  output?: string
  idempotencyKey?: string
  dryRun?: true
  ifMatch?: number
}

/** Sends what a command says, and prints the answer. */
export async function runOperation(operation: RemoteOperation, path: readonly string[], options: OperationOptions, terminal: Terminal) {
  const format = formatOf(options, terminal)
  const columns = columnsOf(operation, options.columns)
  const input = await inputOf(operation, options, terminal)
  const missing = missingOf(operation, input)
  if (missing.length > 0)
    throw wrongUsage(
      `${operation.words.join(" ")} needs ${missing.map(name => `--${flagOf(name)}`).join(", ")}, or --data. Nothing was sent.`,
    )
  const session = openSession(terminal, options.as)
  const request = requestOf(operation, path, options)
  if (operation.kind === "file" || (format === "csv" && operation.csv))
    return saveFile(session, operation, input, request, options, terminal)
  if (operation.kind !== "list") return printAnswer(await session.call(operation.route, input, request), operation, format, terminal)
  if (options.all) return printAll(session.rows(operation.route, input, request), operation, options, format, terminal)
  const page = await session.call(operation.route, input, request)
  const { rows, count, hasMore } = pageOf(page)
  await printRows(rows, columns, format, terminal, options.columns !== undefined)
  if (hasMore && terminal.isTerminal) terminal.note(`${rows.length} of ${count.toLocaleString("en")} rows. All of them: --all`)
}

/** A verification that finds something ends like a refusal, so that a script notices. */
async function printAnswer(answer: unknown, operation: RemoteOperation, format: Format, terminal: Terminal) {
  await printObject(answer, operation, format, terminal)
  if (isRow(answer) && answer["ok"] === false)
    throw new CommandFault(exitCodes.refused, `${operation.words.join(" ")} found differences, which are shown above. Nothing was changed.`)
}

/** Each write has a key of its own, which is printed when it fails. */
function requestOf(operation: RemoteOperation, values: readonly string[], options: OperationOptions): Request {
  const path = Object.fromEntries(operation.path.map(({ name }, i) => [name, values[i] ?? ""]))
  for (const [name, value] of Object.entries(path)) if (value === "") throw wrongUsage(`<${name}> is empty. Nothing was sent.`)
  if (operation.route.startsWith("GET ")) return { path, ...(options.csv && operation.csv && { headers: { accept: "text/csv" } }) }
  const headers = {
    ...(options.dryRun && { "dry-run": "true" }),
    ...(options.ifMatch !== undefined && { "if-match": String(options.ifMatch) }),
  }
  return { path, headers, idempotencyKey: options.idempotencyKey ?? randomUUID() }
}

/** Some lists hold their rows under a name in `data`. */
export function pageOf(page: unknown): { rows: Row[]; count: number; hasMore: boolean } {
  if (!isRow(page)) return { rows: [], count: 0, hasMore: false }
  const { data, count, hasMore } = page
  const rows: unknown = Array.isArray(data) ? data : Object.values(isRow(data) ? data : {}).find(Array.isArray)
  const objects = ((rows ?? []) as unknown[]).map(each => (isRow(each) ? each : { value: each }))
  return { rows: objects, count: Number(count ?? objects.length), hasMore: hasMore === true }
}

/** Prints CSV and JSON row by row, so that a long list needs no memory. A table is as wide as its widest row. */
async function printAll(
  rows: AsyncIterable<unknown>,
  operation: RemoteOperation,
  { columns: chosen }: OperationOptions,
  format: Format,
  terminal: Terminal,
) {
  const columns = columnsOf(operation, chosen)
  const kept: Row[] = []
  let count = 0
  if (format === "csv") await terminal.print(csvHead(columns))
  for await (const row of rows) {
    if (!isRow(row)) continue
    if (format === "table") kept.push(row)
    else await terminal.print(format === "csv" ? csvLine(row, columns) : `${count === 0 ? "[" : ","}\n${JSON.stringify(row)}`)
    if (++count % 100 === 0) terminal.showProgress(`${count.toLocaleString("en")} rows`)
  }
  terminal.showProgress("")
  if (format === "json") await terminal.print(count === 0 ? "[]\n" : "\n]\n")
  if (format === "table") await printRows(kept, columns, format, terminal, chosen !== undefined)
}

/** A file goes where --output says, else to the standard output, unless that is a terminal, which can't show a PDF. */
async function saveFile(
  session: Session,
  operation: RemoteOperation,
  input: object,
  request: Request,
  { output }: OperationOptions,
  terminal: Terminal,
) {
  if (output === undefined && terminal.isTerminal && operation.kind === "file")
    throw wrongUsage("The answer is a file: say where to with --output <path>. Nothing was sent.")
  const response = await session.fetch(operation.route, input, request)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (output === undefined) return terminal.print(bytes)
  try {
    writeFileSync(output, bytes, { flag: "wx" })
  } catch (error) {
    throw new CommandFault(exitCodes.refused, `${output} can't be written: ${error instanceof Error ? error.message : String(error)}.`)
  }
  terminal.note(`Saved ${bytes.length.toLocaleString("en")} bytes in ${output}.`)
}
