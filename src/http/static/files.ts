import { createHash } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { gzipSync } from "node:zlib"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"

type CachedContent = { headers: Record<string, string>; maxAgeSeconds?: number; render(): string | Buffer }
type Variant = { body: string | Buffer; etag: string; encoding?: "gzip" }
type Variants = { identity: Variant; gzip: Variant }

/** Serves content that only changes with a release: rendered on the first request, with an ETag, cached by clients for a minute. */
export function serveCached(app: FastifyInstance, url: string, content: CachedContent) {
  const send = cached(content)
  app.get(url, (request, reply) => send(request, reply))
}

/** Serves all files of a folder by name, in the same way. One route, because hundreds would add 30 ms to each start. */
export function serveCachedFolder(app: FastifyInstance, folder: string, names: string[], content: (name: string) => CachedContent) {
  const files = new Map(names.map(name => [name, cached(content(name))]))
  app.get<{ Params: { name: string } }>(`${folder}/:name`, (request, reply) => {
    const send = files.get(request.params.name)
    return send ? send(request, reply) : reply.callNotFound()
  })
}

function cached({ headers, render, maxAgeSeconds = 60 }: CachedContent) {
  const isCompressed = /^(image\/png|font\/)/.test(headers["content-type"] ?? "")
  let variants: Variants | undefined
  return (request: FastifyRequest, reply: FastifyReply) => {
    variants ??= createVariants(render())
    const { body, etag, encoding } = acceptsGzip(request.headers) && !isCompressed ? variants.gzip : variants.identity
    reply.headers({ ...headers, "cache-control": `public, max-age=${maxAgeSeconds}`, vary: "accept-encoding", etag })
    if (encoding) reply.header("content-encoding", encoding)
    if (request.headers["if-none-match"] === etag) return reply.code(304).send()
    return reply.send(body)
  }
}

function createVariants(body: string | Buffer): Variants {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22)
  return { identity: { body, etag: `"${hash}"` }, gzip: { body: gzipSync(body), etag: `"${hash}-gzip"`, encoding: "gzip" } }
}

/** Whether Accept-Encoding has gzip; a weight of zero (`gzip;q=0`) excludes it. */
export const acceptsGzip = ({ "accept-encoding": accepted = "" }: IncomingHttpHeaders) =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted))
