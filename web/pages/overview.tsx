import { PageHead } from "../dashboard/page-head.tsx"
import { usePermission, useSession } from "../dashboard/session.tsx"
import { dayName } from "../lib/calendar.ts"
import { localDate } from "../lib/time.ts"
import { t } from "../lib/translate.ts"
import { Balances } from "./overview/balances.tsx"
import { FirstSteps } from "./overview/first-steps.tsx"
import { MoneyOverTime } from "./overview/money-over-time.tsx"
import { NeedsMe } from "./overview/needs-me.tsx"
import { NextMoney } from "./overview/next-money.tsx"
import { WhatsNew } from "./overview/whats-new.tsx"

/** Tasks of this person, collected money, the next payments in and out, and balances. */
export function Overview() {
  const { user } = useSession()
  const can = usePermission()
  return (
    <>
      <PageHead title={t`Overview`} about={t`${user.tenant.name}, ${dayName(localDate())} in ${user.tenant.timezone}`} />
      <WhatsNew />
      <FirstSteps />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="order-2 min-w-0 space-y-4 lg:order-1">
          {can("analytics.view") && <MoneyOverTime />}
          <NextMoney />
        </div>
        <div className="order-1 min-w-0 lg:order-2">
          <NeedsMe />
        </div>
        {can("transactions.view") && (
          <div className="order-3 min-w-0 lg:col-span-2">
            <Balances />
          </div>
        )}
      </div>
    </>
  )
}
