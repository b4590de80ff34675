import { isSimulation, type Operation } from "../../kit/operation/operation.ts"
import { type ErrorFamily, type FieldError, Problem, errorBody } from "../../kit/pure/problem.ts"
import { catalogueOf, lettersOf } from "../docs/error-catalogue.ts"
import { exampleRequestId } from "./names.ts"

export type Failures = ReturnType<typeof failuresOf>

/** What the document says about errors, made from the error families of the application. */
export function failuresOf(families: readonly ErrorFamily[], baseUrl: string) {
  const entries = new Map(catalogueOf(families).flatMap(family => family.entries.map(entry => [entry.code, entry])))
  const codes = [...entries.keys()]
  const statusOf = (code: string) => entries.get(code)!.status

  const byStatus = (group: readonly string[]): Map<number, string[]> =>
    Map.groupBy(
      group.toSorted((a, b) => statusOf(a) - statusOf(b)),
      statusOf,
    )

  /** Invalid input is refused with 400, and only input can refer to another object. */
  const isAboutInput = (code: string) => statusOf(code) === 400 || lettersOf(code) === "SMR"

  /** Every code that an operation can answer with, in the order of the catalogue. */
  function codesOf(op: Operation, takesInput: boolean): string[] {
    const general = generalCodes(op, takesInput)
    const mayRefer = takesInput || op.effect === "read" // a read has specific errors only if it takes a reference
    const isOwn = (code: string) => (op.refuses ?? []).some(start => code.startsWith(start)) && (mayRefer || !isAboutInput(code))
    return codes.filter(code => general.includes(code) || lettersOf(code) === "SYS" || isOwn(code))
  }

  /** An error's body, with sample values where the sentence names some. */
  function exampleOf(code: string) {
    const { template, status } = entries.get(code)!
    const { details, errors } = samples[code] ?? { details: {}, errors: [] }
    const named = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, values[name] ?? name])
    const problem = new Problem(code, [status, template], { ...Object.fromEntries(named), ...details }, errors)
    return { summary: template, value: errorBody(problem, exampleRequestId, baseUrl) }
  }

  const isShared = (code: string) =>
    credentialCodes.includes(code) || (["VAL", "RTE", "SYS"].includes(lettersOf(code)) && code !== uploadTooLarge)
  const shared = byStatus(codes.filter(code => isShared(code) && statusOf(code) !== 400))
  return { codes, codesOf, byStatus, shared, exampleOf }
}

/** Only the few operations that take a file answer with it. */
const uploadTooLarge = "VAL-1009"

/** What is wrong with the API key or the session of a request. */
const credentialCodes = ["AUT-1001", "AUT-1002", "AUT-1003", "AUT-1004", "AUT-1005"]

/** The credential is checked before anything else. */
function admissionCodes({ open, forPeople, needsConfirmation, effect }: Operation): string[] {
  if (open) return ["PRM-1003"]
  return [
    ...credentialCodes,
    ...(needsConfirmation ? ["AUT-1009"] : []),
    "TEN-1001",
    ...(effect === "read" ? [] : ["PRM-1003"]),
    ...(forPeople ? ["PRM-1004"] : []),
  ]
}

function generalCodes(op: Operation, takesInput: boolean): string[] {
  const writes = op.effect !== "read"
  const isPost = op.route?.startsWith("POST ") ?? false
  return [
    ...admissionCodes(op),
    "VAL-1003",
    "VAL-1004",
    "RTE-1001",
    ...(op.needs ? ["PRM-1001"] : []),
    ...(isSimulation(op) ? ["TNT-1001"] : []),
    ...(op.subject ? ["GEN-1004"] : []),
    ...(op.subject && writes ? ["GEN-1009"] : []),
    ...(isPost ? (op.upload ? ["VAL-1005", uploadTooLarge] : ["VAL-1001", "VAL-1005", "VAL-1006", "VAL-1008"]) : []),
    ...(takesInput ? ["VAL-1002"] : []),
    ...(isPost ? ["IDM-1001"] : []),
    ...(isPost && !op.open ? ["IDM-1002", "IDM-1003"] : []),
    ...(op.idempotency === "header" ? ["IDM-1004"] : []),
  ]
}

const fieldFault = (path: string, message: string): { details: object; errors: FieldError[] } => ({
  details: { detail: `${path} ${message}` },
  errors: [{ path, message: `${path} ${message}` }],
})

const samples: Record<string, { details: object; errors: FieldError[] }> = {
  "TEN-1001": { details: { header: "X-TENANT-ID" }, errors: [] },
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
  instead: "POST /v1/contacts/create",
  intent: "BRL",
  kind: "contact",
  method: "PUT",
  mode: "live",
  modes: "sandbox",
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
