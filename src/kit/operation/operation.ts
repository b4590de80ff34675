import { z } from "zod"
import type { Page } from "../pure/page.ts"
import type { Context } from "../db/context.ts"
import type { Origin } from "../pure/caller.ts"
import type { CsvTable } from "../pure/csv.ts"
import type { Deprecation } from "../pure/deprecation.ts"
import { type Filters, type ListParameters, type ListQuery, listInput, parseQuery } from "../pure/filters.ts"
import { parseInput, parseParameters } from "../pure/input.ts"
import type { Permission } from "../pure/permissions.ts"
import type { Problem } from "../pure/problem.ts"
import { type ResponseFilter, responseFilter } from "../pure/response-filter.ts"
import type { ResponseFile, StreamedFile } from "./response-file.ts"
import type { Subscribe } from "./stream.ts"

export type Route = `${"GET" | "POST"} /v1/${string}`

/** What an operation changes. This decides whether it may have a tool, and the tool's hints and rate limits. */
type Effect = "read" | "draft" | "change" | "money"

/** A tool may read, draft or change, but never move money. A tool that writes has a note for agents. The compiler checks both. */
type ToolAccess =
  | { effect: "read"; tool?: string; toolNote?: string }
  | { effect: "draft" | "change"; tool: string; toolNote: string }
  | { effect: Effect; tool?: never; toolNote?: never }

/** `recent` is for rare acts that give access. `daily` is for daily work that sends money or decides who may send it. */
export type Confirmation = "recent" | "daily"

export type OperationInfo = {
  /** The object it is about, such as "contact": its name in tool results, and the `{id}` of the path. */
  noun: string
  /** One sentence for the reference and for agents. */
  summary: string
  /** Its name in the reference, such as "Sign in", if the words of its route do not make a good one. */
  label?: string
  /** It makes an object: a success is 201 and not 200. */
  creates?: true
  /** The permission it needs; any caller may when absent. */
  needs?: Permission
  /** Only for a person who is signed in, about themselves. */
  forPeople?: true
  /** A person whose tenant requires a second factor needs it to set one up, or to sign out. */
  worksWithoutSecondFactor?: true
  /** A session must have been confirmed within ten minutes or a day, so that nobody can use a browser that was left open. */
  needsConfirmation?: Confirmation
  /** Its request or response has a secret: the response is stored sealed, and only the same user gets it again. */
  secret?: true
  /** A read that leaves an entry in the audit log. */
  audited?: true
  /** It writes to a customer, such as a payer who gets a mail. */
  notifiesCustomer?: true
  /** Its body is a form with a file, or the bytes of the file with the other fields in the query parameters. */
  upload?: { maxBytes: number }
  /** A read whose input is in the query parameters. */
  query?: true
  /** Responds once all transactions that were open at its commit have ended, so that every later commit sees its change. */
  waitsForOpenTransactions?: true
  /** It works on; the reference and the headers of its responses say what to use instead. */
  deprecated?: Deprecation
  /** Spec: the response has `success` beside its data, and beside its error. */
  success?: true
  /** Error codes, or their prefixes, that it may answer with besides the general ones. A slice names those of all its writes. */
  refuses?: readonly string[]
}

