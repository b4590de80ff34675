import { importProblem } from "./errors.ts"
import { keyTarget, targetOf } from "./targets.ts"
import type { ImportKind, ImportStatus } from "./values.ts"

type Mapped = {
  kind: ImportKind
  columns: readonly string[]
  mapping: Readonly<Record<string, string>>
  defaults: Readonly<Record<string, string>>
}

/** Refuses a mapping to a field or from a column that does not exist: a typo must not lose a column. */
export function assertMappable({ kind, columns, mapping, defaults }: Mapped) {
  for (const name of [...Object.keys(mapping), ...Object.keys(defaults)])
    if (!targetOf(kind, name))
      throw importProblem("IMP-1002", { reason: `${name} is not a field of ${kind} that a column can be mapped to` })
  const missing = Object.values(mapping).find(column => !columns.includes(column))
  if (missing !== undefined) throw importProblem("IMP-1002", { reason: `The file has no column ${missing}` })
}

/** Refuses a start while no column has the keys of the rows: without them the same file would create everything twice. */
function assertKeyed({ kind, mapping }: Mapped) {
  const key = keyTarget(kind, name => Object.hasOwn(mapping, name))
  if (key !== undefined && Object.hasOwn(mapping, key)) return
  const names = key === undefined ? "externalId" : `externalId or to ${key}`
  throw importProblem("IMP-1002", { reason: `Map a column to ${names}: by it a row is known again, so that none is imported twice` })
}

const assertStatus = (is: ImportStatus, allowed: readonly ImportStatus[], action: string) => {
  if (!allowed.includes(is)) throw importProblem("IMP-2001", { status: is, action })
}

export const assertDraft = ({ status }: { status: ImportStatus }) => assertStatus(status, ["draft"], "changed")
/** Only a draft can be checked: of a failed import some rows are done. */
export const assertCheckable = (row: Mapped & { status: ImportStatus }) => {
  assertStatus(row.status, ["draft"], "checked")
  assertKeyed(row)
}
export const assertStartable = (row: Mapped & { status: ImportStatus }) => {
  assertStatus(row.status, ["draft", "failed"], "started")
  assertKeyed(row)
}
export const assertCancelable = ({ status }: { status: ImportStatus }) =>
  assertStatus(status, ["draft", "checking", "running", "failed"], "canceled")
