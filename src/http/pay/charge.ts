import type { FastifyRequest } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import type { Method } from "../../money/gateways/gateway.ts"
import { isOwnOrigin } from "../own-origin.ts"
import { readForm } from "../sign-in/form.ts"
import { type Way, parseWay } from "./form.ts"
import { languageOf } from "./language.ts"
import type { Opened } from "./open.ts"
import { minPartOf } from "./options.ts"
import { parsePart } from "./part.ts"
import { isPayer, mandatesOfPayer } from "./payer.ts"
import { consentText, findMethod, savingFor } from "./saving.ts"
import { type Alert, checkKey, performForm, type Refusal, refusalOf } from "./submit.ts"

/** Charges the amount of a form: all that is due, or a part of it. Undefined if the page itself shows the result. */
export async function chargeByForm(op: Operation, request: FastifyRequest, opened: Opened): Promise<Refusal | undefined> {
  const { intent } = opened
  const field = readForm(request)
  const form = checkKey(opened, field("key"))
  if (form === "shown by page") return undefined
  if ("alert" in form) return form
  const way = parseWay(field("way"))
  const token = field("token")
  if (!way) return { status: 400, alert: "formInvalid" }
  if (way.mandate !== undefined && !(await mayDebit(request, opened, way.mandate))) return { status: 403, alert: "formInvalid" }
  const chosen = await findMethod(opened, way)
  const isStarted = token === "" && way.mandate === undefined
  if ((chosen?.isStarted ?? false) !== isStarted) return { status: 400, alert: "formInvalid" }
  const consent = await consentOf(field, opened, chosen?.method)
  if (consent === "missing") return { status: 400, alert: "saveNeeded" }
  const part = parsePart(field("amount"), intent.currency)
  if (part === undefined) return { status: 400, alert: "partInvalid" }
  const amount = part === "all" ? form.amount : part
  const refused = amount === form.amount ? undefined : checkPart(amount, way, intent.due, minPartOf(opened))
  if (refused) return { status: 422, alert: refused }
  const fields = { paymentIntent: intent._id, amount, ...sourceOf(way, token), ...consent }
  const reference = way.gateway
  const problem = await performForm(op, request, opened, { key: form.key, fields, reference })
  return problem && refusalOf(problem, "formInvalid")
}

/** What the payer agreed to, in the words of the page. "missing" where a subscription needs a card, and this one could be saved. */
async function consentOf(field: (name: string) => string, opened: Opened, method: Method | undefined) {
  if (!method?.saves) return {}
  const saving = await savingFor(opened)
  if (saving === "refused") return {}
  if (field("save") !== "yes") return saving === "demanded" ? "missing" : {}
  return { saveConsent: consentText(languageOf(field("lang")), opened.brand.name, saving) }
}

/** Only this way to pay relies on the session cookie, so another site must not be able to send it. */
async function mayDebit(request: FastifyRequest, opened: Opened, mandate: string): Promise<boolean> {
  return isOwnOrigin(request) && (await isPayer(request, opened)) && (await mandatesOfPayer(opened)).some(({ id }) => id === mandate)
}

/** Why this part can't be paid here. The rule of charges checks the amount due again, under the lock. */
function checkPart(amount: number, { installments }: Way, due: number, minPart: number | undefined): Alert | undefined {
  if (amount > due) return "partTooLarge"
  if (minPart === undefined) return "formInvalid"
  if (amount < minPart) return "partTooSmall"
  return installments > 1 ? "partInstallments" : undefined
}

const sourceOf = ({ method, installments, mandate }: Way, token: string) =>
  mandate === undefined ? { method, installments, ...(token !== "" && { token }) } : { method, authorization: mandate }