type Definition<R extends Route | undefined, I extends z.ZodObject, O extends z.ZodType, S, A> = OperationInfo & {
  /** Absent for operations that exist only as a tool, because their input differs from the route's. */
  route?: R
  /** How a POST is identified. `both`: by its key, else by its content. `header`: by a required key. Absent: by its key, if it has one. */
  idempotency?: "header" | "both"
  input: I
  output: O
  /** Makes a table of what `run` returned, for `Accept: text/csv`. It may have columns that the JSON lacks. */
  csv?(output: NoInfer<z.output<O>>): CsvTable
  /** Makes the content of a file of what `run` returned. A success answers with it instead of JSON, and `headers` names the file. */
  content?(output: NoInfer<z.output<O>>): string
  /** Serves `Accept: application/pdf` on the same route. */
  pdf?: Operation
  /**
   * Answers with a file that is sent while it is read, where the input asks for one; `run` is then not called. `Accept: text/csv` asks for
   * `format=csv`.
   */
  streamedFile?(ctx: Context, input: z.output<I>, subject: S): Promise<StreamedFile | undefined>
  headers?(result: unknown): Record<string, string>
  /** Reads the object that the path names, before the body is parsed: 404 comes before 400. */
  subject?(ctx: Context, reference: string): Promise<S>
  /** Throws if the subject lacks the part that the path names after it. Also runs before the body is parsed. */
  assertPart?(ctx: Context, subject: NoInfer<S>, path: Record<string, string>): unknown
  /** A refusal with an effect, such as a declined charge, is returned and not thrown, so that it is committed and stored. */
  /** Throws where the state of the subject does not allow it now. Checked before any effect, and asked by `GET …/actions`. */
  assertPossible?(subject: NoInfer<S>, ctx: Context): void | Promise<void>
  /** A call to the outside: prepared and committed first, then called without a transaction, then `run` with its result. */
  external?: ExternalCall<z.output<I>, S, A>
  run(ctx: Context, input: z.output<I>, subject: S, answer: A): Promise<z.input<O> | Problem> | z.input<O>
}

type ExternalCall<I, S, A> = {
  /** Called without a transaction when `prepare` refuses: it may remove the cause, and returns whether `prepare` is tried once more. */
  onRefusal?(problem: Problem, tenant: string): Promise<boolean>
  /** `prepare` has an effect, so its commit keeps the key. Otherwise a refusal after the call leaves the key free. */
  keepsKey?: true
  /** `key` identifies the request: a retry finds what an earlier attempt prepared. */
  prepare(ctx: Context, input: I, subject: S, key: string): Promise<A>
  call(prepared: A, subject: S): Promise<A>
}

/** Any operation, as the surfaces see it. */
export type Operation = OperationInfo & {
  route?: Route | undefined
  tool?: string
  /** What an agent should know besides the summary: the tool's limits and side effects, and which other tool may be meant. */
  toolNote?: string
  effect: Effect
  idempotency?: "header" | "both"
  input: z.ZodObject
  output: z.ZodType
  list?: List
  parse(raw: RawInput): unknown
  /** Keeps what the output schema names. */
  filterResponse: ResponseFilter
  csv?(output: unknown): CsvTable
  content?(output: unknown): string
  /** Answers with a file instead of JSON: what `run` returned. */
  file?(result: unknown): ResponseFile
  /** Serves `Accept: application/pdf` on the same route. */
  pdf?: Operation
  /** Answers with a file that is sent while it is read, instead of calling `run`. */
  streamedFile?(ctx: Context, input: unknown, subject: unknown): Promise<StreamedFile | undefined>
  /** Answers with server-sent events, from where `run` says. */
  stream?: Subscribe
  /** Instead of `run`, for callers without a credential. */
  open?: OpenRun
  /** Headers of the response, from the result before it is filtered. */
  headers?(result: unknown): Record<string, string>
  subject?(ctx: Context, reference: string): Promise<unknown>
  assertPart?(ctx: Context, subject: unknown, path: Record<string, string>): unknown
  assertPossible?(subject: unknown, ctx: Context): void | Promise<void>
  external?: ExternalCall<unknown, unknown, unknown>
  run(ctx: Context, input: unknown, subject: unknown, answer: unknown): unknown
}

type List<F extends Filters = Filters> = { plural: string; under?: string; filters: F; toolFilters: readonly string[] }

/** Contract: everything under /v1/simulations serves sandbox tenants only. */
export const isSimulation = ({ route }: Pick<Operation, "route">) => route?.includes(" /v1/simulations/") ?? false

/** Unparsed input: the fields of a body, or query parameters. */
export type RawInput = { fields: unknown; query: [name: string, value: string][] }

/**
 * `R` is undefined if there is no route. If it were any route, TypeScript would drop an equal operation with a route from the list's type.
 */
