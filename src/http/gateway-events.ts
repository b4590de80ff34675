import type { FastifyInstance, FastifyRequest } from "fastify"
import { receiveEvent } from "../money/charges/receive.ts"
import { receiveMessage } from "../money/charges/messages.ts"
import type { InboundMessage } from "../money/gateways/gateway.ts"
import { assertWithinLimits, type Body, type QueryParameters } from "./body.ts"

/** Receives the events of gateways. They are authenticated by their signature, so they need no API key. */
export function addGatewayEventRoutes(app: FastifyInstance) {
  app.post<{ Params: { gateway: string } }>("/v1/gateways/:gateway/events", async (request, reply) => {
    return reply.send({ data: await receiveEvent(request.params.gateway, messageOf(request)) })
  })

  /** One address for each connection, because each has secrets of its own. Banks append /pix to the address that API Pix gives them. */
  for (const suffix of ["", "/pix"])
    app.post<{ Params: { gateway: string; connection: string } }>(
      `/v1/gateways/:gateway/events/:connection${suffix}`,
      async (request, reply) => {
        const { gateway, connection } = request.params
        return reply.send({ data: await receiveMessage(gateway, connection, messageOf(request)) })
      },
    )
}

function messageOf(request: FastifyRequest): InboundMessage {
  const { bytes, problem } = (request.body as Body | undefined) ?? { bytes: Buffer.alloc(0) }
  if (problem) throw problem
  assertWithinLimits(bytes) // here, because an adapter parses the event before it knows whose signature to check
  const headers = request.headers as Record<string, string | undefined>
  return { headers, bytes, query: Object.fromEntries(request.query as QueryParameters) }
}
