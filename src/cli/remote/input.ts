import { openAsBlob, readFileSync } from "node:fs"
import { InvalidArgumentError, Option } from "commander"
import { wrongUsage } from "./exit-codes.ts"
import type { Field, RemoteOperation } from "./operation.ts"
import type { Terminal } from "./terminal.ts"

/** The options of every operation, which no field may have the name of. */
export const ownOptions = ["as", "data", "filter", "all", "json", "csv", "table", "columns", "output", "idempotency-key", "dry-run"]

/** dueAt is --due-at, profile.firstName is --profile.first-name. */
export const flagOf = (name: string) => name.replace(/^_/, "").replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** How commander stores an option. */
const keyOf = (name: string) => flagOf(name).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

export function optionOf(field: Field): Option {
  const { name, kind, about, values, many, nullable, required } = field
  const argument = placeholderOf(field)
  const facts = [about, values && values.length > 4 && values.join(", "), many && "may be repeated", required && "required"]
  const option = new Option(`--${flagOf(name)} <${argument}>`, facts.filter(Boolean).join("; "))
  const parse = (text: string) => (nullable && text === "null" ? nothing : parseValue(text, kind, values))
  if (!many) return option.argParser(parse)
  if (kind === "json") return option.argParser((text, earlier: object | undefined) => ({ ...earlier, ...entryOf(text) }))
  return option.argParser((text, earlier: unknown[] | undefined) => [...(earlier ?? []), parse(text)])
}

/** Stands for null, which commander turns into an empty text. */
const nothing = Symbol("null")

const placeholders = { text: "text", integer: "number", number: "number", boolean: "true|false", json: "json", file: "path" }

function placeholderOf({ kind, many, values }: Field): string {
  if (kind === "json" && many) return "key=value"
  return values && values.length <= 4 ? values.join("|") : placeholders[kind]
}

function parseValue(text: string, kind: Field["kind"], values: readonly string[] | undefined): unknown {
  if (values && !values.includes(text)) throw new InvalidArgumentError(`It must be one of ${values.join(", ")}.`)
  if (kind === "integer") return wholeNumber(text)
  if (kind === "number") return decimalNumber(text)
  if (kind === "boolean") return yesOrNo(text)
  return kind === "json" ? jsonValue(text) : text
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new InvalidArgumentError("It must be a whole number. Amounts are in minor units: 1250 is 12.50 in BRL.")
  return value
}

function decimalNumber(text: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError("It must be a number such as 0.5.")
  return Number(text)
}

function yesOrNo(text: string): boolean {
  if (text !== "true" && text !== "false") throw new InvalidArgumentError("It must be true or false.")
  return text === "true"
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text.startsWith("@") ? readFileSync(text.slice(1), "utf8") : text) as unknown
  } catch (error) {
    throw new InvalidArgumentError(`It must be JSON, or @ and the path of a file with JSON: ${messageOf(error)}.`)
  }
}

function entryOf(text: string): Record<string, string> {
  const at = text.indexOf("=")
  if (at < 1) throw new InvalidArgumentError("It must be a name, an equals sign and a value, such as term=spring.")
  return { [text.slice(0, at)]: text.slice(at + 1) }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

type Given = Readonly<Record<string, unknown>>

/** What is sent: the fields of --data, and over them those of the other options. */
export async function inputOf(operation: RemoteOperation, options: Given, terminal: Terminal): Promise<object> {
  const isQuery = operation.route.startsWith("GET ")
  const input: Record<string, unknown> = typeof options["data"] === "string" ? await readData(options["data"], terminal) : {}
  for (const name of operation.objects ?? []) input[name] ??= {}
  for (const field of operation.fields) {
    const given = options[keyOf(field.name)]
    if (given === undefined) continue
    const value = given === nothing ? null : given
    if (isQuery) setQuery(input, field, value)
    else set(input, field.name.split("."), field.kind === "file" && typeof value === "string" ? await fileAt(value) : value)
  }
  for (const filter of (options["filter"] as string[] | undefined) ?? []) Object.assign(input, filterOf(filter, operation))
  return input
}

async function readData(data: string, terminal: Terminal): Promise<Record<string, unknown>> {
  try {
    const source =
      data === "-" || data === "@-" ? await terminal.readInput() : data.startsWith("@") ? readFileSync(data.slice(1), "utf8") : data
    const value: unknown = JSON.parse(source)
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (error) {
    throw wrongUsage(
      `--data could not be read: ${messageOf(error)}. It must be JSON, @ and the path of a file, or - for the input. Nothing was sent.`,
    )
  }
  throw wrongUsage('--data must be a JSON object, such as \'{"email": "ana@example.com"}\'. Nothing was sent.')
}

export async function fileAt(path: string): Promise<File> {
  try {
    return new File([await openAsBlob(path)], path.split("/").at(-1)!)
  } catch (error) {
    throw wrongUsage(`${path} could not be read: ${messageOf(error)}. Nothing was sent.`)
  }
}

function set(input: Record<string, unknown>, [name = "", ...rest]: string[], value: unknown) {
  if (rest.length === 0) return void (input[name] = value)
  const inner = { ...(input[name] as Record<string, unknown> | undefined) }
  set(inner, rest, value)
  input[name] = inner
}

function setQuery(input: Record<string, unknown>, { name, kind, many }: Field, value: unknown) {
  if (kind !== "json" || !many) input[name] = value
  else for (const [key, text] of Object.entries(value as object)) input[`${name}[${key}]`] = text
}

/** `status=active`, `createdAt[gte]=2027-01-01T00:00:00Z`, `metadata[term]=spring`. */
function filterOf(text: string, { fields, words }: RemoteOperation): Record<string, string> {
  const [, filter = "", name = "", operator, value = ""] = /^(([^=[]+)(?:\[([^\]]+)\])?)=(.*)$/s.exec(text) ?? []
  const filters = fields.filter(field => field.operators !== undefined || field.name === "metadata")
  const field = filters.find(each => each.name === name)
  if (!field)
    throw wrongUsage(
      `${words.join(" ")} has no filter ${name || text}. Use ${filters.map(each => each.name).join(", ")}. Nothing was sent.`,
    )
  if (operator !== undefined && field.operators && !field.operators.includes(operator))
    throw wrongUsage(`The filter ${name} has no operator ${operator}. Use ${field.operators.join(", ")}. Nothing was sent.`)
  return { [filter]: value }
}

/** The required fields that neither --data nor an option gives. */
export function missingOf({ fields }: RemoteOperation, input: object): string[] {
  const has = (value: unknown, [name = "", ...rest]: string[]): boolean => {
    const inner = (value as Record<string, unknown> | undefined)?.[name]
    return rest.length === 0 ? inner !== undefined : has(inner, rest)
  }
  return fields.filter(field => field.required && !has(input, field.name.split("."))).map(({ name }) => name)
}
