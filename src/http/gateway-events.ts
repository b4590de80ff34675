import type { FastifyInstance } from "fastify"
import { receiveEvent } from "../money/charges/receive.ts"
import { assertWithinLimits, type Body } from "./body.ts"

/** Receives the events of gateways. They are authenticated by their signature, so they need no API key. */
export function addGatewayEventRoutes(app: FastifyInstance) {
  app.post<{ Params: { gateway: string } }>("/v1/gateways/:gateway/events", async (request, reply) => {
    const { bytes, problem } = (request.body as Body | undefined) ?? { bytes: Buffer.alloc(0) }
    if (problem) throw problem
    assertWithinLimits(bytes) // here, because an adapter parses the event before it knows whose signature to check
    const headers = request.headers as Record<string, string | undefined>
    return reply.send({ data: await receiveEvent(request.params.gateway, { headers, bytes }) })
  })
}
