import { X } from "lucide-react"
import { endOfDay, localDate, startOfDay } from "../lib/time.ts"
import { Button } from "../ui/button.tsx"
import { cn } from "../ui/cn.ts"
import { control } from "../ui/control.ts"
import { PeriodField } from "../ui/period-field.tsx"
import { ExportButton } from "./export-button.tsx"
import type { Filters, ListSearch } from "./list-query.ts"
import type { Resource } from "./resource.ts"
import { SearchField } from "./search-field.tsx"

type Props = {
  resource: Resource
  search: ListSearch
  /** The filters of the request; undefined while a name is looked up. */
  query: Filters | undefined
  count: number | undefined
  isFiltered: boolean
  onChange(part: Filters): void
}

export function ListToolbar({ resource, search, query, count, isFiltered, onChange }: Props) {
  const clear = () => onChange(Object.fromEntries(Object.keys(search).map(name => [name, ""])))
  return (
    <div className="flex flex-wrap items-center gap-2 p-3">
      {resource.search && (
        <SearchField placeholder={resource.search.placeholder} value={search["q"] ?? ""} onChange={q => onChange({ q })} />
      )}
      {resource.filters?.map(
        field =>
          field.kind === "choice" && (
            <select
              key={field.name}
              aria-label={field.label}
              value={search[field.name] ?? ""}
              onChange={event => onChange({ [field.name]: event.target.value })}
              className={cn(control, "w-auto max-w-30 font-medium max-sm:max-w-none max-sm:flex-1 max-sm:basis-[40%] sm:w-auto")}
            >
              <option value="">{field.label}: all</option>
              {field.choices.map(choice => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </select>
          ),
      )}
      {(resource.dates ?? [["createdAt", "Created"]]).map(([field, label]) => (
        <DateFilter key={field} field={field} label={label} search={search} onChange={onChange} />
      ))}
      {isFiltered && (
        <Button variant="ghost" onClick={clear}>
          <X className="size-3.5" aria-hidden /> Clear
        </Button>
      )}
      <ExportButton resource={resource} query={query} count={count} />
    </div>
  )
}

type DateProps = { field: string; label: string; search: ListSearch; onChange(part: Filters): void }

/** The address has the first and the last moment in the tenant's zone, as the API takes them. */
export function DateFilter({ field, label, search, onChange }: DateProps) {
  const [from, to] = [`${field}[gte]`, `${field}[lte]`]
  const dayOf = (name: string) => (search[name] ? localDate(new Date(search[name])) : "")
  return (
    <PeriodField
      label={label}
      none={`${label}: any time`}
      today={localDate()}
      value={{ from: dayOf(from), to: dayOf(to) }}
      onChange={range => onChange({ [from]: range.from && startOfDay(range.from), [to]: range.to && endOfDay(range.to) })}
    />
  )
}
