import { CountersignError, type Failure, NoAnswerError } from "./errors.ts"
import { isTemporary, parseRetryAfter, retryDelayMs } from "./retry.ts"

export type Transport = {
  /** The address of the service; empty for the page's own. */
  baseUrl: string
  headers: Readonly<Record<string, string>>
  maxRetries: number
  timeoutMs: number
  fetch: typeof fetch
}

export type SendOptions = {
  /** The values of {id} and the like in the route. */
  path?: Readonly<Record<string, string>>
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  headers?: Readonly<Record<string, string>>
}

/**
 * Sends a request, and returns what `read` makes of a success. A temporary failure is tried again under the same key. A write without a key
 * is sent once, because it could take effect twice.
 */
export async function send<T>(
  transport: Transport,
  route: string,
  input: object,
  options: SendOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const isRepeatable = route.startsWith("GET ") || options.idempotencyKey !== undefined
  const request = requestOf(transport, route, input, options)
  for (let attempt = 1; ; attempt++) {
    const result = await tryOnce(transport, request, options, read)
    if (result.isDone) return result.value
    const { error, isRetryable, retryAfterMs } = result
    const isLast = !isRepeatable || !isRetryable || attempt > transport.maxRetries
    const delay = isLast ? undefined : retryDelayMs(attempt, retryAfterMs, Math.random())
    if (delay === undefined) throw error
    await pause(delay, options.signal)
  }
}

type Result<T> = { isDone: true; value: T } | { isDone: false; error: Error; isRetryable: boolean; retryAfterMs: number | undefined }

async function tryOnce<T>(
  transport: Transport,
  { url, init }: { url: string; init: RequestInit },
  { signal, idempotencyKey }: SendOptions,
  read: (response: Response) => Promise<T>,
): Promise<Result<T>> {
  const timeout = AbortSignal.timeout(transport.timeoutMs)
  let status = 0
  try {
    const response = await transport.fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    status = response.status
    if (response.ok) return { isDone: true, value: await read(response) }
    const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"), Date.now())
    const failure = readFailure(await response.text())
    if (failure === undefined) {
      const error = new NoAnswerError(`status ${status}`, { status, idempotencyKey })
      return { isDone: false, error, isRetryable: isTemporary(status), retryAfterMs }
    }
    const error = new CountersignError(status, failure, idempotencyKey)
    return { isDone: false, error, isRetryable: error.retryable, retryAfterMs }
  } catch (cause) {
    signal?.throwIfAborted()
    const error = new NoAnswerError(reasonOf(cause), { status, idempotencyKey, cause })
    return { isDone: false, error, isRetryable: true, retryAfterMs: undefined }
  }
}

/** What a caller gets of a success. Lists keep `hasMore` and `count`. */
export async function readData(response: Response): Promise<unknown> {
  const body = (await response.json()) as { data?: unknown; hasMore?: boolean }
  return body.hasMore === undefined ? body.data : body
}

/** Undefined if the body is not that of the service, because a proxy answered. */
function readFailure(text: string): Failure | undefined {
  try {
    return (JSON.parse(text) as { error?: Failure }).error
  } catch {
    return undefined
  }
}

function reasonOf(cause: unknown): string {
  const { message, cause: inner } = cause instanceof Error ? cause : new Error(String(cause))
  return inner instanceof Error && inner.message !== "" ? inner.message : message
}

function requestOf(
  { baseUrl, headers }: Transport,
  route: string,
  input: object,
  { path = {}, idempotencyKey, headers: own }: SendOptions,
) {
  const [method = "GET", template = ""] = route.split(" ")
  const url = baseUrl + template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""))
  const all: Record<string, string> = { ...headers, ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }), ...own }
  if (method === "GET") return { url: url + queryOf(input), init: { method, headers: all } }
  if (Object.values(input).some(value => value instanceof Blob)) return { url, init: { method, headers: all, body: formOf(input) } }
  return { url, init: { method, headers: { "content-type": "application/json", ...all }, body: JSON.stringify(input) } }
}

/** Several values of a filter are separated by commas. */
function queryOf(input: object): string {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)]))}`
}

function formOf(input: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
  return form
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, ms)
    signal?.addEventListener("abort", stop, { once: true })
  })
}
