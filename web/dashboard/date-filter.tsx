import { endOfDay, localDate, startOfDay } from "../lib/time.ts"
import { t } from "../lib/translate.ts"
import { PeriodField } from "../ui/period-field.tsx"
import type { Filters, ListSearch } from "./list-query.ts"

type Props = { field: string; label: string; search: ListSearch; onChange(part: Filters): void }

/** The address has the first and the last moment in the tenant's zone, as the API takes them. */
export function DateFilter({ field, label, search, onChange }: Props) {
  const [from, to] = [`${field}[gte]`, `${field}[lte]`]
  const dayOf = (name: string) => (search[name] ? localDate(new Date(search[name])) : "")
  return (
    <PeriodField
      label={label}
      none={t`${label}: any time`}
      today={localDate()}
      value={{ from: dayOf(from), to: dayOf(to) }}
      onChange={range => onChange({ [from]: range.from && startOfDay(range.from), [to]: range.to && endOfDay(range.to) })}
    />
  )
}
