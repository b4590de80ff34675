import type { FastifyRequest } from "fastify"
import { consumeShared } from "../../kit/db/shared-rate-limit.ts"
import { formRequestKeyOf } from "../../kit/operation/idempotency.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import { perform } from "../../kit/operation/perform.ts"
import type { Problem } from "../../kit/pure/problem.ts"
import { networkOf, rateLimit } from "../../kit/service/rate-limit.ts"
import type { Purchase } from "../../money/payment-links/schema.ts"
import { toProblem } from "../errors.ts"
import { isFormExpired, readFormKey } from "../pay/form-key.ts"
import type { Language } from "../pay/language.ts"
import { parsePart } from "../pay/part.ts"
import { readForm } from "../sign-in/form.ts"
import type { OpenedShop } from "./open.ts"
import { type BuyWords, buyWordsOf } from "./words.ts"

/** How many orders one network may send per minute over all links, and how many one link takes. */
const networkLimit = rateLimit("purchases from a network", 20)
const maxPerLink = 600

/** Where the visitor goes next, or why nothing was ordered. */
export type Outcome = { payPath: string } | { status: number; alert: string; retryAfterSeconds?: number | undefined }

/**
 * Orders what the form says. The key of the form is the key of the request, so one form makes one order, however often it is sent.
 * A program fills in the field that people do not see: it is sent back to the page, and nothing is stored.
 */
export async function buyByForm(op: Operation, request: FastifyRequest, shop: OpenedShop, language: Language): Promise<Outcome> {
  const { tenant, link, now } = shop
  const words = buyWordsOf(language)
  const field = readForm(request)
  if (field("website") !== "") return { payPath: new URL(link.url).pathname }
  const form = readFormKey(tenant, link._id, field("key"))
  if (!form || isFormExpired(form, now)) return { status: 409, alert: words.formOver }
  const amount = link.openAmount ? amountOf(field, link.currency) : undefined
  if (link.openAmount && amount === undefined) return { status: 400, alert: words.invalid(words.amount(link.currency)) }
  const fields = {
    name: field("name").trim(),
    email: field("email").trim(),
    quantities: quantitiesOf(field, link),
    ...(amount !== undefined && { amount }),
    answers: Object.fromEntries(link.fields.map(({ key }) => [key, field(`a-${key}`)])),
  }
  try {
    await networkLimit.consume(networkOf(request.ip))
    await consumeShared({ tenant_id: tenant.id, name: `buy ${link._id}`, max: maxPerLink })
    const { body } = await perform(op, {
      credential: { kind: "payment-link", tenant: tenant.id, hash: link._id },
      tenant: tenant.id,
      idempotencyKey: form.key,
      requestKey: formRequestKeyOf({ intent: link._id, input: { route: op.route, ...fields }, key: form.key }),
      origin: {
        channel: "page",
        operation: "POST /buy/{tenant}/{link}",
        requestId: request.id,
        address: request.ip,
        userAgent: request.headers["user-agent"] ?? "",
      },
      reference: link._id,
      dryRun: false,
      input: () => ({ fields, query: [] }),
      render: JSON.stringify,
    })
    return { payPath: new URL((JSON.parse(body) as Purchase).payUrl).pathname }
  } catch (error) {
    return refusalOf(toProblem(error, request.id), shop, words)
  }
}

type Field = (name: string) => string

/** What the visitor wrote goes before a preset, which the browser may have chosen. */
function amountOf(field: Field, currency: string): number | undefined {
  const written = parsePart(field("amount"), currency)
  if (written !== "all") return written
  return /^\d{1,15}$/.test(field("preset")) ? Number(field("preset")) : undefined
}

const quantitiesOf = (field: Field, { lines }: OpenedShop["link"]) =>
  Object.fromEntries(lines.flatMap(({ _id }) => (field(`q-${_id}`) === "" ? [] : [[_id, Number(field(`q-${_id}`))]])))

function refusalOf({ code, status, errors, details, retryAfterSeconds }: Problem, shop: OpenedShop, words: BuyWords): Outcome {
  if (code === "RTE-1001") return { status, alert: words.tooMany, retryAfterSeconds }
  if (code === "PLK-2002") return { status, alert: words.soldOutMeanwhile(Number(details["left"]), String(details["line"])) }
  if (code.startsWith("IDM-") || code === "PLK-2001") return { status, alert: words.formOver }
  if (status >= 500) return { status, alert: words.trouble, retryAfterSeconds }
  return { status, alert: words.invalid(labelOf(errors[0]?.path ?? "", shop, words)) }
}

function labelOf(path: string, { link }: OpenedShop, words: BuyWords): string {
  const [first = "", key] = path.split(".")
  if (first === "answers") return link.fields.find(field => field.key === key)?.label ?? ""
  if (first === "quantities") return link.lines.find(({ _id }) => _id === key)?.name ?? words.quantity
  return first === "email" ? words.email : first === "amount" ? words.amount(link.currency) : words.name
}
