import { CountersignError, NoAnswerError } from "../sdk/src/errors.ts"
import { readData, send as sendRequest, type Transport } from "../sdk/src/transport.ts"
import type { Api } from "../src/app.ts"
import { type Refusal, refusalInWords } from "./lib/refusal.ts"
import { withSentence } from "./lib/sentences.ts"
import { tenantHeader } from "./lib/tenant-header.ts"
import { t } from "./lib/translate.ts"

type Route = keyof Api
export type Input<R extends Route> = Api[R]["input"]
export type Output<R extends Route> = Api[R]["output"]

type Failure = Refusal & { retryable?: boolean; requestId?: string }

/** The service refused a request, or could not be reached. Its message is in words for people, that of the failure as it was sent. */
export class ApiError extends Error {
  readonly status: number
  readonly failure: Failure
  constructor(status: number, failure: Failure) {
    super(refusalInWords(failure))
    this.status = status
    this.failure = failure
  }
}

const unreachable: Failure = {
  code: "offline",
  message: t`Countersign can't be reached. Check the connection and try again: a repeated request takes effect once.`,
  retryable: true,
}

/** Whether the service did it is unknown: there was no answer, or a proxy answered. */
export const isUnreachable = (error: unknown) => error instanceof ApiError && error.failure === unreachable

type Options = {
  /** The values of {id} and the like in the route. */
  path?: Record<string, string>
  /** Made when the form opens, so that a second click repeats the first request. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** call("POST /v1/contacts/create", {…}): the route is the key, the path and the type. Lists keep `hasMore` and `count`. */
export async function call<R extends Route>(route: R, input: Input<R>, options: Options = {}): Promise<Output<R>> {
  return (await request(route, input as object, options)) as Output<R>
}

/**
 * The same for routes that are chosen at run time, such as the actions of an object. If a confirmation in this tab or another has replaced
 * the cookie, the service refuses the request before it does anything; then it is sent again with the new cookie.
 */
export async function request(route: string, input: object, options: Options = {}): Promise<unknown> {
  if (newCookieRoutes.has(route)) return withCookieLock("exclusive", () => send(route, input, options))
  try {
    return await send(route, input, options)
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure.code !== "AUT-1005") throw error
    return withCookieLock("shared", () => send(route, input, options))
  }
}

/** Requests that give the session a new cookie. */
const newCookieRoutes: ReadonlySet<string> = new Set([
  "POST /v1/sessions/confirm",
  "POST /v1/passkeys/confirm",
  "POST /v1/passwords/change",
])

/** Locks all tabs until the browser has the new cookie. On plain http browsers have locks only on localhost. */
const withCookieLock = (mode: "exclusive" | "shared", work: () => Promise<unknown>): Promise<unknown> =>
  "locks" in navigator ? navigator.locks.request("session cookie", { mode }, work) : work()

/**
 * Requests are sent as the SDK sends them, with the session of the page. Reads are tried again by the cache of the pages, and writes by the
 * person, who is told that it is unknown whether they took effect.
 */
const transport: Transport = {
  baseUrl: "",
  headers: tenantHeader,
  maxRetries: 0,
  timeoutMs: 300_000,
  fetch: (input, init) => fetch(input, init),
}

async function send(route: string, input: object, options: Options): Promise<unknown> {
  const sent = route.startsWith("GET ") ? withoutEmpty(input) : input
  return sendRequest(transport, route, sent, options, readData).catch(throwInWords)
}

/** A filter that is not set. */
const withoutEmpty = (input: object) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ""))

/** The bytes of a file, under the name that the service gives it. */
export async function requestFile(url: string): Promise<File> {
  const read = async (response: Response) => new File([await response.blob()], nameOf(response))
  return sendRequest(transport, `GET ${url}`, {}, {}, read).catch(throwInWords)
}

/** A list or a report as a table. */
export const requestCsv = async (url: string): Promise<Blob> =>
  sendRequest(transport, `GET ${url}`, {}, { headers: { accept: "text/csv" } }, answer => answer.blob()).catch(throwInWords)

async function throwInWords(error: unknown): Promise<never> {
  if (error instanceof CountersignError) throw await refused(error.status, { error: error.failure })
  throw error instanceof NoAnswerError ? await refused(error.status, undefined) : error
}

/** The error of an answer; without a body of the service it is that of no answer. */
export async function refused(status: number, body: { error?: Failure } | undefined): Promise<ApiError> {
  return new ApiError(status, body?.error ? await withSentence(body.error) : unreachable)
}

const nameOf = ({ headers }: Response) => /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "file"
