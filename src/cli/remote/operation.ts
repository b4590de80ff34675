import { readFileSync } from "node:fs"

/** How the text of an option becomes a value. `json` is anything that has structure. */
type FieldKind = "text" | "integer" | "number" | "boolean" | "json" | "file"

/** A field of the body, a query parameter or a filter. Fields of objects have a dot in their name. */
export type Field = {
  name: string
  kind: FieldKind
  about?: string
  values?: readonly string[]
  required?: true
  nullable?: true
  /** The option may be repeated. */
  many?: true
  /** The operators of a filter besides equality. */
  operators?: readonly string[]
}

/** A field of the answer that fits into a cell of a table. An amount is in minor units of the row's currency. */
export type Column = { name: string; kind?: "amount" }

/** An operation as a command, printed from the operations by `npm run print`. */
export type RemoteOperation = {
  /** The words of the command, such as payment-intents create. */
  words: readonly string[]
  route: string
  kind: "list" | "read" | "write" | "file"
  summary: string
  effect: string
  /** What the path names, in order. */
  path: readonly { name: string; about: string }[]
  fields: readonly Field[]
  /** Objects that must be sent even if none of their fields is. */
  objects?: readonly string[]
  columns: readonly Column[]
  /** The service itself makes CSV of it. */
  csv?: true
  /** It refuses a version that is not the newest. */
  versioned?: true
}

let operations: readonly RemoteOperation[] | undefined

/** Every operation that an API key may call. */
export function remoteOperations(): readonly RemoteOperation[] {
  operations ??= JSON.parse(readFileSync(new URL("printed/operations.json", import.meta.url), "utf8")) as RemoteOperation[]
  return operations
}
