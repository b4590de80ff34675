import type { Context } from "../../kit/db/context.ts"
import type { UserDependent } from "../tenants/ports.ts"
import { endAssistantsOf } from "./store.ts"

/** Assistants end with the user that they act for, and when that person signs out everywhere. */
export const assistantDependent = {
  left: (ctx: Context, user: string) => endAssistantsOf(ctx, user, "its person was disabled"),
  signedOut: (ctx: Context, user: string) => endAssistantsOf(ctx, user, "its person signed out everywhere"),
} satisfies UserDependent & Record<"signedOut", unknown>
