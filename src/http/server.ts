import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify"
import { config } from "../kit/service/config.ts"
import type { Application } from "../kit/operation/slice.ts"
import { addAssetRoutes } from "./static/routes.ts"
import { parseQuery, readBody } from "./body.ts"
import { addPublicRateRoutes } from "./public-rates.ts"
import { addDocsRoutes } from "./docs/routes.ts"
import { drain } from "./connection/drain.ts"
import { handleBadPath, handleBadRequest, unknownRoute } from "./connection/malformed-requests.ts"
import { sendProblem } from "./errors.ts"
import { addGatewayEventRoutes } from "./gateway-events.ts"
import { addHealthRoutes } from "./health.ts"
import { recordStart, completeResponse } from "./connection/send-response.ts"
import { addMcpRoutes } from "./mcp/server.ts"
import { addPayRoutes } from "./pay/routes.ts"
import { addRestRoutes } from "./rest/routes.ts"
import { enableIdleTimeout, idleTimeoutMs } from "./connection/idle-timeout.ts"

/** Builds the HTTP server with all its routes. Every limit is set explicitly rather than left at its default. */
export function buildServer(application: Application): FastifyInstance {
  const { operations } = application
  const app = Fastify({
    logger: false,
    genReqId: createRequestId,
    // Trusts only the entries of X-Forwarded-For that our own proxies added: the caller can forge the rest.
    trustProxy: config.TRUST_PROXY > 0 && ((_address, hop) => hop < config.TRUST_PROXY),
    exposeHeadRoutes: false,
    bodyLimit: 4 * 1024 * 1024, // readBody enforces a lower limit with an error of the catalogue
    requestTimeout: 30_000,
    connectionTimeout: idleTimeoutMs, // these two apply to a second address that HOST may resolve to; enableIdleTimeout covers the first
    keepAliveTimeout: idleTimeoutMs,
    forceCloseConnections: "idle",
    routerOptions: {
      maxParamLength: 400,
      ignoreTrailingSlash: false,
      querystringParser: query => parseQuery(query) as object as Record<string, unknown>,
    },
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, optimizeEmptyRequests: true },
    frameworkErrors: (error, request, reply) => void handleBadPath(error, request, reply),
    clientErrorHandler: handleBadRequest,
    return503OnClosing: false, // requests in flight during a stop are answered, not rejected
  })
  enableIdleTimeout(app.server)
  app.addHook("preClose", () => drain(app.server))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("*", (request: FastifyRequest, stream: IncomingMessage) => readBody(stream, request.headers["content-type"]))
  app.addHook("onSend", completeResponse)
  app.setErrorHandler(sendProblem)
  app.setNotFoundHandler(request => {
    throw unknownRoute(operations, request)
  })
  addRestRoutes(app, operations)
  addMcpRoutes(app, operations)
  addHealthRoutes(app)
  addPayRoutes(app)
  addGatewayEventRoutes(app)
  addPublicRateRoutes(app)
  addDocsRoutes(app, application)
  addAssetRoutes(app)
  return app
}

/** A random process prefix and a sequence with random gaps: as unique as a UUID in a tenth of the time, and it reveals no request count. */
function createRequestId(raw: IncomingMessage): string {
  recordStart(raw)
  requestSequence += 1 + Math.floor(Math.random() * 64)
  return `${processPrefix}-${requestSequence.toString(36)}`
}
let requestSequence = 0
const processPrefix = randomUUID().slice(0, 13)
