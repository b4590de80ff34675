import { Problem } from "../kit/pure/problem.ts"
import { networkOf, rateLimit } from "../kit/service/rate-limit.ts"

/**
 * Wrong ones per minute from one network, by the problem they get, so that nothing can be guessed. What is right is always served: many
 * people share the address of an office or a mobile network, and a payment gateway sends the events of all tenants from one address.
 */
const limits: Record<string, ReturnType<typeof rateLimit>> = {
  "AUT-1003": rateLimit("wrong API keys", 300), // API keys
  "AUT-1011": rateLimit("wrong access tokens", 300), // access tokens
  "MTR-1001": rateLimit("wrong tokens for the metrics", 300), // tokens for the metrics
  "GTW-1001": rateLimit("wrong signatures of gateway events", 300), // signatures of gateway events
}
const linkLimit = rateLimit("wrong links", 300)

/** Counts a wrong attempt against the sender's network; over the limit, returns the rate limit problem instead. */
export const limitWrongAttempts = async (problem: Problem, address: string): Promise<Problem> =>
  (await consume(limits[problem.code], address)) ?? problem

/** Counts a wrong payment link; over the limit, returns the rate limit problem. */
export const limitWrongLinks = (address: string): Promise<Problem | undefined> => consume(linkLimit, address)

async function consume(limit: ReturnType<typeof rateLimit> | undefined, address: string): Promise<Problem | undefined> {
  try {
    await limit?.consume(networkOf(address))
    return undefined
  } catch (exceeded) {
    if (exceeded instanceof Problem) return exceeded
    throw exceeded
  }
}
