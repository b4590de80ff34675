import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify"
import { type Config, config } from "../kit/service/config.ts"
import type { Operation } from "../kit/operation/operation.ts"
import type { Application } from "../kit/operation/slice.ts"
import { addDashboardRoutes } from "./static/dashboard.ts"
import { addAssetRoutes } from "./static/routes.ts"
import { addBrandRoutes } from "./brand.ts"
import { parseQuery, readBody } from "./body.ts"
import { addPublicRateRoutes } from "./public-rates.ts"
import { addDocsRoutes } from "./docs/routes.ts"
import { announceStop } from "./connection/drain.ts"
import { addressesOf, createFirstServer, drainServers, listenOnFurtherAddresses } from "./connection/http-servers.ts"
import { handleBadPath, handleBadRequest } from "./connection/malformed-requests.ts"
import { unknownRoute } from "./connection/unknown-route.ts"
import { sendProblem } from "./errors.ts"
import { addGatewayEventRoutes } from "./gateway-events.ts"
import { addHealthRoutes } from "./health.ts"
import { recordStart, completeResponse } from "./connection/send-response.ts"
import { addMcpRoutes } from "./mcp/routes.ts"
import { addMailPreviewRoute } from "./mail-preview.ts"
import { addMetricsRoute } from "./metrics.ts"
import { sendMissingPage } from "./missing-page.ts"
import { addOauthRoutes } from "./oauth/routes.ts"
import { addCheckpointRoutes } from "./checkpoints.ts"
import { addBuyRoutes } from "./buy/routes.ts"
import { addPayRoutes } from "./pay/routes.ts"
import { addPortalRoutes } from "./portal/routes.ts"
import { requestLimits } from "./request-limits.ts"
import { addRestRoutes } from "./rest/routes.ts"
import { endStreams } from "./rest/stream.ts"
import "./service-metrics.ts"
import { addSignInRoutes } from "./sign-in/routes.ts"
import { addSimulatorRoutes } from "./simulator.ts"
import { readUpload } from "./upload.ts"

/** Builds the HTTP server with all its routes. */
export function buildServer(application: Application): FastifyInstance {
  const { operations } = application
  const app = createApp(operations)
  const limits = requestLimits(config)
  addRestRoutes(app, operations, limits)
  addMcpRoutes(app, operations, limits)
  addOauthRoutes(app, operations)
  addHealthRoutes(app)
  addMetricsRoute(app)
  addPayRoutes(app, operations)
  addBuyRoutes(app, operations)
  addPortalRoutes(app, operations)
  addSignInRoutes(app, operations)
  addSimulatorRoutes(app)
  addGatewayEventRoutes(app)
  addPublicRateRoutes(app)
  addCheckpointRoutes(app)
  addDocsRoutes(app, application)
  addAssetRoutes(app)
  addBrandRoutes(app)
  addDashboardRoutes(app)
  addMailPreviewRoute(app, operations)
  return app
}

/** What a process that serves no requests shows to those who watch it. */
export function buildWorkerServer(): FastifyInstance {
  const app = createApp([])
  addHealthRoutes(app)
  addMetricsRoute(app)
  return app
}

/** Every limit is set explicitly rather than left at its default. */
function createApp(operations: readonly Operation[]): FastifyInstance {
  const app = Fastify({
    logger: false,
    genReqId: createRequestId,
    // Trusts only the entries of X-Forwarded-For that our own proxies added: the caller can forge the rest.
    trustProxy: config.TRUST_PROXY > 0 && ((_address, hop) => hop < config.TRUST_PROXY),
    exposeHeadRoutes: false,
    bodyLimit: 4 * 1024 * 1024, // readBody enforces a lower limit with an error of the catalogue
    forceCloseConnections: "idle",
    routerOptions: {
      maxParamLength: 400,
      ignoreTrailingSlash: false,
      querystringParser: query => parseQuery(query) as object as Record<string, unknown>,
    },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    serverFactory: createFirstServer, // with the limits on headers, times and connections
    frameworkErrors: (error, request, reply) => void handleBadPath(error, request, reply),
    clientErrorHandler: handleBadRequest,
    pluginTimeout: 0, // a stop waits for the idle connections of a proxy, for longer than the default admits
    return503OnClosing: false, // requests in flight during a stop are answered, not rejected
  })
  app.addHook("preClose", () => {
    announceStop(app.server)
    endStreams(app.server) // before it waits for requests in flight: a stream would be one for ever
    return drainServers(app.server)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("*", (request: FastifyRequest, stream: IncomingMessage) => {
    const { upload } = request.routeOptions.config as { upload?: Operation["upload"] }
    const contentType = request.headers["content-type"]
    return upload ? readUpload(stream, contentType, upload.maxBytes) : readBody(stream, contentType)
  })
  app.addHook("onSend", completeResponse)
  app.setErrorHandler(sendProblem)
  app.setNotFoundHandler((request, reply) => {
    const page = sendMissingPage(request, reply)
    if (page) return page
    throw unknownRoute(operations, request)
  })
  return app
}

/** Operations check their input and render their output themselves. The framework's compilers would take 40 ms of each start to load. */
function noSchemas(): never {
  throw new Error("a route has a schema; operations declare theirs")
}

/** Listens on every address of HOST and returns the first. */
export async function listen(app: FastifyInstance, { HOST: host, PORT: port }: Pick<Config, "HOST" | "PORT">): Promise<string> {
  const address = await app.listen({ host, port, backlog: 1024 })
  await listenOnFurtherAddresses(app.server, await addressesOf(host))
  return config.tls ? address.replace(/^http:/, "https:") : address // Fastify does not see what kind of server it got
}

/** A random process prefix and a sequence with random gaps: as unique as a UUID in a tenth of the time, and it reveals no request count. */
function createRequestId(raw: IncomingMessage): string {
  recordStart(raw)
  requestSequence += 1 + Math.floor(Math.random() * 64)
  return `${processPrefix}-${requestSequence.toString(36)}`
}
let requestSequence = 0
const processPrefix = randomUUID().slice(0, 13)
