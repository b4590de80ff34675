import { changeTolerances } from "../../kit/pure/bank-tolerances.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import type { UserDependent } from "./ports.ts"
import { assertHoldsAll, isActiveSuperAdmin, assertCanNumber } from "./rules.ts"
import {
  CallingUser,
  LanguageChoice,
  NewTeam,
  Settings,
  SettingsChange,
  Team,
  TeamChange,
  teamFilters,
  User,
  UserChange,
  userFilters,
} from "./schema.ts"
import {
  countSuperAdmins,
  findTeamByName,
  insertTeam,
  listTeams,
  listUsers,
  readTeam,
  readTeamForUpdate,
  readUser,
  resolveTeam,
  saveTeam,
  saveUser,
  renderTeam,
  renderUser,
  readUserForUpdate,
} from "./store.ts"
import { roleOperations } from "./role-operations.ts"
import { requireTwoFactorOperation } from "./two-factor-operations.ts"
import { resolveRole } from "./role-store.ts"
import { lockSettings, readSettings, renderSettings, saveSettings } from "./settings-store.ts"
import { saveLogo } from "./brand-store.ts"
import { parseLogo } from "./logo.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { defaultDocumentSettings } from "../../kit/pure/document-settings.ts"
import { tenantProblem } from "./errors.ts"

export const tenantOperations = (dependents: readonly UserDependent[]) => [
  ...userReadOperations,
  chooseLanguageOperation,
  userUpdateOperation(dependents),
  ...teamOperations,
  ...roleOperations(dependents),
  ...settingsOperations,
  requireTwoFactorOperation,
]

const userReadOperations = [
  operation({
    route: "GET /v1/users/user",
    label: "Get the caller",
    noun: "user",
    summary: "The user that the caller acts as, and the tenant it belongs to",
    effect: "read",
    worksWithoutSecondFactor: true,
    input: noInput,
    output: CallingUser,
    async run(ctx) {
      const { id, name, mode, timezone } = ctx.tenant
      const user = renderUser(await readUser(ctx, ctx.caller.user))
      const tenant = { _id: id, name, mode, timezone, now: isoTime(ctx.now) }
      return { ...user, tenant, secondFactorDueAt: isoTimeOrNull(ctx.caller.secondFactorDueAt ?? null) }
    },
  }),

  listing({
    route: "GET /v1/users",
    noun: "user",
    plural: "users",
    summary: "List the tenant's users: people and API keys",
    needs: "users.view",
    filters: userFilters,
    item: User,
    run: listUsers,
  }),

  operation({
    route: "GET /v1/users/{id}",
    noun: "user",
    summary: "One user",
    needs: "users.view",
    effect: "read",
    input: noInput,
    output: User,
    subject: readUser,
    run: (_ctx, _input, user) => renderUser(user),
  }),
]

/** People choose for themselves alone, whatever their role allows. */
const chooseLanguageOperation = operation({
  route: "POST /v1/users/choose-language",
  label: "Choose your language",
  noun: "user",
  summary: "Choose the language of your dashboard and of the mails to you, or none",
  forPeople: true,
  worksWithoutSecondFactor: true,
  effect: "change",
  input: LanguageChoice,
  output: User,
  run: async (ctx, { locale }) => saveUser(ctx, await readUser(ctx, ctx.caller.user), { locale }),
})

const userUpdateOperation = (dependents: readonly UserDependent[]) =>
  operation({
    route: "POST /v1/users/{id}/update",
    noun: "user",
    summary: "Change a user's name, role, teams or status; nobody can grant permissions that they lack, or change a user who has more",
    needs: "users.edit",
    needsConfirmation: "recent",
    effect: "change",
    refuses: ["USR-", "PRM-1002", "APR-2010", "SMR-", "SSO-1011"],
    input: UserChange,
    output: User,
    subject: readUserForUpdate,
    assertPossible: (user, { caller }) => assertHoldsAll(caller.permissions, user),
    async run(ctx, { name, role: newRole, status, teams, metadata }, user) {
      const holder = newRole === undefined || newRole === user.role ? user : await resolveRole(ctx, newRole)
      assertHoldsAll(ctx.caller.permissions, holder)
      const { role, own_role } = holder
      if (role !== user.role && user.type === "api-key") throw tenantProblem("USR-1002")
      const active = status === undefined ? user.active : status === "active"
      const isLoss = isActiveSuperAdmin(user) && !isActiveSuperAdmin({ ...user, role, active })
      if (isLoss && (await countSuperAdmins(ctx)) <= 1) throw tenantProblem("USR-1001")
      if (user.active && !active) for (const dependent of dependents) await dependent.left(ctx, user.id)
      else if (role !== user.role) for (const dependent of dependents) await dependent.changedRole?.(ctx, [user.id], holder)
      return saveUser(ctx, user, {
        ...omitUndefined({ name, teams: teams && (await Promise.all(teams.map(team => resolveTeam(ctx, team)))) }),
        role,
        own_role,
        active,
        metadata: mergeMetadata(user.metadata, metadata),
      })
    },
  })

