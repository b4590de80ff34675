import type { IncomingMessage } from "node:http"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { config } from "../../kit/service/config.ts"
import { oauthScopes } from "../../platform/assistants/rules.ts"
import { handOver } from "../connection/send-response.ts"
import { lazily } from "../../kit/service/lazily.ts"
import { resourceMetadata, resourceMetadataPath } from "../mcp/resource.ts"
import { assertOwnOrigin } from "../own-origin.ts"
import type { AuthorizationServer } from "./authorization-server.ts"
import { limitRequests } from "./limits.ts"
import { connectPath, metadataPath, oauthPaths } from "./paths.ts"

/** OAuth for assistants: discovery, registration, consent and tokens. */
export function addOauthRoutes(app: FastifyInstance, operations: readonly Operation[]) {
  /** Loaded with the first request for it: the library takes half a second and 40 MB, which not every installation needs. */
  const server = lazily(async () => (await import("./authorization-server.ts")).createAuthorizationServer(operations))
  for (const url of [resourceMetadataPath, "/.well-known/oauth-protected-resource"])
    app.get(url, { config: { operation: resourceMetadataPath } }, (_request, reply) =>
      reply.header("access-control-allow-origin", "*").send(resourceMetadata()),
    )
  addRegistrationRoutes(app, server)
  addConsentRoutes(app, server)
  app.register(async raw => addRawRoutes(raw, server))
}

type Server = () => Promise<AuthorizationServer>

function addRegistrationRoutes(app: FastifyInstance, server: Server) {
  const { registration: url } = oauthPaths
  const cors = { "access-control-allow-origin": "*" }
  const preflight = { ...cors, "access-control-allow-methods": "POST", "access-control-allow-headers": "content-type" }
  app.options(url, (_request, reply) => reply.headers(preflight).code(204).send())
  app.post(url, { config: { operation: `POST ${url}` } }, async (request, reply) => {
    await limitRequests(request)
    return (await server()).register(request, reply.headers(cors))
  })
}

function addConsentRoutes(app: FastifyInstance, server: Server) {
  const url = connectPath(":uid")
  app.get(url, { config: { operation: `GET ${url}` } }, async (request, reply) => (await server()).showConsent(request, reply))
  app.post(url, { config: { operation: `POST ${url}` } }, async (request, reply) => {
    assertOwnOrigin(request)
    return (await server()).decide(request, reply)
  })
}

/** What the library answers itself. It reads the bodies, at most 56 KiB. */
function addRawRoutes(app: FastifyInstance, server: Server) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("*", (_request, _stream, done) => done(null))
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { answer } = await server()
    setAddresses(request)
    handOver(request, reply)
    await answer(request, reply)
  }
  const { authorization, token, revocation, jwks } = oauthPaths
  app.get(authorization, { config: { operation: `GET ${authorization}` } }, async (request, reply) => {
    await limitRequests(request)
    addDefaultScope(request.raw)
    await handler(request, reply)
  })
  app.get(`${authorization}/:uid`, { config: { operation: `GET ${authorization}` } }, handler)
  for (const url of [token, revocation]) app.route({ method: ["POST", "OPTIONS"], url, config: { operation: `POST ${url}` }, handler })
  for (const url of [jwks, metadataPath]) app.route({ method: ["GET", "OPTIONS"], url, config: { operation: `GET ${url}` }, handler })
}

/** The server makes its addresses, and that of the client, from these headers. They are ours, whatever the client or a proxy has sent. */
function setAddresses({ ip, raw: { headers } }: FastifyRequest) {
  const { host, protocol } = new URL(config.BASE_URL)
  headers["x-forwarded-for"] = ip
  headers.host = host
  headers["x-forwarded-proto"] = protocol.slice(0, -1)
  delete headers["x-forwarded-host"]
}

/** A request without a scope asks for what the resource has; the person decides. */
function addDefaultScope(raw: IncomingMessage) {
  const url = new URL(raw.url ?? "", config.BASE_URL)
  if (url.searchParams.get("scope")) return
  url.searchParams.set("scope", oauthScopes.join(" "))
  raw.url = `${url.pathname}${url.search}`
}
