import type { FastifyRequest } from "fastify"
import { formRequestKeyOf } from "../../kit/operation/idempotency.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import { perform } from "../../kit/operation/perform.ts"
import type { Problem } from "../../kit/pure/problem.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { networkOf, rateLimit } from "../../kit/service/rate-limit.ts"
import { consumeShared } from "../../kit/service/shared-rate-limit.ts"
import { toProblem } from "../errors.ts"
import { readForm } from "../sign-in/form.ts"
import { isFormExpired, readFormKey } from "./form-key.ts"
import { parseWay } from "./form.ts"
import type { Opened } from "./open.ts"

/** Payments that one network may try per minute, over all links, and that may be tried on one link. */
const networkLimit = rateLimit(60)
const maxPerLink = 10

/** What the payer is told where the page as it is now does not tell it already. */
export type Refusal = { status: number; alert: Alert; retryAfterSeconds?: number | undefined }
type Alert = "amountChanged" | "formExpired" | "formInvalid" | "tooMany" | "trouble"

/**
 * Charges what a form of the page promises, as `POST /v1/gateways/{id}/charges/create` does for API keys: the form's key is the key of the
 * request, so one form pays once, however often it is sent. Undefined where the page tells the result.
 */
export async function chargeByForm(op: Operation, request: FastifyRequest, opened: Opened): Promise<Refusal | undefined> {
  const { tenant, intent, now, state } = opened
  const field = readForm(request)
  const form = readFormKey(tenant, intent._id, field("key"))
  const way = parseWay(field("way"))
  if (!form || !way) return { status: 400, alert: "formInvalid" }
  if (isFormExpired(form, now)) return { status: 409, alert: "formExpired" }
  if (form.amount !== intent.due) return state.name === "payable" ? { status: 409, alert: "amountChanged" } : undefined
  const { gateway, method, installments } = way
  const fields = { paymentIntent: intent._id, method, token: field("token"), amount: form.amount, installments }
  try {
    await consume(tenant.id, intent._id, request.ip)
    await perform(op, {
      credential: { kind: "payment-link", tenant: tenant.id, hash: sha256(opened.token) },
      tenant: tenant.id,
      idempotencyKey: form.key,
      requestKey: formRequestKeyOf({ intent: intent._id, input: { gateway, ...fields }, key: form.key }),
      origin: { channel: "page", operation: "POST /pay/{token}", requestId: request.id, address: request.ip },
      reference: gateway,
      dryRun: false,
      input: () => ({ fields, query: [] }),
      render: JSON.stringify,
    })
    return undefined
  } catch (error) {
    return refusalOf(toProblem(error, request.id))
  }
}

async function consume(tenant: string, intent: string, address: string) {
  networkLimit.consume(networkOf(address))
  await consumeShared({ tenant_id: tenant, name: `pay ${intent}`, max: maxPerLink })
}

/** This form was sent before or is being processed, or another charge is, or nothing is due any more: the page says which. */
const toldByPage = ["IDM-1002", "IDM-1003", "TRX-2002", "TRX-2004"]

function refusalOf({ code, status, retryAfterSeconds }: Problem): Refusal | undefined {
  if (toldByPage.includes(code)) return undefined
  if (code === "RTE-1001") return { status, alert: "tooMany", retryAfterSeconds }
  if (status >= 500) return { status, alert: "trouble", retryAfterSeconds }
  return { status, alert: code === "TRX-2001" ? "amountChanged" : "formInvalid" }
}
