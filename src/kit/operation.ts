import { z } from "zod"
import type { Context } from "./context.ts"
import { type Filters, type ListQuery, listInput, parseQuery } from "./filters.ts"
import { parseInput, parseParameters } from "./input.ts"
import type { Permission } from "./permissions.ts"
import type { Problem } from "./problem.ts"
import { type Sieve, sieveOf } from "./sieve.ts"

export type Route = `${"GET" | "POST"} /v1/${string}`

/** What it does to the world: hints for agents, budgets, and whether an agent may hold it at all. */
export type Effect = "read" | "draft" | "change" | "money"

/** An agent may hold a tool that reads, drafts or changes. Never one that moves money: that does not compile. */
type Reach = { effect: Exclude<Effect, "money">; tool?: string } | { effect: "money"; tool?: never }

type Words = {
  /** What it is about: "contact". Names the object in a tool's answer and the `{id}` of its path. */
  noun: string
  /** One sentence for the reference and for agents. */
  summary: string
  /** Any caller when absent. */
  needs?: Permission
  /** Somebody outside hears of it, such as a payer who gets a mail. */
  outward?: true
  /** A read that is asked by parameters: its input stands in the query. */
  query?: true
  /** Answered once every change that was under way has ended: all that commits after the answer knows of it. */
  settles?: true
  /** Spec: this answer says `success` beside its data, and beside its error. */
  success?: true
}

type Definition<R extends Route | undefined, I extends z.ZodObject, O extends z.ZodType, S, A> = Words & {
  /** Absent: only agents have it, because their shape of it differs. */
  route?: R
  /** `both`: known by its key or by itself; `header`: the key is required. */
  idempotency?: "header" | "both"
  input: I
  output: O
  /** The object that the path names, looked up before the body is read: 404 comes before 400. */
  subject?(ctx: Context, reference: string): Promise<S>
  /** Where the outside world must be asked: prepared and committed first, then asked with nothing open, then `run` with its answer. */
  outside?: Outside<z.output<I>, S, A>
  /** A refusal that had an effect, such as a declined charge, is returned rather than thrown: it is an answer, and kept like one. */
  run(ctx: Context, input: z.output<I>, subject: S, answer: A): Promise<z.input<O> | Problem> | z.input<O>
}

type Outside<I, S, A> = {
  /** `key` is what the request is known by: a retry finds what an earlier try prepared. */
  prepare(ctx: Context, input: I, subject: S, key: string): Promise<A>
  call(prepared: A, subject: S): Promise<A>
}

/** Any operation, as the doors see it. */
export type Operation = Words & {
  route?: Route | undefined
  tool?: string
  effect: Effect
  idempotency?: "header" | "both"
  input: z.ZodObject
  output: z.ZodType
  list?: { plural: string; under?: string; filters: Filters; toolFilters: readonly string[] }
  parse(raw: Raw): unknown
  /** What of a result is shown. */
  sieve: Sieve
  subject?(ctx: Context, reference: string): Promise<unknown>
  outside?: Outside<unknown, unknown, unknown>
  run(ctx: Context, input: unknown, subject: unknown, answer: unknown): unknown
}

/** What came in, not looked at yet: a body's fields, or the parameters of a query. */
export type Raw = { fields: unknown; query: [name: string, value: string][] }

export function operation<const R extends Route | undefined, I extends z.ZodObject, O extends z.ZodType, S = undefined, A = undefined>(
  definition: Definition<R, I, O, S, A> & Reach,
) {
  const { input } = definition
  const parse = ({ fields, query }: Raw) => (definition.query ? parseParameters(input, query) : parseInput(input, fields, query))
  return { ...definition, parse, sieve: sieveOf(definition.output) } as Described<R, I, O>
}

/** A list: pages, filters, sorts and the exact count are the same for all. */
export function listing<const R extends Route | undefined, T extends z.ZodType, S = undefined>(
  definition: Words & {
    route?: R
    tool?: string
    plural: string
    /** The approval lists stand one level deeper. */
    under?: string
    filters: Filters
    /** The filters that agents get; they need few and plain ones. */
    toolFilters?: readonly string[]
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
  const parse = ({ fields, query }: Raw) => parseQuery(filters, fields === undefined ? query : Object.entries(fields as object).map(asText))
  const list = { plural, ...(under && { under }), filters, toolFilters }
  return { ...rest, effect: "read", input, output, list, parse, sieve: sieveOf(output) } as unknown as Described<
    R,
    typeof input,
    typeof output
  >
}

/** For operations that are told all they need by their path. */
export const nothing = z.object({})

const asText = ([name, value]: [string, unknown]): [string, string] => [name, String(value)]

export type Page<T> = { data: T[]; hasMore: boolean; count: number }

/** The one cast: run, subject and parse fit each other by construction, and no door needs to know how. */
type Described<R, I extends z.ZodType, O extends z.ZodType> = Operation & { route: R; input: I; output: O }

/** What a client sees: one entry per route, keyed by the route string itself. */
export type ApiOf<Op extends { route: unknown; input: z.ZodType; output: z.ZodType }> = {
  [O in Op as O["route"] extends string ? O["route"] : never]: { input: z.input<O["input"]>; output: z.output<O["output"]> }
}
