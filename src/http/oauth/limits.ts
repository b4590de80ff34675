import type { FastifyRequest } from "fastify"
import { networkOf, rateLimit } from "../../kit/service/rate-limit.ts"

/** Each of these stores a row before anybody has signed in: a registration, an authorization request. */
const limit = rateLimit("oauth requests", 120)

/** Counts a request of a network, or throws RTE-1001. */
export const limitRequests = ({ ip }: FastifyRequest) => limit.consume(networkOf(ip))