const teamOperations = [
  operation({
    route: "POST /v1/teams/create",
    creates: true,
    noun: "team",
    summary: "Create a team that users, payments and partners can belong to",
    needs: "users.edit",
    effect: "change",
    input: NewTeam,
    output: Team,
    async run(ctx, team) {
      await assertNameUnused(ctx, team.name)
      return insertTeam(ctx, team)
    },
  }),

  listing({
    route: "GET /v1/teams",
    noun: "team",
    plural: "teams",
    summary: "List the tenant's teams",
    needs: "users.view",
    filters: teamFilters,
    item: Team,
    run: listTeams,
  }),

  operation({
    route: "GET /v1/teams/{id}",
    noun: "team",
    summary: "One team",
    needs: "users.view",
    effect: "read",
    input: noInput,
    output: Team,
    subject: readTeam,
    run: (_ctx, _input, team) => renderTeam(team),
  }),

  operation({
    route: "POST /v1/teams/{id}/update",
    noun: "team",
    summary: "Change a team's name or metadata",
    needs: "users.edit",
    effect: "change",
    input: TeamChange,
    output: Team,
    subject: readTeamForUpdate,
    async run(ctx, { name, metadata }, team) {
      if (name !== undefined && name.toLowerCase() !== team.name_key) await assertNameUnused(ctx, name)
      return saveTeam(ctx, team, { name: name ?? team.name, metadata: mergeMetadata(team.metadata, metadata) })
    },
  }),
]

/** Checked first, so that the refusal can name the team; the unique index refuses concurrent requests. */
async function assertNameUnused(ctx: Context, name: string) {
  const owner = await findTeamByName(ctx, name)
  if (owner) throw generalProblem("GEN-1010", { kind: "team", field: "name", _id: owner.id })
}

const settingsOperations = [
  operation({
    route: "GET /v1/settings",
    label: "Get the settings",
    noun: "settings",
    summary: "The tenant's name, mode, time zone and settings",
    needs: "settings.view",
    effect: "read",
    input: noInput,
    output: Settings,
    run: async ctx => renderSettings(await readSettings(ctx)),
  }),

  operation({
    route: "POST /v1/settings/update",
    label: "Update the settings",
    noun: "settings",
    summary:
      "Change the tenant's name, time zone, branding, mails, part payments, portal, documents, tolerances, reporting currency, " +
      "dunning days, metadata, or the window of equal requests",
    needs: "settings.edit",
    effect: "change",
    input: SettingsChange,
    output: Settings,
    subject: lockSettings,
    run(ctx, { name, timezone, branding = {}, partPayments = {}, mails = {}, portal = {}, documents = {}, ...change }, settings) {
      const bank_tolerances = changeTolerances(settings.bank_tolerances, change.bankTolerances ?? {})
      const logo = branding.logo === undefined ? undefined : branding.logo === null ? null : parseLogo(branding.logo)
      if (logo !== undefined && (logo?.hash ?? null) !== settings.logo_hash) saveLogo(ctx, logo)
      const look = { brand_colour: branding.colour, support_email: branding.supportEmail, logo_hash: logo && logo.hash }
      const parts = { part_payments: partPayments.enabled, min_part_percent: partPayments.minPercent }
      const mail_settings = { ...settings.mail_settings, ...omitUndefined(mails) }
      const document_settings = { ...settings.document_settings, ...omitUndefined(documents) }
      assertCanNumber({ ...defaultDocumentSettings, ...document_settings })
      const times = { keyless_window_s: change.keylessWindowSeconds, dunning_days: change.dunningDays }
      const reporting_currency = change.reportingCurrency
      const metadata = mergeMetadata(settings.metadata, change.metadata)
      const rest = {
        mail_settings,
        document_settings,
        portal_cancellations: portal.cancelSubscriptions,
        bank_tolerances,
        reporting_currency,
        metadata,
      }
      return saveSettings(ctx, settings, omitUndefined({ name, timezone, ...times, ...look, ...parts, ...rest }))
    },
  }),
]
