import type { Operation } from "../../kit/operation/operation.ts"
import { allOperations } from "../../kit/operation/ports.ts"
import type { Context } from "../../kit/db/context.ts"
import type { Caller } from "../../kit/pure/caller.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import type { Permission } from "../../kit/pure/permissions.ts"
import { type ImportKind, importKinds } from "./values.ts"

/** The operation that creates an object of the kind. */
export function createOf(kind: ImportKind): Operation {
  const operation = allOperations.find(({ route }) => route === `POST /v1/${kind}/create`)
  if (!operation) throw new Error(`POST /v1/${kind}/create does not exist`)
  return operation
}

/** A mandate may come with the payer's bank account. */
const alsoNeeded: Partial<Record<ImportKind, Permission>> = { authorizations: "bankAccounts.edit" }

const missingOf = (kind: ImportKind, caller: Pick<Caller, "permissions">): Permission | undefined =>
  [createOf(kind).needs, alsoNeeded[kind]].find(needs => needs !== undefined && !caller.permissions.has(needs))

/** Whoever may create objects of a kind may import them, and see its imports. */
export function assertMayImport(kind: ImportKind, { caller }: Pick<Context, "caller">) {
  const permission = missingOf(kind, caller)
  if (permission !== undefined) throw generalProblem("PRM-1001", { permission })
}

export const kindsFor = (caller: Caller): ImportKind[] => importKinds.filter(kind => missingOf(kind, caller) === undefined)
