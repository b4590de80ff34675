import { dayMs, hourMs, minuteMs } from "../../kit/pure/calendar.ts"
import { invalidField, missingField } from "../../kit/pure/errors.ts"
import { gatewayProblem } from "../gateways/errors.ts"
import type { Gateway } from "../gateways/gateway.ts"
import { financedCurrency, simulationsOf } from "../rates/financing.ts"
import { transactionProblem } from "../transactions/errors.ts"
import { awaitsPayer } from "../transactions/rules.ts"
import type { Installments } from "../transactions/schema.ts"

export function assertOffered(gateway: Gateway, method: string, currency: string) {
  const isOffered = gateway.methods.some(each => each.method === method && each.currencies.includes(currency))
  if (!isOffered) throw gatewayProblem("GTW-1002", { gateway: gateway.name, method, currency })
}

type Terms = { method: string; amount: number; currency: string; installments: number }

/** The terms of a charge in installments, the same as the simulation shows for this amount. Null for a payment at once. */
export function termsOf(gateway: Gateway, { method, amount, currency, installments }: Terms): Installments | null {
  if (installments === 1) return null
  const methods = gateway.methods.filter(each => each.method === method && currency === financedCurrency)
  const offered = methods.flatMap(each => simulationsOf(each, amount)).filter(({ total }) => Number.isSafeInteger(total))
  const terms = offered.find(({ nInstallments }) => nInstallments === installments)
  if (terms) return terms
  const counts = offered.map(({ nInstallments }) => nInstallments).join(", ") || "1"
  throw gatewayProblem("GTW-1003", { gateway: gateway.name, method, amount, currency, installments, offered: counts })
}

type Source = { method: string } & Partial<Record<"token" | "authorization" | "savedMethod" | "saveConsent", string | undefined>>

/**
 * What starts a charge depends on its method: a token of the gateway, an authorization, a saved method, or nothing where the payer acts
 * afterwards.
 */
export function assertSource(gateway: Gateway, { token, authorization, savedMethod, saveConsent, method }: Source) {
  if (savedMethod !== undefined) {
    if (token !== undefined || authorization !== undefined)
      throw invalidField("savedMethod", "can't be given together with token or authorization")
    if (saveConsent !== undefined) throw invalidField("saveConsent", "can't be given together with savedMethod, which is saved already")
    return
  }
  const starts = gateway.methods.find(each => each.method === method)?.starts ?? "token"
  if (authorization !== undefined) {
    if (token !== undefined) throw invalidField("token", "can't be given together with authorization")
    if (starts !== "mandate") throw invalidField("method", "must be direct-debit with an authorization")
    return
  }
  if (token !== undefined) return assertToken(gateway, token)
  if (starts === "token" || starts === "mandate") throw missingField("token", "is required, or authorization for a direct debit")
}

function assertToken(gateway: Gateway, token: string) {
  if (!gateway.isToken(token)) throw invalidField("token", `must be a token of ${gateway.name}; card numbers are not accepted`)
}

type Charge = { status: string; transaction_type: string; gateway: string | null }

/** The payer's bank takes back only money that came through a gateway. */
export function assertReversible({ status, transaction_type, gateway }: Charge) {
  if (status !== "succeeded" || transaction_type !== "charge" || gateway === null)
    throw transactionProblem("TRX-2003", { status, action: "reversed", allowed: "a succeeded charge of a gateway" })
}

type Waiting = Parameters<typeof awaitsPayer>[0] & { gateway: string | null; connection_id: string | null }

/** A tester plays the payer only where the simulator waits for one. */
export function assertSimulatedPayer(transaction: Waiting, action: "paid" | "expired") {
  const { status, gateway, connection_id } = transaction
  if (awaitsPayer(transaction) && gateway === "simulator" && connection_id === null) return
  throw transactionProblem("TRX-2003", { status, action, allowed: "those that wait for their payer at the simulator" })
}

/** A charge that the gateway does not have after this time will not arrive there any more. */
export const giveUpAfterMs = 10 * minuteMs
/** An older charge is not sent any more, because the call must end before the charge is given up. */
export const sendWithinMs = giveUpAfterMs - minuteMs
export const firstLookUpDelayMs = 15_000
/** Ages at which an open charge is looked up, then daily. One without an answer is looked up once more when it may be given up. */
const lookUpsMs = [firstLookUpDelayMs, minuteMs, 5 * minuteMs, hourMs]
const lookUpsWithoutAnswerMs = [...lookUpsMs.slice(0, 3), giveUpAfterMs + 1_000, hourMs]
/** Ages at which a charge that we gave up is looked up again, in case the gateway charged after all. */
const lateLookUpsMs = [1, 6, 24, 72, 168].map(hours => hours * hourMs)
/** How long a settlement waits for the success of a charge that has ended otherwise: as long as a charge that we gave up is looked up. */
export const waitsForSuccessMs = lateLookUpsMs.at(-1)!
/** A provider ends what has expired a little later. */
const afterExpiryMs = 30_000

type Looked = { status: string; outcome: string | null; action: { expiresAt: string | null } | null }

/** Undefined when a charge of this age is not looked up any more. `now` is by the clock of the gateway, as the expiry is. */
export function nextLookUpDelayMs({ status, outcome, action }: Looked, ageMs: number, now: Date): number | undefined {
  const isOpen = status === "processing"
  const ages = !isOpen ? lateLookUpsMs : outcome === null ? lookUpsMs : lookUpsWithoutAnswerMs
  const next = ages.find(at => at > ageMs)
  if (next === undefined && !isOpen) return undefined
  const delayMs = next === undefined ? dayMs : next - ageMs
  const expiresInMs = action?.expiresAt ? new Date(action.expiresAt).getTime() - now.getTime() + afterExpiryMs : 0
  return expiresInMs > 0 ? Math.min(delayMs, expiresInMs) : delayMs
}

/** How long a retry of the same request is refused, because its first attempt may still be calling the gateway. */
export const inFlightMs = 30_000
