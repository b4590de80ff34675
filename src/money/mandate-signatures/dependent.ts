import { enqueue } from "../../kit/jobs/enqueue.ts"
import type { AuthorizationDependent } from "../authorizations/ports.ts"
import { findSignature } from "./store.ts"

/** A mandate that was signed to pay something pays it as soon as it is active. */
export const signatureDependent: AuthorizationDependent = {
  async activated(ctx, { id }) {
    if (await findSignature(ctx, id)) enqueue(ctx, "charge-signed-mandate", { authorization: id })
  },
  /** A signature that staff recorded for the payer proves no browser. */
  async acceptanceOf(ctx, { id }) {
    const signature = await findSignature(ctx, id)
    if (signature?.channel !== "page") return undefined
    return { at: signature.signed_at, ip: signature.address, userAgent: signature.user_agent }
  },
}
