import type { Context } from "../../kit/db/context.ts"
import { noInput, operation } from "../../kit/operation/operation.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { permissionsOf } from "../../kit/pure/permissions.ts"
import { findAccount } from "../accounts/store.ts"
import { endOtherSessions } from "../sessions/store.ts"
import { resolveRole } from "../tenants/role-store.ts"
import { isActiveSuperAdmin } from "../tenants/rules.ts"
import { readUser } from "../tenants/store.ts"
import { ssoProblem } from "./errors.ts"
import { discover } from "./provider.ts"
import { NewConnection, RequiredSingleSignOn, SingleSignOn } from "./schema.ts"
import {
  type ConnectionRow,
  deleteConnection,
  findConnection,
  isProven,
  lockConnection,
  renderConnection,
  saveConnection,
  sealClientSecret,
} from "./store.ts"

/** The stored secret belongs to one client of one provider, and is never sent to another. */
function secretFor({ tenant }: Context, input: NewConnection, before: ConnectionRow | undefined): string {
  if (input.clientSecret !== undefined) return sealClientSecret(input.clientSecret, tenant.id)
  if (!before || before.issuer !== input.issuer || before.client_id !== input.clientId)
    throw invalidField("clientSecret", "is needed for a new provider or client")
  return before.client_secret
}

/** Whoever runs the provider decides who signs in as whom, super admins included. So only they connect one. */
export const singleSignOnOperations = [
  operation({
    route: "GET /v1/single-sign-on",
    label: "Get single sign-on",
    noun: "singleSignOn",
    summary: "The provider by which your people sign in, and the addresses that it needs",
    needs: "settings.view",
    effect: "read",
    input: noInput,
    output: SingleSignOn,
    run: async ctx => renderConnection(ctx, await findConnection(ctx.tenant.id)),
  }),

  operation({
    route: "POST /v1/single-sign-on/connect",
    label: "Connect single sign-on",
    noun: "singleSignOn",
    summary: "Connect a provider of OpenID Connect, or change the connection, once its configuration has been read",
    needs: "tenant.own",
    needsConfirmation: "recent",
    effect: "change",
    secret: true,
    refuses: ["SSO-1002", "SMR-1001"],
    input: NewConnection,
    output: SingleSignOn,
    external: {
      prepare: async (ctx, input) => {
        await assertDefaultRole(ctx, input.defaultRole)
        secretFor(ctx, input, await findConnection(ctx.tenant.id))
        return input.issuer
      },
      call: async issuer => (await discover(issuer)).issuer,
    },
    async run(ctx, input) {
      await assertDefaultRole(ctx, input.defaultRole)
      const before = await lockConnection(ctx)
      const { issuer, clientId: client_id, domains, defaultRole: default_role, asksSecondFactor: asks_second_factor } = input
      const client_secret = secretFor(ctx, input, before)
      const only_except = before?.only_except ?? null
      const row = saveConnection(ctx, before, { issuer, client_id, client_secret, domains, default_role, asks_second_factor, only_except })
      return renderConnection(ctx, row)
    },
  }),

  operation({
    route: "POST /v1/single-sign-on/require",
    label: "Require single sign-on",
    noun: "singleSignOn",
    summary:
      "Let everybody but one super admin sign in by the provider only, and end their sessions; or allow passwords and passkeys again",
    needs: "tenant.own",
    needsConfirmation: "recent",
    effect: "change",
    refuses: ["SSO-1001", "SSO-1009", "SSO-1010"],
    input: RequiredSingleSignOn,
    output: SingleSignOn,
    async run(ctx, { required, exception }) {
      const before = await lockConnection(ctx)
      if (!before) throw ssoProblem("SSO-1001")
      if (!required) return renderConnection(ctx, saveConnection(ctx, before, { ...before, only_except: null }, "require"))
      if (exception === undefined) throw invalidField("exception", "is needed: somebody must get in while the provider can't be used")
      await assertCanBeException(ctx, exception)
      if (!(await isProven(ctx, before.issuer))) throw ssoProblem("SSO-1009")
      endOtherSessions(ctx, exception)
      return renderConnection(ctx, saveConnection(ctx, before, { ...before, only_except: exception }, "require"))
    },
  }),

  operation({
    route: "POST /v1/single-sign-on/disconnect",
    label: "Disconnect single sign-on",
    noun: "singleSignOn",
    summary: "Disconnect the provider; people sign in with passwords and passkeys, and those who joined by it choose a password by mail",
    needs: "tenant.own",
    needsConfirmation: "recent",
    effect: "change",
    refuses: ["SSO-1001"],
    input: noInput,
    output: SingleSignOn,
    async run(ctx) {
      const row = await lockConnection(ctx)
      if (!row) throw ssoProblem("SSO-1001")
      deleteConnection(ctx, row)
      return renderConnection(ctx, undefined)
    },
  }),
]

async function assertCanBeException(ctx: Context, user: string) {
  const [person, account] = [await readUser(ctx, user), await findAccount(ctx, user)]
  if (!isActiveSuperAdmin(person) || account?.password_hash == null) throw ssoProblem("SSO-1010")
}

/** Nobody becomes a super admin by an e-mail. */
async function assertDefaultRole(ctx: Context, role: string) {
  if (permissionsOf(await resolveRole(ctx, role)).has("tenant.own")) throw invalidField("defaultRole", "can't be super-admin")
}
