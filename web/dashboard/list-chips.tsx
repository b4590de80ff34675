import { ChevronLeft, ListFilter as FilterIcon, X } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import type { Choice } from "../lib/form.ts"
import { inSentence, t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { control } from "../ui/control.ts"
import { Popover } from "../ui/popover.tsx"
import { Key } from "../ui/tabs.tsx"
import { useApp } from "./app-context.ts"
import { DateFilter } from "./date-filter.tsx"
import { filtersOf, type ListFilter, namesOf, setFilters, textOf, toChoices, valuesOf, withoutFilter } from "./list-filters.ts"
import type { Filters, ListSearch } from "./list-query.ts"
import { useNameOf } from "./reference.tsx"
import type { Resource } from "./resource.ts"
import { useUsedTags } from "./used-tags.ts"

type Change = (part: Filters) => void
type EditorProps = { resource: Resource; filter: ListFilter; search: ListSearch; onChange: Change }

type AddProps = { resource: Resource; search: ListSearch; isOpen: boolean; onOpen(isOpen: boolean): void; onChange: Change }

/** The button that adds a filter: first which one, then its values. Each change is in the address at once. */
export function AddFilter({ resource, search, isOpen, onOpen, onChange }: AddProps) {
  const [chosen, setChosen] = useState<ListFilter | undefined>(undefined)
  const open = (isNowOpen: boolean) => {
    setChosen(undefined)
    onOpen(isNowOpen)
  }
  return (
    <Popover
      label={t`Add a filter`}
      isOpen={isOpen}
      onOpen={open}
      trigger={
        <Button>
          <FilterIcon className="size-3.5 text-fg-3" aria-hidden /> {t`Filter`}{" "}
          <span aria-hidden className="max-sm:hidden">
            <Key>F</Key>
          </span>
        </Button>
      }
    >
      {chosen ? (
        <>
          <Button variant="ghost" size="sm" className="mb-2 -ms-1" onClick={() => setChosen(undefined)}>
            <ChevronLeft className="size-3.5" aria-hidden /> {chosen.label}
          </Button>
          <Editor resource={resource} filter={chosen} search={search} onChange={onChange} />
        </>
      ) : (
        <ul>
          {filtersOf(resource).map(filter => (
            <li key={filter.name}>
              <button type="button" className="w-full rounded-lg px-2 py-1.5 text-start hover:bg-hover" onClick={() => setChosen(filter)}>
                {filter.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

/** The filters that are set, each to change and to remove. */
export function Chips({ resource, search, onChange, onClear }: Omit<AddProps, "isOpen" | "onOpen"> & { onClear(): void }) {
  const filters = setFilters(resource, search)
  if (filters.length === 0 && search["q"] === undefined) return null
  return (
    <ul aria-label={t`Filters`} className="flex flex-wrap items-center gap-1.5 px-3 pb-3">
      {filters.map(filter => (
        <li key={filter.name} className="min-w-0">
          <Chip resource={resource} filter={filter} search={search} onChange={onChange} />
        </li>
      ))}
      <li>
        <Button size="sm" variant="ghost" onClick={onClear}>
          {t`Clear all`}
        </Button>
      </li>
    </ul>
  )
}

function Chip({ resource, filter, search, onChange }: EditorProps) {
  const [isOpen, setOpen] = useState(false)
  const text = textOf(filter, search)
  return (
    <span className="inline-flex h-7 max-w-full items-center rounded-lg bg-accent-soft text-xs">
      <Popover
        label={filter.label}
        isOpen={isOpen}
        onOpen={setOpen}
        trigger={
          <button type="button" className="h-7 min-w-0 truncate rounded-s-lg pe-1 ps-2.5">
            <span className="text-fg-2">{filter.label}:</span>{" "}
            <span className="font-medium">{text ?? <NameOfId column={filter.name} id={valuesOf(filter, search)[0]!} />}</span>
          </button>
        }
      >
        <Editor resource={resource} filter={filter} search={search} onChange={onChange} />
      </Popover>
      <button
        type="button"
        aria-label={t`Remove the filter ${filter.label}`}
        className="grid size-7 shrink-0 place-items-center rounded-e-lg text-fg-2 hover:text-fg"
        onClick={() => onChange(withoutFilter(filter))}
      >
        <X className="size-3.5" aria-hidden />
      </button>
    </span>
  )
}

/** An id that a link has set, by the name of its object. */
function NameOfId({ column, id }: { column: string; id: string }) {
  const resource = useApp().resources.find(({ csvNames }) => csvNames?.columns.includes(column))
  return resource ? <KnownName to={resource.key} id={id} /> : `${id.slice(0, 6)}…${id.slice(-4)}`
}
const KnownName = ({ to, id }: { to: Resource["key"]; id: string }) => useNameOf(to, id) ?? "…"

function Editor({ resource, filter, search, onChange }: EditorProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.querySelector<HTMLElement>("input, select")?.focus(), [filter.name])
  return (
    <div ref={ref}>
      {filter.kind === "choice" && filter.hasTags && <TagChoices resource={resource} filter={filter} search={search} onChange={onChange} />}
      {filter.kind === "choice" && !filter.hasTags && (
        <Choices filter={filter} choices={filter.choices} search={search} onChange={onChange} />
      )}
      {filter.kind === "period" && <DateFilter field={filter.name} label={filter.label} search={search} onChange={onChange} />}
      {filter.kind === "text" && <TextValue filter={filter} search={search} onChange={onChange} />}
    </div>
  )
}

/** Beyond this, a field narrows the choices. */
const maxPlainChoices = 12

/** The tags that objects of this list have. */
function TagChoices({ resource, ...props }: EditorProps) {
  const used = useUsedTags(resource)
  return <Choices {...props} choices={(used.data ?? []).map(({ tag }) => ({ value: tag, label: tag }))} />
}

function Choices({ filter, choices, search, onChange }: Omit<EditorProps, "resource"> & { choices: readonly Choice[] }) {
  const [text, setText] = useState("")
  const chosen = valuesOf(filter, search)
  const found = choices.filter(({ value, label }) => `${label} ${value}`.toLowerCase().includes(text.trim().toLowerCase()))
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter(each => each !== value) : [...chosen, value]
    onChange(toChoices(filter.name, next))
  }
  return (
    <>
      {choices.length > maxPlainChoices && (
        <input
          aria-label={t`Find ${inSentence(filter.label)}`}
          placeholder={t`Find`}
          value={text}
          onChange={event => setText(event.target.value)}
          className={`${control} mb-2`}
        />
      )}
      <div role="group" aria-label={filter.label} className="max-h-64 space-y-0.5 overflow-y-auto">
        {found.map(({ value, label }) => (
          <label key={value} className="flex cursor-pointer items-center gap-2 rounded-lg px-1 py-1 hover:bg-hover">
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} className="size-4 accent-accent" />
            {label}
          </label>
        ))}
        {found.length === 0 && (
          <p className="px-1 py-1 text-fg-3">{choices.length === 0 ? t`There are none yet.` : t`None has this name.`}</p>
        )}
      </div>
    </>
  )
}

function TextValue({ filter, search, onChange }: Omit<EditorProps, "resource">) {
  const [name = filter.name] = namesOf(filter)
  const [text, setText] = useState(search[name] ?? "")
  return (
    <form
      className="flex gap-2"
      onSubmit={event => {
        event.preventDefault()
        onChange({ [name]: text.trim() })
      }}
    >
      <input aria-label={filter.label} value={text} onChange={event => setText(event.target.value)} className={control} />
      <Button type="submit">{t`Set`}</Button>
    </form>
  )
}
