import { CornerDownLeft } from "lucide-react"
import { type RefObject, useDeferredValue, useEffect, useRef, useState } from "react"
import { t } from "../lib/translate.ts"
import { cn } from "../ui/cn.ts"
import type { PaletteEntry } from "./app-context.ts"
import { type PaletteActions, type PaletteGroup, usePaletteGroups } from "./palette-entries.ts"

type Props = PaletteActions & {
  text: string
  /** The input: its arrow keys move through the entries, and Enter opens one. */
  input: RefObject<HTMLInputElement | null>
  /** Receives the id of the entry that Enter would open. */
  onCurrent(id: string | undefined): void
  onClose(): void
}

/** The entries that the palette has found. */
export function PaletteList({ text, input, onCurrent, onClose, ...actions }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const groups = usePaletteGroups(useDeferredValue(text.trim()), actions)
  const entries = groups.flatMap(group => group.entries)
  const [{ at, of }, setPlace] = useState({ at: 0, of: text })
  const current = of === text ? at : 0 // a new text selects its first entry
  const move = (next: number) => setPlace({ at: next, of: text })
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  useEffect(() => {
    const field = input.current
    const onKey = (event: KeyboardEvent) => {
      if (!["ArrowDown", "ArrowUp", "Enter"].includes(event.key)) return
      event.preventDefault()
      if (event.key === "ArrowDown") move(Math.min(current + 1, entries.length - 1))
      else if (event.key === "ArrowUp") move(Math.max(current - 1, 0))
      else run(entries[current])
    }
    field?.addEventListener("keydown", onKey)
    return () => field?.removeEventListener("keydown", onKey)
  })
  const id = entries.length > 0 ? `palette-${current}` : undefined
  useEffect(() => {
    onCurrent(id)
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [id, onCurrent])
  return (
    <>
      <div ref={list} id="palette-entries" role="listbox" aria-label={t`Found`} className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {groups.map(group => (
          <Group key={group.title} group={group} first={entries.indexOf(group.entries[0]!)} at={current} onAt={move} onRun={run} />
        ))}
      </div>
      {entries.length === 0 && (
        <p role="status" className="px-4 pt-3 pb-8 text-center text-sm text-fg-3">
          {t`Nothing found. Try an e-mail, a name, a number such as PI-000123 or an id.`}
        </p>
      )}
    </>
  )
}

type GroupProps = {
  group: PaletteGroup
  /** The position of its first entry among all entries. */
  first: number
  at: number
  onAt(at: number): void
  onRun(entry: PaletteEntry): void
}

const Group = ({ group, first, at, onAt, onRun }: GroupProps) => (
  <div role="group" aria-label={group.title} className="mb-1">
    <p aria-hidden className="px-2.5 pt-2 pb-1 text-2xs font-medium text-fg-3">
      {group.title}
    </p>
    {group.entries.map((entry, index) => (
      <Option
        key={entry.id}
        id={`palette-${first + index}`}
        entry={entry}
        isAt={first + index === at}
        onAt={() => onAt(first + index)}
        onRun={() => onRun(entry)}
      />
    ))}
  </div>
)

type OptionProps = { id: string; entry: PaletteEntry; isAt: boolean; onAt(): void; onRun(): void }

const Option = ({ id, entry, isAt, onAt, onRun }: OptionProps) => (
  <div
    id={id}
    role="option"
    aria-selected={isAt}
    onClick={onRun}
    onMouseMove={onAt}
    className={cn("flex cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-2 text-sm", isAt && "bg-hover dark:bg-line")}
  >
    <entry.icon className="size-4 shrink-0 text-fg-3" aria-hidden />
    <span className="min-w-0 flex-1 truncate">{entry.label}</span>
    <span className="max-w-[40%] truncate text-xs text-fg-3">{entry.hint}</span>
    {isAt && <CornerDownLeft className="size-3.5 shrink-0 text-fg-3" aria-hidden />}
  </div>
)
