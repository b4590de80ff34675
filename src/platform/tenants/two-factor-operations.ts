import { databaseClock } from "../../kit/db/database-clock.ts"
import { operation } from "../../kit/operation/operation.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { findAccount } from "../accounts/store.ts"
import { tenantProblem } from "./errors.ts"
import { RequiredTwoFactor, Settings } from "./schema.ts"
import { lockSettings, saveSettings } from "./settings-store.ts"

/** Apart from the other settings, because a session must be confirmed for it: whoever finds an open browser must not weaken sign-in. */
export const requireTwoFactorOperation = operation({
  route: "POST /v1/settings/require-two-factor",
  label: "Require a second factor",
  noun: "settings",
  summary: "Require two-factor sign-in of everybody in the tenant, after a time of grace, or no longer; API keys are not concerned",
  needs: "settings.edit",
  needsConfirmation: "recent",
  effect: "change",
  refuses: ["SET-1001"],
  input: RequiredTwoFactor,
  output: Settings,
  subject: lockSettings,
  async run(ctx, { required, graceDays }, settings) {
    if (!required) return saveSettings(ctx, settings, { two_factor_from: null })
    const { type, user, session } = ctx.caller
    const hasOwn = type !== "person" || session?.hasSecondFactor || (await findAccount(ctx, user))?.totp_secret
    if (!hasOwn) throw tenantProblem("SET-1001")
    return saveSettings(ctx, settings, { two_factor_from: databaseClock.now(graceDays * dayMs) })
  },
})
