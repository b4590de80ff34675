import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify"
import { config } from "../kit/config.ts"
import type { Operation } from "../kit/operation.ts"
import { assets } from "./assets.ts"
import { parametersIn, readBody } from "./body.ts"
import { demo } from "./demo.ts"
import { docs } from "./docs.ts"
import { drain } from "./drain.ts"
import { badPath, badRequest, unknownRoute } from "./edges.ts"
import { sendProblem } from "./errors.ts"
import { gatewayEvents } from "./gateway-events.ts"
import { health } from "./health.ts"
import { arrive, onLeaving } from "./leave.ts"
import { mcp } from "./mcp.ts"
import { pay } from "./pay.ts"
import { rest } from "./rest.ts"
import { closeWhenSilent, silenceMostMs } from "./silence.ts"

/** The doors of the house, with every limit set rather than left at its default. */
export function buildServer(operations: readonly Operation[]): FastifyInstance {
  const app = Fastify({
    logger: false,
    genReqId: nextId,
    // Only what our own proxies wrote: the rest of X-Forwarded-For is whatever the caller likes.
    trustProxy: config.TRUST_PROXY > 0 && ((_address, hop) => hop < config.TRUST_PROXY),
    exposeHeadRoutes: false,
    bodyLimit: 4 * 1024 * 1024, // the doors have their own, lower ones, which speak in their own words
    requestTimeout: 30_000,
    connectionTimeout: silenceMostMs, // these two for a second address that HOST may stand for; closeWhenSilent does for the first
    keepAliveTimeout: silenceMostMs,
    forceCloseConnections: "idle",
    routerOptions: {
      maxParamLength: 400,
      ignoreTrailingSlash: false,
      querystringParser: query => parametersIn(query) as object as Record<string, unknown>,
    },
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, optimizeEmptyRequests: true },
    frameworkErrors: (error, request, reply) => void badPath(error, request, reply),
    clientErrorHandler: badRequest,
    return503OnClosing: false, // what is under way when we stop is answered, not refused
  })
  closeWhenSilent(app.server)
  app.addHook("preClose", () => drain(app.server))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("*", (request: FastifyRequest, stream: IncomingMessage) => readBody(stream, request.headers["content-type"]))
  app.addHook("onSend", onLeaving)
  app.setErrorHandler(sendProblem)
  app.setNotFoundHandler(request => {
    throw unknownRoute(operations, request)
  })
  rest(app, operations)
  mcp(app, operations)
  health(app)
  pay(app)
  gatewayEvents(app)
  demo(app)
  docs(app, operations)
  assets(app)
  return app
}

/** Which process, and its how many-th, in uneven steps: as unlike any other as a random one for a tenth of the time, and it counts nothing. */
function nextId(raw: IncomingMessage): string {
  arrive(raw)
  asked += 1 + Math.floor(Math.random() * 64)
  return `${booted}-${asked.toString(36)}`
}
let asked = 0
const booted = randomUUID().slice(0, 13)
