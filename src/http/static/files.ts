import { createHash } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { gzipSync } from "node:zlib"
import type { FastifyInstance } from "fastify"

type CachedContent = { headers: Record<string, string>; maxAgeSeconds?: number; render(): string | Buffer }
type Variant = { body: string | Buffer; etag: string; encoding?: "gzip" }
type Variants = { identity: Variant; gzip: Variant }

/** Serves content that only changes with a release: rendered on the first request, with an ETag, cached by clients for a minute. */
export function serveCached(app: FastifyInstance, url: string, { headers, render, maxAgeSeconds = 60 }: CachedContent) {
  let variants: Variants | undefined
  app.get(url, async (request, reply) => {
    variants ??= createVariants(render())
    const { body, etag, encoding } =
      acceptsGzip(request.headers) && !/^(image\/png|font\/)/.test(headers["content-type"] ?? "") ? variants.gzip : variants.identity
    reply.headers({ ...headers, "cache-control": `public, max-age=${maxAgeSeconds}`, vary: "accept-encoding", etag })
    if (encoding) reply.header("content-encoding", encoding)
    if (request.headers["if-none-match"] === etag) return reply.code(304).send()
    return reply.send(body)
  })
}

function createVariants(body: string | Buffer): Variants {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22)
  return { identity: { body, etag: `"${hash}"` }, gzip: { body: gzipSync(body), etag: `"${hash}-gzip"`, encoding: "gzip" } }
}

/** Whether Accept-Encoding has gzip; a weight of zero (`gzip;q=0`) excludes it. */
export const acceptsGzip = ({ "accept-encoding": accepted = "" }: IncomingHttpHeaders) =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted))
