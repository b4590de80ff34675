import type { FastifyRequest } from "fastify"
import { setTimeout as wait } from "node:timers/promises"
import { consumeShared } from "../../kit/db/shared-rate-limit.ts"
import { formRequestKeyOf } from "../../kit/operation/idempotency.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import { perform } from "../../kit/operation/perform.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { networkOf, rateLimit } from "../../kit/service/rate-limit.ts"
import { toProblem } from "../errors.ts"
import { type FormKey, isFormExpired, readFormKey } from "./form-key.ts"
import { type Opened, openLink } from "./open.ts"
import type { Words } from "./words.ts"

/** How many forms one network may send per minute over all links, and how many may be sent for one link. */
const networkLimit = rateLimit("payments from a network", 60)
const maxPerLink = 10
const maxRetryMs = 3_000

/** What the payer is told if the current page does not show it already. */
export type Refusal = { status: number; alert: Alert; retryAfterSeconds?: number | undefined }
export type Alert = keyof Pick<
  Words,
  | "amountChanged"
  | "formExpired"
  | "formInvalid"
  | "tooMany"
  | "trouble"
  | "partTooSmall"
  | "partTooLarge"
  | "partInvalid"
  | "partInstallments"
  | "accountInvalid"
  | "signInvalid"
  | "paidMeanwhile"
  | "saveNeeded"
>

/** The key of a form whose amount is still current. "shown by page" if the page itself says why it can no longer be paid. */
export function checkKey({ tenant, intent, now, state }: Opened, key: string): FormKey | Refusal | "shown by page" {
  const form = readFormKey(tenant, intent._id, key)
  if (!form) return { status: 400, alert: "formInvalid" }
  if (isFormExpired(form, now)) return { status: 409, alert: "formExpired" }
  if (form.amount !== intent.due) return state.name === "payable" ? { status: 409, alert: "amountChanged" } : "shown by page"
  return form
}

type Submission = { key: string; fields: Record<string, unknown>; reference?: string }

/**
 * Performs what a form of the page asks for, as REST does for API keys: the form's key is the key of the request, so one form pays once,
 * however often it is sent. Undefined if the page itself shows the result.
 */
export async function performForm(
  op: Operation,
  request: FastifyRequest,
  opened: Opened,
  submission: Submission,
): Promise<Problem | undefined> {
  try {
    await networkLimit.consume(networkOf(request.ip))
    await consumeShared({ tenant_id: opened.tenant.id, name: `pay ${opened.intent._id}`, max: maxPerLink })
    await performWithRetry(op, request, opened, submission)
    return undefined
  } catch (error) {
    const problem = toProblem(error, request.id)
    return shownByPage.includes(problem.code) ? undefined : problem
  }
}

/**
 * A second tap may arrive before the page shows the first payment, and the page would offer to pay again. So it tries again in a moment.
 */
async function performWithRetry(op: Operation, request: FastifyRequest, opened: Opened, { key, fields, reference }: Submission) {
  const { tenant, intent, token } = opened
  const end = performance.now() + maxRetryMs
  for (;;) {
    try {
      return await perform(op, {
        credential: { kind: "payment-link", tenant: tenant.id, hash: sha256(token) },
        tenant: tenant.id,
        idempotencyKey: key,
        requestKey: formRequestKeyOf({ intent: intent._id, input: { route: op.route, reference, ...fields }, key }),
        origin: {
          channel: "page",
          operation: "POST /pay/{token}",
          requestId: request.id,
          address: request.ip,
          userAgent: request.headers["user-agent"] ?? "",
        },
        ...(reference !== undefined && { reference }),
        dryRun: false,
        input: () => ({ fields, query: [] }),
        render: JSON.stringify,
      })
    } catch (error) {
      const isRunning = error instanceof Problem && error.code === "IDM-1003"
      if (!isRunning || performance.now() > end || (await openLink(token))?.state.name !== "payable") throw error
      await wait(50)
    }
  }
}

/** The form was sent already or is being processed, another payment is, no bank was reached, or nothing is due. The page says which. */
const shownByPage = ["IDM-1002", "IDM-1003", "TRX-2002", "TRX-2004", "AUZ-2006", "GTW-2002"]

/** What the payer is told about a problem; `fallback` if the input was wrong. */
export function refusalOf({ code, status, retryAfterSeconds }: Problem, fallback: Alert): Refusal {
  if (code === "RTE-1001") return { status, alert: "tooMany", retryAfterSeconds }
  if (status >= 500) return { status, alert: "trouble", retryAfterSeconds }
  return { status, alert: code === "TRX-2001" ? "amountChanged" : fallback }
}
