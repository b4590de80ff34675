import { addDays, bankingDayAfter, type BankCalendar } from "../../kit/pure/banking-days.ts"

type Debit = { today: string; dueOn: string; noticeDays: number; calendar: BankCalendar }

/** The first banking day that is not before the due date and leaves the payer the days of notice. */
export function collectionDayOf({ today, dueOn, noticeDays, calendar }: Debit): string {
  const announced = addDays(today, noticeDays)
  return bankingDayAfter(announced > dueOn ? announced : dueOn, 0, calendar)
}
