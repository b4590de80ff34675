import { addUnits, fromLocal, toLocal } from "./calendar.ts"

/** A month as a tenant counts it, such as 2026-10: it begins at midnight in the tenant's time zone. In this form months sort by time. */
export type Month = string

export const isMonth = (text: string) => /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text)

export const monthOf = (at: Date, zone: string): Month => format(toLocal(at, zone))

export const nextMonth = (month: Month): Month => format(addUnits(firstOf(month), 1, "month"))

export const previousMonth = (month: Month): Month => format(addUnits(firstOf(month), -1, "month"))

/** The first moment of a month. If the clocks are put forward at that midnight, it is the moment of the change. */
export const monthStart = (month: Month, zone: string): Date => fromLocal(firstOf(month), zone)

const firstOf = (month: Month) => new Date(`${month}-01T00:00:00Z`)
const format = (local: Date): Month => local.toISOString().slice(0, "2026-10".length)
