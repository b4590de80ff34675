import { promisify } from "node:util"
import { gzip } from "node:zlib"
import type { FastifyInstance, FastifyRequest, onSendHookHandler } from "fastify"
import type { z } from "zod"
import { rateLimit, networkOf } from "../kit/service/rate-limit.ts"
import { config } from "../kit/service/config.ts"
import { parseParameters } from "../kit/pure/input.ts"
import { financingRates, fxRatesJson } from "../money/rates/answers.ts"
import { FinancingQuery, FxQuery } from "../money/rates/schema.ts"
import { currentRates } from "../money/rates/store.ts"
import { readKey } from "./credential.ts"
import type { QueryParameters } from "./body.ts"
import { apiHeaders, sendBody } from "./connection/send-response.ts"
import { demoPage } from "./docs/pages/demo.ts"
import { renderPage, pageHeaders } from "./docs/pages/shell.ts"
import { acceptsGzip } from "./static/files.ts"
import { generalProblem } from "../kit/pure/errors.ts"

/** Every visitor of a page uses the page's key, so requests are limited per network and not per key. */
const requestLimit = rateLimit("public rates", 600)

/** The two public routes for web pages without a backend. They allow every origin and take a demo key, which is valid for nothing else. */
export function addPublicRateRoutes(app: FastifyInstance) {
  const keys = new Set(config.DEMO_INTEGRATION_KEYS)
  addRoute(app, keys, { url: "/demo/fx-rates", schema: FxQuery, render: async query => `{"data":${await fxRatesJson(query)}}` })
  addRoute(app, keys, {
    url: "/demo/financing-rates",
    schema: FinancingQuery,
    render: query => JSON.stringify({ success: true, data: financingRates(query) }),
    success: true,
  })
  app.get("/demo", async (_request, reply) => {
    const { date } = await currentRates()
    return reply.headers({ ...pageHeaders, "content-security-policy": contentSecurityPolicy() }).send(renderPage(demoPage(date)))
  })
}

/** The widgets on the page call the two routes. The logos of live providers are on hosts of the providers. */
function contentSecurityPolicy(): string {
  const base = pageHeaders["content-security-policy"]
  return `${config.FX_COMPARISON_URL === undefined ? base : base.replace("img-src 'self'", "img-src 'self' https:")}; connect-src 'self'`
}

type PublicRoute<S extends z.ZodObject> = { url: string; schema: S; render(query: z.output<S>): string | Promise<string>; success?: true }

function addRoute<S extends z.ZodObject>(app: FastifyInstance, keys: Set<string>, { url, schema, render, success }: PublicRoute<S>) {
  const operation = `GET ${url}`
  app.options(url, { onSend: addCorsHeaders }, (_request, reply) => reply.headers(preflightHeaders).code(204).send())
  app.get(url, { onSend: addCorsHeaders, config: { operation, success } }, async (request, reply) => {
    await requestLimit.consume(networkOf(request.ip))
    assertDemoKey(keys, request)
    const query = parseParameters(schema, request.query as QueryParameters) as z.output<S>
    const body = await render(query)
    if (!acceptsGzip(request.headers)) return sendBody(request, reply, operation, { status: 200, body, headers })
    return sendBody(request, reply, operation, { status: 200, body: await compress(body, { level: 1 }), headers: gzipHeaders })
  })
}

/** Adds the headers to error responses too, so that a page can read them. */
const addCorsHeaders: onSendHookHandler = (_request, reply, _payload, done) => {
  reply.headers(corsHeaders)
  done()
}

const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Retry-After, X-Request-Id",
  "cross-origin-resource-policy": "cross-origin",
}
const preflightHeaders = {
  "access-control-allow-methods": "GET",
  "access-control-allow-headers": "Authorization",
  "access-control-max-age": "86400",
}

/** Rates do not change within a minute. The response depends on the key, so only the visitor's browser may cache it. */
const responseHeaders = { ...corsHeaders, "cache-control": "private, max-age=60", vary: "accept-encoding, authorization" }
const headers = apiHeaders(responseHeaders)
const gzipHeaders = apiHeaders({ ...responseHeaders, "content-encoding": "gzip" })

/** A demo key is no secret, since pages contain it. It identifies the page and gives access to nothing else. */
function assertDemoKey(keys: Set<string>, { headers }: FastifyRequest) {
  if (!keys.has(readKey(headers.authorization, "ApiKey"))) throw generalProblem("AUT-1003")
}

const compress = promisify(gzip)
