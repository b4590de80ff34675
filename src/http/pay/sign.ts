import type { FastifyRequest } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { schemeFor } from "../../money/authorizations/rules.ts"
import { readForm } from "../sign-in/form.ts"
import { type SignFields, signFieldNames } from "./bill.ts"
import { languageOf } from "./language.ts"
import { mandateText } from "./mandate-form.ts"
import type { Opened } from "./open.ts"
import { checkKey, performForm, type Refusal, refusalOf } from "./submit.ts"

/** The refusal of a signature, with what the payer wrote, so that it is not lost. */
export type SignRefusal = Refusal & { signed: SignFields }

/** Accepts the mandate that a payer has signed. The text that they read is made again from the same words, and stored. */
export async function signByForm(op: Operation, request: FastifyRequest, opened: Opened): Promise<Refusal | SignRefusal | undefined> {
  const { intent, isByVisitor } = opened
  const field = readForm(request)
  const form = checkKey(opened, field("key"))
  if (form === "shown by page") return undefined
  if ("alert" in form) return form
  const scheme = schemeFor(intent.currency)
  const signed = Object.fromEntries(signFieldNames.map(name => [name, field(name).trim()])) as SignFields
  const names =
    scheme === "sepa" ? (["holder", "iban", "signedBy"] as const) : (["holder", "accountNumber", "routing", "signedBy"] as const)
  if (isByVisitor) return { status: 400, alert: "formInvalid" }
  if (!scheme || field("agree") !== "yes" || names.some(name => signed[name] === "")) return { status: 400, alert: "signInvalid", signed }
  const language = languageOf(field("lang"))
  const fields = {
    paymentIntent: intent._id,
    scheme,
    amount: form.amount,
    ...Object.fromEntries(names.map(name => [name, signed[name]])),
    text: mandateText(language, { brand: opened.brand, intent, scheme }).join("\n\n"),
  }
  const problem = await performForm(op, request, opened, { key: form.key, fields })
  return problem && { ...refusalOf(problem, "accountInvalid"), signed }
}
