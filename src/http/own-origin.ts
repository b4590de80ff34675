import type { FastifyRequest } from "fastify"
import { generalProblem } from "../kit/pure/errors.ts"
import { config } from "../kit/service/config.ts"

type WithOrigin = Pick<FastifyRequest, "headers" | "host">

/**
 * Browsers send the cookie of a session with requests that other sites cause; the header Origin, which no page can forge, says which
 * site it was. On plain http, which is for development, the service has more than one name.
 */
export function isOwnOrigin({ headers: { origin }, host }: WithOrigin): boolean {
  const { origin: own, protocol } = new URL(config.BASE_URL)
  return origin === own || (protocol === "http:" && origin === `http://${host}`)
}

/** Before anything is changed in the name of a session, or a session begins. */
export function assertOwnOrigin(request: WithOrigin) {
  if (!isOwnOrigin(request)) throw generalProblem("PRM-1003", { origin: new URL(config.BASE_URL).origin })
}
