import { ExportButton } from "./export-button.tsx"
import { AddFilter, Chips } from "./list-chips.tsx"
import { Display } from "./list-display.tsx"
import type { Layout } from "./list-layout.ts"
import type { Filters, ListSearch } from "./list-query.ts"
import type { Resource } from "./resource.ts"
import { SearchField } from "./search-field.tsx"

type Props = {
  resource: Resource
  search: ListSearch
  /** The filters of the request; undefined while a name is looked up. */
  query: Filters | undefined
  count: number | undefined
  layout: Layout
  isOwnLayout: boolean
  isFilterOpen: boolean
  onFilterOpen(isOpen: boolean): void
  onLayout(layout: Layout | undefined): void
  onChange(part: Filters): void
}

/** The search, the filters as chips, the columns and the export of a list. */
export function ListToolbar({ resource, search, query, count, onChange, ...rest }: Props) {
  const clear = () => onChange(Object.fromEntries(Object.keys(search).map(name => [name, ""])))
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 p-3">
        {resource.search && (
          <SearchField placeholder={resource.search.placeholder} value={search["q"] ?? ""} onChange={q => onChange({ q })} />
        )}
        <AddFilter resource={resource} search={search} isOpen={rest.isFilterOpen} onOpen={rest.onFilterOpen} onChange={onChange} />
        <span className="ms-auto flex items-center gap-2">
          <Display resource={resource} layout={rest.layout} isOwn={rest.isOwnLayout} onChange={rest.onLayout} />
          <ExportButton resource={resource} query={query} count={count} />
        </span>
      </div>
      <Chips resource={resource} search={search} onChange={onChange} onClear={clear} />
    </>
  )
}
