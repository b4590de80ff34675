import { z } from "zod"
import { Id, text, UtcTimestamp } from "../../kit/pure/fields.ts"
import { modes, RoleName, RoleReference } from "../tenants/schema.ts"
import { defaultDays, intervalSeconds, lifetimeMinutes, maxDays } from "./rules.ts"

const Days = z.int().min(1).max(maxDays)
const code = { description: "The code that the machine shows", example: "BCDF-GHJK" }
const wait = { description: "Seconds to wait before each question", example: intervalSeconds }

/** A machine's own name is shown to people, so it is one line. */
const Machine = text(100, 1)
  .trim()
  .refine(name => /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(name), "must be a name in one line of visible characters")
  .meta({ description: "How the machine names itself", example: "ana-laptop" })

export const NewDeviceLogin = z.object({
  machine: Machine,
  role: RoleReference.optional().meta({ description: "The role that it asks for; the person may choose another one", example: "operator" }),
  days: Days.optional().meta({ description: "How many days the key is to work; the person may choose others", example: defaultDays }),
})
export type NewDeviceLogin = z.output<typeof NewDeviceLogin>

export const StartedDeviceLogin = z.object({
  deviceCode: z.string().meta({ description: "A secret by which the machine asks for the answer; only in this response" }),
  userCode: z.string().meta(code),
  verificationUrl: z.string().meta({ description: "Where a person types the code" }),
  verificationUrlComplete: z.string().meta({ description: "The same page with the code, for a browser that the machine itself opens" }),
  intervalSeconds: z.int().meta(wait),
  expiresAt: UtcTimestamp.meta({ description: `After ${lifetimeMinutes} minutes` }),
})

export const DeviceCode = z.object({ deviceCode: text(100, 1).meta({ description: "From the response to start" }) })

export const DeviceLoginAnswer = z.object({
  status: z
    .enum(["waiting", "slow-down", "approved"])
    .meta({ description: "`slow-down`: asked too soon; wait as long as this answer says" }),
  intervalSeconds: z.int().meta(wait),
  apiKey: z.string().nullable().meta({ description: "The key, only in the one response that says `approved`" }),
  tenant: z
    .object({ _id: Id, name: z.string(), mode: z.enum(modes) })
    .nullable()
    .meta({ description: "Whose key it is" }),
  role: RoleName.nullable(),
  keyExpiresAt: UtcTimestamp.nullable(),
})

export const DeviceLogin = z
  .object({
    code: z.string().meta(code),
    machine: z.string().meta({ description: "How the machine names itself; nobody has checked it" }),
    address: z.string().meta({ description: "The address that it asked from" }),
    sameNetwork: z.boolean().meta({ description: "Whether this request comes from the same network" }),
    role: RoleName.nullable().meta({ description: "The role that it asks for" }),
    days: Days.nullable().meta({ description: "How many days it wants the key to work" }),
    createdAt: UtcTimestamp,
    expiresAt: UtcTimestamp,
  })
  .meta({ id: "DeviceLogin" })
export type DeviceLogin = z.output<typeof DeviceLogin>

export const Question = z.object({ code: text(40, 1).meta(code) })
export const Approval = Question.extend({
  role: RoleReference,
  days: Days.default(defaultDays).meta({ description: "How many days the key works" }),
}).meta({ example: { code: code.example, role: "operator", days: defaultDays } })

export const Approved = z.object({ code: z.string().meta(code), approved: z.literal(true) })
export const Denied = z.object({ code: z.string().meta(code), denied: z.literal(true) })
