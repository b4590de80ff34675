import { given } from "../kit/given.ts"
import { mergedMetadata } from "../kit/metadata.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import type { Role } from "../kit/permissions.ts"
import { Problem } from "../kit/problem.ts"
import { aheadMostMs, assertMayGrant, durationMs } from "./rules.ts"
import { Advance, NewTeam, Settings, SettingsChange, Team, teamFilters, User, UserChange, userFilters } from "./schema.ts"
import {
  countSuperAdmins,
  findTeamByName,
  insertTeam,
  listTeams,
  listUsers,
  lockSettings,
  readSettings,
  readTeam,
  readUser,
  resolveTeam,
  saveSettings,
  saveUser,
  shownSettings,
  shownTeam,
  shownUser,
  takeUser,
} from "./store.ts"

export const tenantOperations = [
  operation({
    route: "GET /v1/users/user",
    noun: "user",
    summary: "The user that the caller acts as",
    effect: "read",
    input: nothing,
    output: User,
    run: async ctx => shownUser(await readUser(ctx, ctx.caller.user)),
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
    input: nothing,
    output: User,
    subject: readUser,
    run: (_ctx, _input, user) => shownUser(user),
  }),

  operation({
    route: "POST /v1/users/{id}/update",
    noun: "user",
    summary: "Change a user's name, role or teams; nobody grants more than they hold",
    needs: "users.edit",
    effect: "change",
    input: UserChange,
    output: User,
    subject: takeUser,
    async run(ctx, { role, teams, metadata, ...rest }, user) {
      assertMayGrant(ctx.caller.permissions, user.role as Role) // nor changes who holds more
      if (role) assertMayGrant(ctx.caller.permissions, role)
      if (role !== undefined && role !== user.role && user.type === "api-key") throw new Problem("USR-1002")
      const stepsDown = user.type === "person" && user.role === "super-admin" && role !== undefined && role !== "super-admin"
      if (stepsDown && (await countSuperAdmins(ctx)) <= 1) throw new Problem("USR-1001")
      return saveUser(ctx, user, {
        ...given({ ...rest, role, teams: teams && (await Promise.all(teams.map(team => resolveTeam(ctx, team)))) }),
        metadata: mergedMetadata(user.metadata as Record<string, string>, metadata),
      })
    },
  }),

  operation({
    route: "POST /v1/teams/create",
    noun: "team",
    summary: "Create a team that users, payments and partners can belong to",
    needs: "users.edit",
    effect: "change",
    input: NewTeam,
    output: Team,
    async run(ctx, team) {
      const known = await findTeamByName(ctx, team.name)
      if (known) throw new Problem("GEN-1010", { kind: "team", field: "name", _id: known.id })
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
    input: nothing,
    output: Team,
    subject: readTeam,
    run: (_ctx, _input, team) => shownTeam(team),
  }),

  operation({
    route: "GET /v1/settings",
    noun: "settings",
    summary: "The tenant's name, mode, time zone and settings",
    needs: "settings.view",
    effect: "read",
    input: nothing,
    output: Settings,
    run: async ctx => shownSettings(await readSettings(ctx)),
  }),

  operation({
    route: "POST /v1/settings/update",
    noun: "settings",
    summary: "Change the tenant's name, time zone or the window in which equal requests without a key are retries",
    needs: "settings.edit",
    effect: "change",
    input: SettingsChange,
    output: Settings,
    async run(ctx, { keylessWindowSeconds: keyless_window_s, ...rest }) {
      const settings = await lockSettings(ctx)
      return saveSettings(ctx, settings, given({ ...rest, keyless_window_s }))
    },
  }),

  operation({
    route: "POST /v1/simulations/clock",
    noun: "settings",
    summary: "Sandbox only: move the tenant's clock forward; all that falls due by it happens in order",
    needs: "settings.edit",
    effect: "change",
    input: Advance,
    output: Settings,
    async run(ctx, { advance }) {
      const settings = await lockSettings(ctx)
      if (settings.mode !== "sandbox") throw new Problem("TNT-1001")
      const clock_offset_ms = settings.clock_offset_ms + durationMs(advance)
      if (clock_offset_ms > aheadMostMs) throw new Problem("TNT-1002")
      return saveSettings(ctx, settings, { clock_offset_ms })
    },
  }),
]
