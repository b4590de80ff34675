import type { FastifyRequest } from "fastify"
import { consumeShared } from "../../kit/db/shared-rate-limit.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import { isId } from "../../kit/pure/id.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { config } from "../../kit/service/config.ts"
import { learnOutcome } from "../../money/charges/learn.ts"
import { findTransaction, type TransactionRow } from "../../money/transactions/store.ts"
import { readForm } from "../sign-in/form.ts"
import type { Opened } from "./open.ts"
import { checkKey, performForm, type Refusal, refusalOf } from "./submit.ts"

/** Ends the attempt that waits for the payer, so that they can choose another way. A payment that was faster counts, and they are told. */
export async function cancelByForm(op: Operation, request: FastifyRequest, opened: Opened): Promise<Refusal | undefined> {
  const { state, tenant } = opened
  const field = readForm(request)
  const form = checkKey(opened, field("key"))
  if (form === "shown by page") return undefined
  if ("alert" in form) return form
  if (state.name !== "waiting" || state.charge.id !== field("attempt")) return undefined // it has ended, and the page says how
  const reference = state.charge.id
  const problem = await performForm(op, request, opened, { key: form.key, fields: {}, reference })
  const charge = await findTransaction({ tenant }, reference)
  if (charge?.status === "succeeded") return { status: 409, alert: "paidMeanwhile" }
  return problem && charge?.status === "processing" ? refusalOf(problem, "formInvalid") : undefined
}

/** A payer who reloads may ask so often per minute. Otherwise the page shows what is known. */
const maxLookUps = 6

/**
 * A payer comes back from a page of the gateway. That proves nothing, so the gateway is asked. Returns whether the attempt is one of this
 * payment: nothing is said about any other.
 */
export async function checkAttempt({ tenant, intent }: Opened, attempt: string): Promise<boolean> {
  const charge = isId(attempt) ? await findTransaction({ tenant }, attempt) : undefined
  if (!charge || charge.payment_intent_id !== intent._id || charge.gateway === null) return false
  if (charge.status === "processing" && (await mayLookUp(charge))) await learnOutcome(charge)
  return true
}

async function mayLookUp({ tenant_id, id }: TransactionRow): Promise<boolean> {
  try {
    await consumeShared({ tenant_id, name: `pay return ${id}`, max: maxLookUps })
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** The page of the gateway where the payer goes on; undefined where the payer has to go nowhere. */
export function pageToVisit({ state }: Opened): { attempt: string; url: string; isOurs: boolean } | undefined {
  if (state.name !== "waiting" || state.action.type !== "redirect" || !URL.canParse(state.action.url)) return undefined
  const { protocol, origin, href } = new URL(state.action.url)
  if (protocol !== "https:" && protocol !== "http:") return undefined
  return { attempt: state.charge.id, url: href, isOurs: origin === new URL(config.BASE_URL).origin }
}
