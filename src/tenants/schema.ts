import { z } from "zod"
import { common, Email, Id, Metadata, Moment, text, Version } from "../kit/fields.ts"
import { by, commonFilters } from "../kit/filters.ts"
import { permissions, roleNames } from "../kit/permissions.ts"

export const userTypes = ["person", "api-key"] as const
export const RoleName = z.enum(roleNames, `must be one of ${roleNames.join(", ")}`)

export const User = z
  .object({
    _id: Id,
    type: z.enum(userTypes),
    email: Email,
    name: z.string(),
    role: RoleName,
    permissions: z.array(z.enum(permissions)),
    teams: z.array(Id),
    active: z.boolean().meta({ description: "false once its key was deleted" }),
    version: Version,
    ...common,
  })
  .meta({ id: "User" })
export type User = z.output<typeof User>

export const UserChange = z.object({ name: text(200, 1), role: RoleName, teams: z.array(Id).max(50), metadata: Metadata }).partial()

export const userFilters = {
  type: by.oneOf("type", userTypes),
  email: by.anyCase("email_key"),
  role: by.oneOf("role", roleNames),
  active: by.boolean("active"),
  ...commonFilters,
}

export const Team = z.object({ _id: Id, name: z.string(), version: Version, ...common }).meta({ id: "Team" })
export type Team = z.output<typeof Team>
export const NewTeam = z.object({ name: text(200, 1), metadata: Metadata.default({}) })
export const teamFilters = { name: by.anyCase("name_key"), ...commonFilters }

export const modes = ["sandbox", "live"] as const

export const Timezone = z.string().refine(isTimezone, "must be a time zone such as America/Sao_Paulo")

/** Under any of its names, old or new; an offset such as +02:00 is none. */
function isTimezone(name: string): boolean {
  try {
    return /^[A-Z]/i.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }))
  } catch {
    return false
  }
}

export const Settings = z
  .object({
    _id: Id,
    name: z.string(),
    mode: z.enum(modes),
    timezone: z.string(),
    keylessWindowSeconds: z
      .int()
      .meta({ description: "How long a request without Idempotency-Key is taken for a retry of its equal; 0 is never" }),
    now: Moment.meta({ description: "The tenant's own clock" }),
    createdAt: Moment,
  })
  .meta({ id: "Settings" })
export type Settings = z.output<typeof Settings>

export const SettingsChange = z
  .object({ name: text(200, 1), timezone: Timezone, keylessWindowSeconds: z.int().min(0).max(86_400) })
  .partial()

const Duration = z
  .string("must be an ISO 8601 duration such as P30D or PT2H")
  .regex(
    /^P(?=.)(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/,
    "must be an ISO 8601 duration of weeks, days, hours, minutes and seconds, such as P30D or PT2H",
  )
export const Advance = z.object({ advance: Duration }).meta({ example: { advance: "P30D" } })
