import type { Business } from "./business.ts"
import type { Answer, Log } from "./client.ts"
import type { Random } from "./random.ts"

/** One step of a business. `other` is the other business, and `n` a number for names. */
export type Turn = { business: Business; other: Business; random: Random; log: Log; n: number }

/** Remembers the object that was created, and the approval request that holds it. */
export function remember(business: Business, list: string[], answer: Answer) {
  if (answer.status !== 201) return
  list.push(answer.body.data._id as string)
  rememberRequest(business, answer)
}

export function rememberRequest(business: Business, { body }: Answer) {
  const request = body?.data?.approval?.request as string | undefined
  if (request) business.requests.push(request)
}
