import { z } from "zod"
import type { Operation } from "../../kit/operation/operation.ts"
import { type CsvCell, renderRow } from "../../kit/pure/csv.ts"

/** A row as its list shows it. */
export type ExportedRow = Readonly<Record<string, unknown>>

/** One resource in the archive: its list, and the list whose rows the list belongs to. Settings have a single row instead of a list. */
export type Source = { name: string; op: Operation; parent?: Operation; csv: boolean }

/** The lists that are not exported, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  "GET /v1/gateway-connections/providers": "what the service offers, the same for all tenants",
  "GET /v1/billing/plans": "what the service offers, the same for all tenants",
  "GET /v1/simulations/queue": "what the clock of a sandbox will do next",
  "GET /v1/users/{id}/delegations": "in approvals-delegations",
  "GET /v1/saved-views": "a person sees only their own",
  "GET /v1/notices": "a person sees only their own",
  "GET /v1/sessions": "a person sees only their own",
  "GET /v1/users/{id}/sessions": "browsers that are signed in now; the audit log has when sessions began and ended",
  "GET /v1/passkeys": "a person sees only their own",
  "GET /v1/assistants": "a person sees only their own",
}

/** Settings: objects that are no rows of a list. */
const alone = ["GET /v1/settings", "GET /v1/journal/accounts"]

/** Logs are read by programs, and are the largest. */
const withoutCsv = ["GET /v1/ledger/entries", "GET /v1/dev/events", "GET /v1/audit-log"]

/** Every list of the application, so that a new resource is exported without further ado. */
export function sourcesOf(operations: readonly Operation[]): Source[] {
  const lists = operations.filter(op => op.route && op.list && leftOut[op.route] === undefined)
  const objects = operations.filter(({ route }) => route && alone.includes(route))
  const sources = [...objects, ...lists].map(op => {
    const parent = parentOf(op, operations)
    return { name: nameOf(op.route!), op, ...(parent && { parent }), csv: op.list !== undefined && !withoutCsv.includes(op.route!) }
  })
  return sources.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** `/v1/imports/{id}/rows` is about the rows of `/v1/imports`. */
function parentOf({ route }: Operation, operations: readonly Operation[]): Operation | undefined {
  const [of, rest] = route!.split("/{id}/")
  if (rest === undefined) return undefined
  const parent = operations.find(each => each.list && each.route === of)
  if (!parent) throw new Error(`${route} can't be exported: ${of} is no list`)
  return parent
}

/** `GET /v1/dev/webhooks/{id}/deliveries` is `webhooks-deliveries`. */
const nameOf = (route: string) =>
  route
    .slice("GET /v1/".length)
    .replace(/^dev\//, "")
    .replace("{id}/", "")
    .replaceAll("/", "-")

/** The columns of a list as CSV: its fields, and those of objects in it, such as profile.firstName. Lists stay JSON. */
export function columnsOf({ op, parent }: Source): string[] {
  const { data } = (op.output as z.ZodObject).shape as { data: z.ZodArray }
  return [...(parent ? [parent.noun] : []), ...fieldsOf(data.element)]
}

const fieldsOf = (schema: unknown, prefix = ""): string[] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape).flatMap(([name, each]) => {
        const fields = fieldsOf(each, `${prefix}${name}.`)
        return fields.length > 0 ? fields : [prefix + name]
      })
    : []

export const jsonLine = (row: ExportedRow) => `${JSON.stringify(row)}\n`
export const csvLine = (row: ExportedRow, columns: readonly string[]) => renderRow(columns.map(name => cellOf(row, name)))

function cellOf(row: ExportedRow, name: string): CsvCell {
  const value = name.split(".").reduce<unknown>((object, key) => (object as ExportedRow | undefined)?.[key], row)
  if (value === undefined || value === null) return null
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : JSON.stringify(value)
}
