import type { Operation } from "../../kit/operation.ts"
import { catalogue, type Code, type FieldError, Problem, errorBody } from "../../kit/problem.ts"
import { familyOf, refusalsOf } from "../families.ts"
import { exampleRequestId } from "./names.ts"

export const codes = Object.keys(catalogue) as Code[]

/** Every code that an operation can answer with, in the order of the catalogue. */
export function codesOf(op: Operation, tag: string, takesInput: boolean): Code[] {
  const writes = op.effect !== "read"
  const single: Code[] = [
    "TEN-1001",
    "VAL-1003",
    "VAL-1004",
    "RTE-1001",
    ...(op.needs ? (["PRM-1001"] as const) : []),
    ...(op.subject ? (["GEN-1004"] as const) : []),
    ...(op.subject && writes ? (["GEN-1009"] as const) : []),
    ...(writes ? (["VAL-1001", "VAL-1005", "VAL-1006", "VAL-1008"] as const) : []),
    ...(takesInput ? (["VAL-1002"] as const) : []),
    ...(op.idempotency ? (["IDM-1001", "IDM-1002", "IDM-1003"] as const) : []),
    ...(op.idempotency === "header" ? (["IDM-1004"] as const) : []),
  ]
  const own = refusalsOf(tag, op)
  const isOwn = (code: Code) => own.some(start => code.startsWith(start)) && (takesInput || !isAboutInput(code))
  return codes.filter(code => single.includes(code) || everywhere.includes(familyOf(code)) || isOwn(code))
}

/** What is sent is refused with 400, and only what is sent can refer to something. */
const isAboutInput = (code: Code) => catalogue[code][0] === 400 || familyOf(code) === "SMR"

const everywhere = ["AUT", "SYS"]

export function byStatus(all: readonly Code[]): Map<number, Code[]> {
  return Map.groupBy(
    all.toSorted((a, b) => catalogue[a][0] - catalogue[b][0]),
    code => catalogue[code][0],
  )
}

/** A body as it is sent, with values in the place of what the sentence names. */
export function exampleFailure(code: Code) {
  const { details, errors } = samples[code] ?? { details: {}, errors: [] }
  const named = [...catalogue[code][1].matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, values[name] ?? name])
  return errorBody(new Problem(code, { ...Object.fromEntries(named), ...details }, errors), exampleRequestId)
}

const fieldFault = (path: string, message: string): { details: object; errors: FieldError[] } => ({
  details: { detail: `${path} ${message}` },
  errors: [{ path, message: `${path} ${message}` }],
})

const samples: Partial<Record<Code, { details: object; errors: FieldError[] }>> = {
  "VAL-1001": { details: { detail: "Unexpected end of JSON input" }, errors: [] },
  "VAL-1002": fieldFault("currency", "is required"),
  "VAL-1003": fieldFault("items[0].amount", "must be a whole number of minor units"),
  "VAL-1005": fieldFault("curency", "is not a field of this request"),
}

const values: Record<string, unknown> = {
  _id: "69e3b0c44298fc1c149afbf4",
  action: "canceled",
  allowed: "due, overdue",
  amount: 0,
  contentType: "text/plain",
  currency: "USD",
  expiresAt: "2027-01-31T12:00:00.000Z",
  field: "email",
  intent: "BRL",
  kind: "contact",
  method: "PUT",
  paid: 125_000,
  parameter: "statuss",
  path: "/v1/contact",
  paymentIntent: "69e3b0c44298fc1c149afbf4",
  permission: "paymentIntents.edit",
  plan: "69e3b0c44298fc1c149afbf4",
  reference: "ana@example.com",
  retryAfterSeconds: 2,
  role: "admin",
  scheduled: 120_000,
  status: "paid-full",
  version: 4,
}
