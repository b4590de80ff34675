/** Status, sentence, and the code for agents if the specification names a separate one. */
type Entry = readonly [status: number, sentence: string, agentCode?: string]
/** The codes that begin with the same letters, such as PIN-, and what they are about. A number is never reused. */
export type ErrorFamily = { title: string; about: string; entries: Record<string, Entry> }
export type FieldError = { path: string; message: string }
type Details = Record<string, unknown>

export const errorFamily = <const E extends Record<string, Entry>>(title: string, about: string, entries: E) => ({ title, about, entries })

/** Makes the function that creates the refusals of a slice: `throw orderProblem("ORD-1001", { source })`. */
export function problemsOf<const F extends readonly ErrorFamily[]>(...families: F) {
  type Code = CodeOf<F[number]>
  const entries = Object.assign({}, ...families.map(family => family.entries)) as Record<Code, Entry>
  const create = (code: Code, details?: Details, errors?: FieldError[]) => new Problem(code, entries[code], details, errors)
  return Object.assign(create, { families })
}
type CodeOf<F> = F extends { entries: infer E } ? keyof E & string : never

/** A refusal that callers may read. Thrown anywhere, turned into a response only by the surfaces. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly details: Details
  readonly errors: FieldError[]
  /** The code that agents read. */
  readonly agentCode: string

  constructor(code: string, [status, sentence, agentCode = code]: Entry, details: Details = {}, errors: FieldError[] = []) {
    super(sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name])))
    this.code = code
    this.status = status
    this.details = details
    this.errors = errors
    this.agentCode = agentCode
  }

  /** The same request may succeed when it is repeated unchanged. */
  get retryable(): boolean {
    return this.status >= 500 || this.code === "IDM-1003" || this.code === "RTE-1001"
  }

  get retryAfterSeconds(): number | undefined {
    if (this.code === "RTE-1001" || this.code === "AUT-1008") return Number(this.details["retryAfterSeconds"])
    return this.retryable ? 1 : undefined
  }
}

/** The body of a failure: the single key `error`. `baseUrl` is the address of the service, whose pages explain the code. */
export function errorBody(problem: Problem, requestId: string, baseUrl: string) {
  const { code, message, errors, details, retryable } = problem
  const { detail: _, ...rest } = details
  const docUrl = `${baseUrl}/docs/errors#${code}`
  return { error: { code, message, ...(errors.length > 0 && { errors }), details: rest, retryable, requestId, docUrl } }
}
