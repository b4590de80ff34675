import { z } from "zod"
import { common, Currency, Email, Id, Metadata, Name, UtcTimestamp, text, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { BankTolerances, BankTolerancesChange } from "../../kit/pure/bank-tolerances.ts"
import { DocumentSettings, DocumentSettingsChange } from "../../kit/pure/document-settings.ts"
import { Locale, MailSettings, MailSettingsChange } from "../../kit/pure/mail-settings.ts"
import { isId } from "../../kit/pure/id.ts"
import { isBuiltIn, permissions, roleNames } from "../../kit/pure/permissions.ts"

export const modes = ["sandbox", "live"] as const
export const userTypes = ["person", "api-key"] as const
const userStatuses = ["active", "disabled"] as const
const aboutRole = `A built-in role (${roleNames.join(", ")}), or the id of one of the tenant's own`
export const RoleName = z.string().meta({ description: aboutRole, example: "finance" })
/** The role to give to a user or a key. */
export const RoleReference = text(40, 1)
  .refine(role => isBuiltIn(role) || isId(role), `must be one of ${roleNames.join(", ")}, or the id of one of the tenant's own roles`)
  .meta({ description: aboutRole, example: "finance" })

export const User = z
  .object({
    _id: Id,
    type: z.enum(userTypes),
    email: Email,
    name: z.string(),
    locale: Locale.nullable().meta({ description: "The language of the person's mails and dashboard; null if they chose none" }),
    role: RoleName,
    roleName: z.string().meta({ description: "The name of the role for people", example: "Finance" }),
    permissions: z.array(z.enum(permissions)),
    teams: z.array(Id),
    status: z.enum(userStatuses).meta({ description: "A disabled user can do nothing, and neither can its API key" }),
    active: z.boolean().meta({ description: "false when it is disabled, or once its API key was deleted" }),
    version: Version,
    ...common,
  })
  .meta({ id: "User" })
export type User = z.output<typeof User>

/** Includes what every page shows about the tenant, whatever else the user may see. */
export const CallingUser = User.extend({
  tenant: z.object({ _id: Id, name: z.string(), mode: z.enum(modes), timezone: z.string(), now: UtcTimestamp }),
  secondFactorDueAt: UtcTimestamp.nullable().meta({
    description: "From when on the person can do nothing else before they have set up a second factor; null if they have one, or need none",
  }),
}).meta({ id: "CallingUser" })

export const LanguageChoice = z
  .object({
    locale: Locale.nullable().meta({ description: "null: as the browser, and for mails the language of `mails.locale` in the settings" }),
  })
  .meta({ example: { locale: "de" } })

export const RequiredTwoFactor = z
  .object({
    required: z.boolean(),
    graceDays: z.int().min(0).max(30).default(7).meta({ description: "How long people may still work without one; 0 for at once" }),
  })
  .meta({ example: { required: true, graceDays: 7 } })

export const UserChange = z
  .object({ name: Name, role: RoleReference, teams: z.array(Id).max(50), status: z.enum(userStatuses), metadata: Metadata })
  .partial()

export const userFilters = {
  type: by.oneOf("type", userTypes),
  email: by.anyCase("email_key"),
  role: by.text("role"),
  name: by.text("name"),
  active: by.boolean("active"),
  status: by.oneOf("(case when active then 'active' else 'disabled' end)", userStatuses),
  ...commonFilters,
}

export const Team = z.object({ _id: Id, name: z.string(), version: Version, ...common }).meta({ id: "Team" })
export type Team = z.output<typeof Team>
export const NewTeam = z.object({ name: Name, metadata: Metadata.default({}) })
export const TeamChange = z.object({ name: Name, metadata: Metadata }).partial()
export const teamFilters = { name: by.anyCase("name_key"), ...commonFilters }

export const Timezone = z.string().refine(isTimezone, "must be a time zone such as America/Sao_Paulo").transform(spelled)

/** Accepts old and new names of a zone, but no offsets such as +02:00, which Intl accepts too. */
function isTimezone(name: string): boolean {
  try {
    return /^[A-Z]/i.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }))
  } catch {
    return false
  }
}

/** Returns the IANA spelling of a name in another case. Old and new names are kept, because Intl knows one spelling of each zone. */
function spelled(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions()
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
}

export const Settings = z
  .object({
    _id: Id,
    name: z.string(),
    mode: z.enum(modes),
    timezone: z.string(),
    keylessWindowSeconds: z
      .int()
      .meta({ description: "For how long an equal request without an Idempotency-Key counts as a retry; 0 turns this off" }),
    dunningDays: z.array(z.int()).meta({
      description: "On which days after its first attempt a failed charge of a subscription is retried",
      example: [1, 3, 5],
    }),
    branding: z
      .object({ logo: z.string().nullable(), colour: z.string().nullable(), supportEmail: z.string().nullable() })
      .meta({ description: "How payers and partners see the tenant, on pages and in mails; the logo is an address of this service" }),
    partPayments: z.object({ enabled: z.boolean(), minPercent: z.int() }).meta({
      description: "Whether payers may pay a part on the payment page, and the minimum of each part in percent of the whole amount",
    }),
    mails: MailSettings,
    portal: z.object({ cancelSubscriptions: z.boolean() }).meta({
      description: "Whether contacts may cancel their subscriptions in the contact portal, at the end of the current cycle",
    }),
    documents: DocumentSettings.meta({
      description: "What invoices and other documents say about the tenant, and which kinds are numbered",
    }),
    bankTolerances: BankTolerances,
    reportingCurrency: Currency.nullable().meta({
      description: "Into which currency reports convert their totals, besides showing each currency; null: into none",
    }),
    twoFactor: z.object({ requiredFrom: UtcTimestamp.nullable() }).meta({
      description: "From when on everybody needs a second factor, by the real time; null if the tenant does not require it",
    }),
    now: UtcTimestamp.meta({ description: "The time of the tenant's clock" }),
    version: Version,
    ...common,
  })
  .meta({ id: "Settings" })
export type Settings = z.output<typeof Settings>

const DunningDays = z
  .array(z.int("must be a whole number of days").min(1, "must be at least 1").max(60, "must be at most 60"))
  .max(10)
  .refine(days => days.every((day, i) => i === 0 || day > days[i - 1]!), "must increase from entry to entry, such as 1, 3, 5")

/** Every colour is allowed: text on it is black or white, and pages shade it where it would be hard to read. */
const Colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #2f4fd0")
  .toLowerCase()
  .meta({ example: "#0f766e" })

const Branding = z
  .strictObject({
    logo: text(150_000, 1)
      .nullable()
      .meta({ description: "A data: address with the base64 of a PNG, JPEG or WebP image of at most 100 KiB; null removes it" }),
    colour: Colour.nullable(),
    supportEmail: Email.nullable(),
  })
  .partial()

const PartPayments = z
  .strictObject({ enabled: z.boolean(), minPercent: z.int().min(1, "must be at least 1").max(100, "must be at most 100") })
  .partial()

/** Fields that are absent stay as they are, also inside of those that have fields of their own. */
export const SettingsChange = z
  .object({
    name: Name,
    timezone: Timezone,
    keylessWindowSeconds: z.int().min(0).max(86_400),
    dunningDays: DunningDays,
    branding: Branding,
    partPayments: PartPayments,
    mails: MailSettingsChange,
    portal: z.strictObject({ cancelSubscriptions: z.boolean() }).partial(),
    documents: DocumentSettingsChange,
    bankTolerances: BankTolerancesChange,
    reportingCurrency: Currency.nullable(),
    metadata: Metadata,
  })
  .partial()