export function operation<
  const R extends Route | undefined = undefined,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  S = undefined,
  A = undefined,
>(definition: Definition<R, I, O, S, A> & ToolAccess) {
  const { input } = definition
  const parse = ({ fields, query }: RawInput) =>
    definition.query ? parseParameters(input, query, fields as object | undefined) : parseInput(input, fields, query)
  return { ...definition, parse, filterResponse: responseFilter(definition.output) } as Defined<R, I, O>
}

/** Somebody without a credential, such as a person who signs in. */
export type Visitor = { origin: Origin; userAgent: string }
type OpenRun = (input: unknown, visitor: Visitor) => Promise<unknown>

/** An operation for callers without a credential. It finds the tenant from its input, and runs its own units of work. */
export function openOperation<const R extends Route, I extends z.ZodObject, O extends z.ZodType>(
  definition: Omit<OperationInfo, "needs"> & {
    route: R
    input: I
    output: O
    headers?(result: unknown): Record<string, string>
    run(input: z.output<I>, visitor: Visitor): Promise<z.input<O>>
  },
) {
  const { run: open, ...rest } = definition
  const run = () => {
    throw new Error(`${definition.route} has no caller`)
  }
  return { ...operation({ ...rest, effect: "change", run }), open: open as OpenRun } as Defined<R, I, O>
}

/** A list operation: paging, filters, sorting and the exact count are the same for all. */
export function listing<const R extends Route | undefined, F extends Filters, T extends z.ZodType, S = undefined>(
  definition: OperationInfo & {
    route?: R
    tool?: string
    toolNote?: string
    plural: string
    /** The key inside `data` that holds the rows, for the approval lists. */
    under?: string
    filters: F
    /** The filters that its tool has. */
    toolFilters?: readonly (keyof F & string)[]
    item: T
    subject?(ctx: Context, reference: string): Promise<S>
    run(ctx: Context, query: ListQuery, subject: S): Promise<Page<z.input<T>>>
  },
) {
  const { filters, item, plural, under, toolFilters = [], ...rest } = definition
  const input = listInput(filters, toolFilters)
  const output = z.object({
    data: z.array(item),
    hasMore: z.boolean(),
    count: z.int().meta({ description: "All that match, on every page" }),
  })
  const parse = ({ fields, query }: RawInput) =>
    parseQuery(filters, fields === undefined ? query : Object.entries(fields as object).map(asText))
  const list = { plural, ...(under && { under }), filters, toolFilters }
  return { ...rest, effect: "read", input, output, list, parse, filterResponse: responseFilter(output) } as unknown as DefinedList<
    R,
    F,
    typeof output
  >
}

/** For operations without input besides their path. */
export const noInput = z.object({})

const asText = ([name, value]: [string, unknown]): [string, string] => [name, String(value)]

/** `run`, `subject` and `parse` fit each other by construction; the surfaces see them untyped. */
type Defined<R, I extends z.ZodType, O extends z.ZodType> = Omit<Operation, "route" | "input" | "output"> & {
  route: R
  input: I
  output: O
}

/** Its type keeps the filters, so that a client with a misspelled filter does not compile. */
type DefinedList<R, F extends Filters, O extends z.ZodType> = Omit<Defined<R, z.ZodObject, O>, "list"> & { list: List<F> }

/** The type of the API for clients: one entry for each route, keyed by the route itself. */
export type ApiOf<Op extends { route: unknown; input: z.ZodType; output: z.ZodType }> = {
  [O in Op as O["route"] extends string ? O["route"] : never]: { input: InputOf<O>; output: z.output<O["output"]> }
}
/** What a client sends besides the path. */
type InputOf<O extends { route: unknown; input: z.ZodType }> = O extends { list: List<infer F> }
  ? ListParameters<F>
  : WithoutPath<z.input<O["input"]>, PathNames<O["route"]>>
type WithoutPath<I, N extends string> = keyof I & N extends never ? I : Omit<I, N>
type PathNames<R> = R extends `${string}{${infer N}}${infer Rest}` ? N | PathNames<Rest> : never
