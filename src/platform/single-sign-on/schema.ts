import { z } from "zod"
import { Id, text, UtcTimestamp } from "../../kit/pure/fields.ts"
import { RoleReference } from "../tenants/schema.ts"

const issuer = text(500, 1).meta({
  description:
    "The address of the provider, as its own documentation writes it; its configuration is under /.well-known/openid-configuration",
  example: "https://login.example.com",
})
const clientId = text(500, 1).meta({ description: "The client that you have made for Countersign there", example: "countersign" })
const domain = text(253, 3)
  .toLowerCase()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "must be a domain such as example.com")
const domains = z
  .array(domain)
  .min(1, "must have a domain")
  .max(20, "must have at most 20 domains")
  .meta({ description: "The provider lets in people with a verified e-mail of these domains only", example: ["example.com"] })
const defaultRole = RoleReference.meta({ description: "What a person may do who signs in for the first time; admins change it later" })
const asksSecondFactor = z.boolean().meta({
  description: "The provider asks everybody for a second factor, so nobody is asked for another one here",
})

export const NewConnection = z
  .object({
    issuer,
    clientId,
    clientSecret: text(1000, 1).optional().meta({ description: "Needed at first, and with another issuer or client", example: "…" }),
    domains,
    defaultRole: defaultRole.default("viewer"),
    asksSecondFactor: asksSecondFactor.default(false),
  })
  .meta({
    example: {
      issuer: "https://login.example.com",
      clientId: "countersign",
      clientSecret: "…",
      domains: ["example.com"],
      defaultRole: "viewer",
    },
  })
export type NewConnection = z.output<typeof NewConnection>

export const RequiredSingleSignOn = z
  .object({
    required: z.boolean().meta({ description: "Whether everybody must sign in by the provider" }),
    exception: Id.optional().meta({
      description: "A super admin with a password, who can still sign in while the provider can't be used; needed to require it",
    }),
  })
  .meta({ example: { required: true, exception: "66f1a2b3c4d5e6f708192a3b" } })

export const SingleSignOn = z
  .object({
    connected: z.boolean(),
    issuer: issuer.nullable(),
    clientId: clientId.nullable(),
    domains: z.array(z.string()),
    defaultRole: z.string().nullable(),
    asksSecondFactor: z.boolean(),
    redirectUri: z.string().meta({ description: "Allow it at the provider", example: "https://pay.example.com/sign-in/sso/callback" }),
    signInUrl: z.string().meta({ description: "Where your people sign in", example: "https://pay.example.com/sign-in?tenant=…" }),
    onlyExcept: Id.nullable().meta({
      description: "With single sign-on only: the one person who may also sign in with a password or a passkey; null if everybody may",
    }),
    updatedAt: UtcTimestamp.nullable(),
  })
  .meta({ id: "SingleSignOn" })
export type SingleSignOn = z.output<typeof SingleSignOn>
