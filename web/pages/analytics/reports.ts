import { calendar, forecast, inAll, monthByMonth, velocity } from "./money-reports.tsx"
import { behavior, cancellations, customers, splits } from "./people-reports.tsx"
import { byServices, bySource, corridors, revenueByService, transactions } from "./sales-reports.tsx"
import { netRevenue, payers, recurringRevenue } from "./revenue-reports.tsx"
import type { Report } from "./report.ts"

/** In the order of the page: revenue first, then money, sales, then payers. Reports in one row have about the same height. */
export const reports: readonly Report[] = [
  recurringRevenue,
  netRevenue,
  payers,
  monthByMonth,
  forecast,
  calendar,
  velocity,
  inAll,
  transactions,
  byServices,
  revenueByService,
  customers,
  behavior,
  splits,
  cancellations,
  bySource,
  corridors,
]
