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
import { type SummaryWords, summaryWords } from "./words.ts"

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
  let mails = 0
  for (const person of people) {
    const waiting = await countWaiting(ctx, person)
    if (flows.length === 0 && late.every(({ lateCount }) => lateCount === 0) && waiting === 0) continue
    mails++
    const about = { kind: "weekly-summary", type: "users", object: person.id, path: "/", occasion: week } as const
    await notify(ctx, [person], about, ({ locale, money, number }) => {
      const words: SummaryWords = summaryWords[locale]
      const { day } = languageOf(locale, "UTC") // the days of the week are dates already
      const [from, last] = [day(period.from), day(period.last)]
      const rows = rowsOf(flows, late, { words, money, number })
      return {
        subject: words.subject(name, from, last),
        paragraphs: [rows.length === 0 ? words.nothing : words.moved(from, last, timezone), waitingInWords(waiting, { words, number })],
        rows,
        action: words.action,
        footer: words.footer(name),
        footerLink: { label: words.switchOff, url: `${config.BASE_URL}/notifications/settings?off=weekly-summary` },
      }
    })
  }
  insertSummary(ctx, week, mails)
}

/** The requests that this person can decide now. */
async function countWaiting(ctx: Context, person: UserRow): Promise<number> {
  if (!mayDecide(person)) return 0
  return (await findPendingOf(ctx, person.id)).filter(request => decidingNow(stateOf(request)).includes(person.id)).length
}
