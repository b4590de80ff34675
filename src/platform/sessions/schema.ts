import { z } from "zod"
import { Email, Id, text, UtcTimestamp } from "../../kit/pure/fields.ts"
import { by } from "../../kit/pure/filters.ts"

/** A password as it is typed. Only new passwords must follow the rules. */
export const TypedPassword = text(1000, 1).meta({ description: "The password", example: "three ordinary long words" })
export const Code = text(40, 1).meta({ description: "The code of the authenticator app, or a recovery code", example: "287082" })

export const SignIn = z.object({
  email: Email,
  password: TypedPassword,
  code: Code.optional(),
  tenant: Id.optional().meta({ description: "Which tenant, where the e-mail has an account in several, each with its own password" }),
})
export type SignIn = z.output<typeof SignIn>

export const Session = z
  .object({
    _id: Id,
    user: Id,
    current: z.boolean().meta({ description: "Whether it is the session of this request" }),
    address: z.string().meta({ description: "Where it began" }),
    userAgent: z.string().meta({ description: "The browser, as it names itself" }),
    passkey: Id.nullable().meta({ description: "The passkey that last proved who it is, if one did" }),
    confirmedAt: UtcTimestamp.meta({ description: "When the person last proved who they are" }),
    lastUsedAt: UtcTimestamp.meta({ description: "To the minute" }),
    expiresAt: UtcTimestamp,
    createdAt: UtcTimestamp,
  })
  .meta({ id: "Session" })
export type Session = z.output<typeof Session>

export const SignedIn = Session.extend({
  tenant: z.object({ _id: Id, name: z.string() }).meta({ description: "The tenant of this session" }),
}).meta({ id: "SignedIn" })
export type SignedIn = z.output<typeof SignedIn>

export const Confirmation = z
  .object({ password: TypedPassword, code: Code })
  .partial()
  .meta({ example: { password: "three ordinary long words" } })

export const sessionFilters = { createdAt: by.time("created_at", true) }
