import type { ErrorCode } from "./printed/api.ts"

export type FieldError = { path: string; message: string }

/** The error in a response of the service. A newer service may have further codes. */
export type Failure = {
  code: ErrorCode | (string & {})
  message: string
  errors?: readonly FieldError[]
  details?: Readonly<Record<string, unknown>>
  retryable?: boolean
  requestId?: string
  docUrl?: string
}

/** The service refused the request. The message says what is wrong and what to do; `docUrl` is the page about its code. */
export class CountersignError extends Error {
  override readonly name = "CountersignError"
  readonly status: number
  /** Stable and never reused, such as VAL-1003. */
  readonly code: ErrorCode | (string & {})
  /** The values that the message names. */
  readonly details: Readonly<Record<string, unknown>>
  /** Each invalid field. */
  readonly errors: readonly FieldError[]
  /** The same request may succeed later: send it again with the same key. */
  readonly retryable: boolean
  /** Finds the request in the service's log. */
  readonly requestId: string | undefined
  readonly docUrl: string | undefined
  /** The key that the request was sent under. */
  readonly idempotencyKey: string | undefined
  /** The error as it was sent. */
  readonly failure: Failure

  constructor(status: number, failure: Failure, idempotencyKey?: string) {
    super(failure.message)
    this.status = status
    this.code = failure.code
    this.details = failure.details ?? {}
    this.errors = failure.errors ?? []
    this.retryable = failure.retryable ?? false
    this.requestId = failure.requestId
    this.docUrl = failure.docUrl
    this.idempotencyKey = idempotencyKey
    this.failure = failure
  }
}

/** Whether the request took effect is unknown. Sent again with the same key, it takes effect once. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError"
  /** The status of a proxy that answered instead of the service, or 0. */
  readonly status: number
  readonly idempotencyKey: string | undefined

  constructor(
    reason: string,
    { status = 0, idempotencyKey, cause }: { status?: number; idempotencyKey?: string | undefined; cause?: unknown },
  ) {
    super(`Countersign did not answer (${reason}). Whether the request took effect is unknown: send it again with the same key.`, { cause })
    this.status = status
    this.idempotencyKey = idempotencyKey
  }
}
