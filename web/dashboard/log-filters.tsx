import { useNavigate, useSearch } from "@tanstack/react-router"
import { t } from "../lib/translate.ts"
import { control } from "../ui/control.ts"
import { cn } from "../ui/cn.ts"
import type { ListSearch } from "./list-query.ts"

/** Where a page of rows begins, and the row that is shown: a change of the filters resets both. */
const positions = { startingAfter: "", endingBefore: "", page: "", id: "" }

/** The filters of the address, and a function that changes some of them. An empty one is removed. */
export function useFilters() {
  const search = useSearch({ strict: false }) as ListSearch
  const navigate = useNavigate()
  const change = (part: ListSearch) => {
    const entries = Object.entries({ ...search, ...positions, ...part }).filter(([, value]) => value !== "")
    void navigate({ to: ".", search: Object.fromEntries(entries), replace: true, resetScroll: false })
  }
  return [search, change] as const
}

type Props = {
  label: string
  value: string
  onChange(value: string): void
  choices: readonly (string | { value: string; label: string })[]
  className?: string
}

/** "Event: all", or one of them. */
export function LogFilter({ label, value, onChange, choices, className }: Props) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={event => onChange(event.target.value)}
      className={cn(control, "font-medium", className)}
    >
      <option value="">{t`${label}: all`}</option>
      {choices.map(choice => {
        const { value: id, label: text } = typeof choice === "string" ? { value: choice, label: choice } : choice
        return (
          <option key={id} value={id}>
            {text}
          </option>
        )
      })}
    </select>
  )
}
