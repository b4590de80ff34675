import { promisify } from "node:util"
import { gzip } from "node:zlib"
import type { FastifyInstance, FastifyRequest, onSendHookHandler } from "fastify"
import type { z } from "zod"
import { budget, networkOf } from "../kit/budget.ts"
import { config } from "../kit/config.ts"
import { parseParameters } from "../kit/input.ts"
import { Problem } from "../kit/problem.ts"
import { financingRates, fxText } from "../rates/answers.ts"
import { FinancingQuery, FxQuery } from "../rates/schema.ts"
import { currentRates } from "../rates/store.ts"
import { keyIn } from "./auth.ts"
import type { Parameters } from "./body.ts"
import { answerHeaders, sendAnswer } from "./leave.ts"
import { demoPage } from "./pages/demo.ts"
import { page, pageHeaders } from "./pages/shell.ts"
import { takesGzip } from "./serve.ts"

/** Everybody who looks at a page has the page's key, so the budget is an address's and not the key's. */
const asked = budget(600)

/** The two public questions, for web pages without a backend. They may come from everywhere, with a demo key that opens nothing else. */
export function demo(app: FastifyInstance) {
  const keys = new Set(config.DEMO_INTEGRATION_KEYS)
  offer(app, keys, { url: "/demo/fx-rates", schema: FxQuery, answer: async query => `{"data":${await fxText(query)}}` })
  offer(app, keys, {
    url: "/demo/financing-rates",
    schema: FinancingQuery,
    answer: query => JSON.stringify({ success: true, data: financingRates(query) }),
    success: true,
  })
  app.get("/demo", async (_request, reply) => {
    const { date } = await currentRates()
    return reply.headers({ ...pageHeaders, "content-security-policy": policy() }).send(page(demoPage(date)))
  })
}

/** The widgets on the page ask the two questions themselves. The logos of live providers are wherever these keep them. */
function policy(): string {
  const base = pageHeaders["content-security-policy"]
  return `${config.FX_COMPARISON_URL === undefined ? base : base.replace("img-src 'self'", "img-src 'self' https:")}; connect-src 'self'`
}

type Question<S extends z.ZodObject> = { url: string; schema: S; answer(query: z.output<S>): string | Promise<string>; success?: true }

function offer<S extends z.ZodObject>(app: FastifyInstance, keys: Set<string>, { url, schema, answer, success }: Question<S>) {
  const operation = `GET ${url}`
  app.options(url, { onSend: openToPages }, (_request, reply) => reply.headers(preflight).code(204).send())
  app.get(url, { onSend: openToPages, config: { operation, success } }, async (request, reply) => {
    asked.spend(networkOf(request.ip))
    assertDemoKey(keys, request)
    const query = parseParameters(schema, request.query as Parameters) as z.output<S>
    const body = await answer(query)
    if (!takesGzip(request.headers)) return sendAnswer(request, reply, operation, { status: 200, body, headers })
    return sendAnswer(request, reply, operation, { status: 200, body: await packed(body, { level: 1 }), headers: packedHeaders })
  })
}

/** A page can read a refusal too. */
const openToPages: onSendHookHandler = (_request, reply, _payload, done) => {
  reply.headers(openHeaders)
  done()
}

const openHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Retry-After, X-Request-Id",
  "cross-origin-resource-policy": "cross-origin",
}
const preflight = {
  "access-control-allow-methods": "GET",
  "access-control-allow-headers": "Authorization",
  "access-control-max-age": "86400",
}

/** Rates do not move within a minute, and a visitor's own browser may keep what its key was shown. */
const kept = { ...openHeaders, "cache-control": "private, max-age=60", vary: "accept-encoding, authorization" }
const headers = answerHeaders(kept)
const packedHeaders = answerHeaders({ ...kept, "content-encoding": "gzip" })

/** No secret: every page shows it. It says which page asks, and opens nothing else. */
function assertDemoKey(keys: Set<string>, { headers }: FastifyRequest) {
  if (!keys.has(keyIn(headers.authorization, "ApiKey"))) throw new Problem("AUT-1003")
}

const packed = promisify(gzip)
