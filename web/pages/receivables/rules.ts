import { dayMs } from "../../../src/kit/pure/calendar.ts"

type Payment = { intentType: string; dueAt: string; remindedAt: string | null }

/** A plan is reminded of by its installments. Late by more than that many days, or at all. */
export const isForReminder = ({ intentType, dueAt }: Payment, now: Date, lateMoreThan: number) =>
  intentType !== "payment-plan" && now.getTime() - Date.parse(dueAt) > lateMoreThan * dayMs

/** Who was reminded within a day is left out: a second mail so soon helps nobody. */
export const mayBeReminded = ({ remindedAt }: Payment, now: Date) => remindedAt === null || now.getTime() - Date.parse(remindedAt) >= dayMs
