import { Search, X } from "lucide-react"
import { useEffect, useState } from "react"
import { Button } from "../ui/button.tsx"
import { control } from "../ui/field.tsx"
import { cn } from "../ui/cn.ts"
import { ExportButton } from "./export-button.tsx"
import type { ListSearch } from "./list-page.tsx"
import type { Filters } from "./list-query.ts"
import type { Resource } from "./resource.ts"

type Props = { resource: Resource; search: ListSearch; filters: Filters; isFiltered: boolean; onChange(part: Filters): void }

export function ListToolbar({ resource, search, filters, isFiltered, onChange }: Props) {
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
              className={cn(control, "w-auto font-medium sm:w-auto")}
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
      {isFiltered && (
        <Button variant="ghost" onClick={clear}>
          <X className="size-3.5" aria-hidden /> Clear
        </Button>
      )}
      <ExportButton resource={resource} filters={filters} />
    </div>
  )
}

/** Searches a moment after the last key. `/` puts the cursor here. */
function SearchField({ placeholder, value, onChange }: { placeholder: string; value: string; onChange(value: string): void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text.trim()), 250)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <label className="relative w-full sm:w-72">
      <Search className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-fg-3 sm:top-2" aria-hidden />
      <span className="sr-only">{placeholder}</span>
      <input
        data-search
        type="search"
        value={text}
        onChange={event => setText(event.target.value)}
        placeholder={placeholder}
        className={cn(control, "bg-sunken pl-8")}
      />
    </label>
  )
}
