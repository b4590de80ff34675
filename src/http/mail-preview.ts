import type { FastifyInstance } from "fastify"
import type { Operation } from "../kit/operation/operation.ts"
import { perform } from "../kit/operation/perform.ts"
import { config } from "../kit/service/config.ts"
import type { Mail } from "../platform/mails/schema.ts"
import { darkMedia } from "../platform/mails/template.ts"
import { readRestCredential } from "./credential.ts"

/**
 * The HTML of a mail as a page of its own, in its light or its dark look, for a frame of the dashboard. Mails have their styles inside,
 * which no page of ours may have; nothing else is allowed here: no script, no form, no access to our origin, no frame on another site.
 */
const policy = () =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src ${new URL(config.BASE_URL).origin}; ` +
  "frame-ancestors 'self'; form-action 'none'; base-uri 'none'; sandbox"

export function addMailPreviewRoute(app: FastifyInstance, operations: readonly Operation[]) {
  const op = operations.find(({ route }) => route === "GET /v1/dev/mails/{id}")!
  app.get<{ Params: { look: string; id: string } }>("/mail-previews/:look/:id", async (request, reply) => {
    const isDark = request.params.look === "dark"
    const credential = readRestCredential(request)
    const { body } = await perform(op, {
      credential,
      tenant: credential.kind === "session" ? credential.tenant : undefined,
      idempotencyKey: undefined,
      origin: { channel: "dashboard", operation: "GET /mail-previews/{look}/{id}", requestId: request.id, address: request.ip },
      reference: request.params.id,
      dryRun: false,
      input: () => ({ fields: {}, query: [] }),
      render: result => (result as Mail).html.replace(darkMedia, isDark ? "@media all" : "@media not all"),
    })
    return reply.headers({ "content-type": "text/html; charset=utf-8", "content-security-policy": policy() }).send(body)
  })
}
