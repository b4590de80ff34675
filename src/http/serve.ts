import { createHash } from "node:crypto"
import type { FastifyInstance } from "fastify"

type Served = { headers: Record<string, string>; make(): string | Buffer }

/** What is the same for everybody until the next release: made when first asked for, known by its hash, kept by readers for a minute. */
export function serve(app: FastifyInstance, url: string, { headers, make }: Served) {
  let made: { body: string | Buffer; etag: string } | undefined
  app.get(url, async (request, reply) => {
    made ??= withTag(make())
    reply.headers({ ...headers, "cache-control": "public, max-age=60", etag: made.etag })
    if (request.headers["if-none-match"] === made.etag) return reply.code(304).send()
    return reply.send(made.body)
  })
}

function withTag(body: string | Buffer) {
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` }
}
