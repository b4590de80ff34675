import type { FastifyRequest } from "fastify"
import type { ResponseFile } from "../../kit/operation/response-file.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { networkOf, rateLimit } from "../../kit/service/rate-limit.ts"
import { performFile } from "../response-file.ts"
import { languageOf } from "./language.ts"
import type { Opened } from "./open.ts"

/** A document may have to be drawn, which takes longer than a page. */
const networkLimit = rateLimit("documents of payers from a network", 30)

/**
 * A payer sees what was asked for until it is paid, and then what was paid. A document names the contact, whom a visitor may not know: it
 * comes by mail and in the portal.
 */
export const hasDocument = ({ intent, isByVisitor }: Pick<Opened, "intent" | "isByVisitor">) =>
  !isByVisitor && (intent.status !== "canceled" || intent.paid > 0)

/** The receipt of a payment that was made, else the invoice. The link is the credential, as for the page. */
export async function documentOf(op: Operation, request: FastifyRequest, { tenant, token, intent }: Opened): Promise<ResponseFile> {
  await networkLimit.consume(networkOf(request.ip))
  const kind = intent.paid > 0 ? "receipt" : "invoice"
  const { tag: lang } = languageOf(request.headers["accept-language"])
  return performFile(op, {
    credential: { kind: "payment-link", tenant: tenant.id, hash: sha256(token) },
    tenant: tenant.id,
    idempotencyKey: undefined,
    origin: { channel: "page", operation: "GET /pay/{token}/document", requestId: request.id, address: request.ip },
    reference: intent._id,
    dryRun: false,
    input: () => ({ fields: undefined, query: [["kind", kind], ["lang", lang]] }), // prettier-ignore
  })
}
