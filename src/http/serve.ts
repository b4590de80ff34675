import { createHash } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { gzipSync } from "node:zlib"
import type { FastifyInstance } from "fastify"

type Served = { headers: Record<string, string>; make(): string | Buffer }
type Made = { body: string | Buffer; etag: string; encoding?: "gzip" }

/** What is the same for everybody until the next release: made when first asked for, known by its hash, kept by readers for a minute. */
export function serve(app: FastifyInstance, url: string, { headers, make }: Served) {
  let made: { plain: Made; packed: Made } | undefined
  app.get(url, async (request, reply) => {
    made ??= bothOf(make())
    const { body, etag, encoding } =
      takesGzip(request.headers) && !headers["content-type"]?.startsWith("image/png") ? made.packed : made.plain
    reply.headers({ ...headers, "cache-control": "public, max-age=60", vary: "accept-encoding", etag })
    if (encoding) reply.header("content-encoding", encoding)
    if (request.headers["if-none-match"] === etag) return reply.code(304).send()
    return reply.send(body)
  })
}

function bothOf(body: string | Buffer): { plain: Made; packed: Made } {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22)
  return { plain: { body, etag: `"${hash}"` }, packed: { body: gzipSync(body), etag: `"${hash}-gzip"`, encoding: "gzip" } }
}

/** Unless it is named with a weight of zero, which is how a client says no. */
export const takesGzip = ({ "accept-encoding": accepted = "" }: IncomingHttpHeaders) =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted))
