import type { Context } from "../../kit/db/context.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { config } from "../../kit/service/config.ts"
import { findPendingOf, stateOf } from "../../control/approvals/request-store.ts"
import { decidingNow, mayDecide } from "../../control/approvals/turn-rules.ts"
import { languageOf } from "../../platform/mails/language.ts"
import { notify } from "../../platform/notices/notify.ts"
import { findPeopleWith, type UserRow } from "../../platform/tenants/store.ts"
import { readReceivables } from "../party-accounts/store.ts"
import { rowsOf, waitingInWords, weekBefore } from "./rules.ts"
import { findDue, insertSummary, isSent, readFlows } from "./store.ts"

/** Returns how many tenants got theirs. One that fails is tried again with the next run, and the others go on. */
export async function sendSummaries(onError: (error: unknown, tenant: string) => void): Promise<number> {
  let sent = 0
  for (const { tenant_id, week } of await findDue()) {
    try {
      await asSystem(tenant_id, "weekly-summary", ctx => sendSummary(ctx, week))
      sent++
    } catch (error) {
      onError(error, tenant_id)
    }
  }
  return sent
}

/** The mails and the mark of the week are one commit, and the mark's key lets only one of two workers commit. */
async function sendSummary(ctx: Context, week: string): Promise<void> {
  if (await isSent(ctx, week)) return
  const period = weekBefore(week)
  const { name, timezone } = ctx.tenant
  const [flows, late, people] = await Promise.all([
    readFlows(ctx, period),
    readReceivables(ctx, { currency: null, before: null }, { at: ctx.now, timezone, isPast: false }),
    findPeopleWith(ctx, "analytics.view"),
  ])
  const { money, day } = languageOf("en", "UTC") // its days are dates already
  const rows = rowsOf(flows, late, money)
  const [from, last] = [day(period.from), day(period.last)]
  let mails = 0
  for (const person of people) {
    const waiting = await countWaiting(ctx, person)
    if (rows.length === 0 && waiting === 0) continue
    mails++
    await notify(ctx, [person], {
      kind: "weekly-summary",
      type: "users",
      object: person.id,
      path: "/",
      occasion: week,
      subject: `Your week at ${name}: ${from} to ${last}`,
      paragraphs: [
        rows.length === 0
          ? "No money came in or went out, and nothing is late."
          : `What came in and went out from ${from} to ${last} (${timezone}).`,
        waitingInWords(waiting),
      ],
      rows,
      action: "Open the overview",
      footer: `You get this mail every Monday because you may see the reports of ${name}.`,
      footerLink: { label: "Switch it off", url: `${config.BASE_URL}/notifications/settings?off=weekly-summary` },
    })
  }
  insertSummary(ctx, week, mails)
}

/** The requests that this person can decide now. */
async function countWaiting(ctx: Context, person: UserRow): Promise<number> {
  if (!mayDecide(person)) return 0
  return (await findPendingOf(ctx, person.id)).filter(request => decidingNow(stateOf(request)).includes(person.id)).length
}
