import type { Choice } from "../lib/form.ts"
import { dayText, periodsUpTo } from "../lib/calendar.ts"
import { isId } from "../lib/is-id.ts"
import { localDate } from "../lib/time.ts"
import { listOf, t } from "../lib/translate.ts"
import { say } from "../lib/words.ts"
import type { Filters, ListSearch } from "./list-query.ts"
import type { Resource } from "./resource.ts"

/** Parameters that are no filters: where the page begins and how it is shown. */
const pageParameters = new Set(["startingAfter", "endingBefore", "page", "sort", "q", "view"])
export const isFilter = (name: string) => !pageParameters.has(name)
/** A saved view stores the filters, the search text and the sort order, but no page. */
export const isKeptByView = (name: string) => isFilter(name) || name === "sort" || name === "q"

/** A filter that a person can set on a list. A choice may have several values, a text is one that only a link has set. */
export type ListFilter = { name: string; label: string } & (
  | { kind: "choice"; choices: readonly Choice[]; /** Its choices are the tags in use, read when it opens. */ hasTags?: true }
  | { kind: "period" }
  | { kind: "text" }
)

/** Every filter of a list, from its declaration. */
export function filtersOf({ tabs, filters = [], dates = createdAt, object }: Resource): readonly ListFilter[] {
  const status = tabs ? [{ name: tabs.field, label: say(tabs.field), kind: "choice" as const, choices: tabs.values.map(asChoice) }] : []
  const choices = filters.flatMap(field =>
    field.kind === "choice" ? [{ name: field.name, label: field.label, kind: "choice" as const, choices: field.choices }] : [],
  )
  const tags = object ? [{ name: "tag", label: t`Tag`, kind: "choice" as const, choices: [], hasTags: true as const }] : []
  return [...status, ...choices, ...dates.map(([name, label]) => ({ name, label, kind: "period" as const })), ...tags]
}

const createdAt = [["createdAt", t`Created`]] as const
const asChoice = (value: string): Choice => ({ value, label: say(value) })

/** The parameters of the address that belong to a filter. */
export const namesOf = ({ name, kind }: ListFilter): readonly string[] =>
  kind === "choice" ? [name, `${name}[in]`] : kind === "period" ? [`${name}[gte]`, `${name}[lte]`] : [name]

/** The chosen values of a filter, none if it is not set. */
export const valuesOf = (filter: ListFilter, search: ListSearch): readonly string[] =>
  filter.kind === "choice"
    ? [...(search[filter.name] ? [search[filter.name]!] : []), ...(search[`${filter.name}[in]`]?.split(",") ?? [])]
    : namesOf(filter).map(name => search[name] ?? "")

/** What the address must change so that a choice has these values: one as `status=due`, several as `status[in]=due,paid`. */
export const toChoices = (name: string, values: readonly string[]): Filters => ({
  [name]: values.length === 1 ? values[0]! : "",
  [`${name}[in]`]: values.length > 1 ? values.join(",") : "",
})

export const withoutFilter = (filter: ListFilter): Filters => Object.fromEntries(namesOf(filter).map(name => [name, ""]))

/** The filters that are set, in the order of the declaration; then those that only links set. A tab shows its own value. */
export function setFilters(resource: Resource, search: ListSearch): readonly ListFilter[] {
  const declared = filtersOf(resource)
  const known = new Set(declared.flatMap(namesOf))
  const isTab = ({ name }: ListFilter) =>
    name === resource.tabs?.field && search[`${name}[in]`] === undefined && resource.tabs.values.includes(search[name] ?? "")
  const others = Object.keys(search).filter(name => isFilter(name) && !known.has(name))
  return [
    ...declared.filter(filter => !isTab(filter) && namesOf(filter).some(name => search[name] !== undefined)),
    ...others.map(name => ({ name, label: labelOf(name), kind: "text" as const })),
  ]
}

/** `metadata[school]` is "School", `amount[gte]` is "Amount from". */
function labelOf(name: string): string {
  const [, field = name, inside] = /^(\w+)\[(.+)\]$/.exec(name) ?? []
  if (field === "metadata") return inside ?? field
  return comparisons[inside ?? ""]?.(say(field)) ?? say(field)
}

const comparisons: Readonly<Record<string, (label: string) => string>> = {
  gte: label => t`${label} from`,
  gt: label => t`${label} above`,
  lte: label => t`${label} to`,
  lt: label => t`${label} below`,
  ne: label => t`${label} is not`,
}

/** What a chip says after the label. Undefined for an id, whose name is looked up. */
export function textOf(filter: ListFilter, search: ListSearch): string | undefined {
  const values = valuesOf(filter, search)
  if (filter.kind === "choice") return eitherOf(values.map(value => filter.choices.find(choice => choice.value === value)?.label ?? value))
  if (filter.kind === "period") return periodText(values[0] ?? "", values[1] ?? "")
  const [value = ""] = values
  if (value === "true" || value === "false") return value === "true" ? t`yes` : t`no`
  return isId(value) ? undefined : eitherOf(value.split(","))
}

const eitherOf = (words: readonly string[]) => listOf(words, "disjunction")

const dayOf = (moment: string) => (moment === "" ? "" : localDate(new Date(moment)))

function periodText(gte: string, lte: string): string {
  const [from, to] = [dayOf(gte), dayOf(lte)]
  const usual = periodsUpTo(localDate()).find(period => period.from === from && period.to === to)
  if (usual) return usual.name
  if (from === "") return t`until ${dayText(to)}`
  return to === "" ? t`since ${dayText(from)}` : `${dayText(from)} – ${dayText(to)}`
}
