import type { FastifyReply, FastifyRequest } from "fastify"
import type { sendTrouble } from "./send.ts"
import type { Visit } from "./visit.ts"

export type WithId = { Params: { id: string } }
export type Options = { errorHandler: ReturnType<typeof sendTrouble> }
/** Answers a contact who is signed in. */
export type Handle = (visit: Visit, id: string, reply: FastifyReply) => Promise<unknown>
/** Lets a request through to its handle, or sends the visitor elsewhere. */
export type Guard = (handle: Handle) => (request: FastifyRequest<WithId>, reply: FastifyReply) => Promise<unknown>
