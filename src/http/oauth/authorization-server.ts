import type { FastifyReply, FastifyRequest } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { decide, showConsent } from "./consent.ts"
import { createProvider } from "./provider.ts"
import { register } from "./registration.ts"

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** What answers the requests of `routes.ts`. */
export type AuthorizationServer = {
  register: Handler
  showConsent: Handler
  decide: Handler
  /** Answers on the raw response, after `handOver`. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export async function createAuthorizationServer(operations: readonly Operation[]): Promise<AuthorizationServer> {
  const provider = await createProvider()
  const answer = provider.callback()
  const confirm = operations.find(({ route }) => route === "POST /v1/sessions/confirm")!
  return {
    register: (request, reply) => register(provider, request, reply),
    showConsent: (request, reply) => showConsent(provider, request, reply),
    decide: (request, reply) => decide(provider, confirm, request, reply),
    answer: (request, reply) => answer(request.raw, reply.raw),
  }
}
