import { Failure } from "./state.ts"

export type Reply = { status: number; body: object; isReplayed?: true }

/** Not kept, because nothing was executed: what was not valid, and what came while another one ran or too fast. */
const notKept = new Set(["parameter_missing", "parameter_unknown"])

/** Takes each request once per key, as Stripe does: a replay has the first answer, also where that was an error. */
export function newIdempotencyStore() {
  const known = new Map<string, { request: string; reply?: Reply }>()
  return async (key: string, request: string, execute: () => Promise<Reply>): Promise<Reply> => {
    const existing = known.get(key)
    if (existing && existing.request !== request) {
      const message = "Keys for idempotent requests can only be used with the same parameters they were first used with."
      throw new Failure(400, "idempotency_error", message, { type: "idempotency_error" })
    }
    if (existing?.reply) return { ...existing.reply, isReplayed: true }
    if (existing) throw new Failure(409, "idempotency_key_in_use", "There is currently another in-progress request using this key.")
    const entry: { request: string; reply?: Reply } = { request }
    known.set(key, entry)
    try {
      entry.reply = await execute()
      return entry.reply
    } catch (error) {
      if (error instanceof Failure && !notKept.has(String(error.body.error["code"])))
        entry.reply = { status: error.status, body: error.body }
      else known.delete(key)
      throw error
    }
  }
}
