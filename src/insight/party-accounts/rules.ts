import { dayMs, fromLocal, toLocal } from "../../kit/pure/calendar.ts"
import type { CsvCell, CsvTable } from "../../kit/pure/csv.ts"
import type { Receivables } from "./schema.ts"

/** The moment before which an open amount fell due if it is late by more than this many days of the tenant's calendar. */
export function lateSince(now: Date, days: number, zone: string): Date {
  const today = Math.floor(toLocal(now, zone).getTime() / dayMs)
  return fromLocal(new Date((today - days) * dayMs), zone)
}

/** The bounds between the ages of what is late. */
export const agesAt = (now: Date, zone: string) => [30, 60, 90].map(days => lateSince(now, days, zone)) as [Date, Date, Date]

export const maxDebtors = 1_000

const figures = ["owed", "notDue", "late", "late0to30", "late31to60", "late61to90", "lateOver90", "openCount", "lateCount"] as const
type Name = { contactName: string | null; contactEmail: string | null }

/** One row for each contact and currency. The names are there if the caller may see contacts. */
export function receivablesTable({ byCurrency }: Receivables): CsvTable {
  const rows = Object.entries(byCurrency).flatMap(([currency, { contacts }]) =>
    contacts.map((each): CsvCell[] => {
      const { contactName = null, contactEmail = null } = each as Partial<Name>
      return [currency, each.contact, contactName, contactEmail, ...figures.map(name => each[name]), each.oldestDueAt]
    }),
  )
  return { columns: ["currency", "contact", "contactName", "contactEmail", ...figures, "oldestDueAt"], rows }
}
