import { z } from "zod"
import { operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { Email, Id, Name } from "../../kit/pure/fields.ts"
import { Locale } from "../../kit/pure/mail-settings.ts"
import { insertAccount } from "../accounts/store.ts"
import { sendMail } from "../mails/store.ts"
import { invitationLifetimeMs } from "../passwords/rules.ts"
import { insertToken } from "../passwords/store.ts"
import { resolveRole } from "../tenants/role-store.ts"
import { assertHoldsAll } from "../tenants/rules.ts"
import { RoleReference, User } from "../tenants/schema.ts"
import { findUserByEmail, insertUser, renderUser, resolveTeam } from "../tenants/store.ts"
import { invitationMail } from "./mails.ts"

const Invitation = z
  .object({
    email: Email,
    name: Name,
    role: RoleReference,
    teams: z.array(Id).max(50).default([]),
    locale: Locale.nullable()
      .default(null)
      .meta({ description: "The language of the person; null: that of `mails.locale` in the settings" }),
  })
  .meta({ example: { email: "rui@example.com", name: "Rui Costa", role: "finance" } })

export const invitationOperations = [
  operation({
    route: "POST /v1/users/invite",
    label: "Invite a person",
    noun: "user",
    summary: "Invite a person, who chooses a password with the e-mailed link; nobody can grant permissions that they lack",
    needs: "users.edit",
    needsConfirmation: "recent",
    effect: "change",
    refuses: ["PRM-1002", "GEN-1010", "SMR-"],
    input: Invitation,
    output: User,
    async run(ctx, { email, name, locale, role, teams }) {
      const holder = await resolveRole(ctx, role)
      assertHoldsAll(ctx.caller.permissions, holder)
      const existing = await findUserByEmail(ctx, email)
      if (existing) throw generalProblem("GEN-1010", { kind: "user", field: "email", _id: existing.id })
      const user = insertUser(ctx, {
        type: "person",
        email,
        name,
        locale,
        ...holder,
        teams: await Promise.all(teams.map(team => resolveTeam(ctx, team))),
      })
      const token = insertToken(ctx, insertAccount(ctx, user.id, null), invitationLifetimeMs)
      await sendMail(ctx, invitationMail(ctx, user, token))
      return renderUser(user)
    },
  }),
]
