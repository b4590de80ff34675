import { Dialog as Base } from "@base-ui/react/dialog"
import { CornerDownLeft, Search } from "lucide-react"
import { useDeferredValue, useEffect, useRef, useState } from "react"
import { cn } from "../ui/cn.ts"
import { veil } from "../ui/dialog.tsx"
import { Key } from "../ui/tabs.tsx"
import { type PaletteActions, type PaletteEntry, type PaletteGroup, usePaletteGroups } from "./palette-entries.ts"

type Props = PaletteActions & { isOpen: boolean; onClose(): void }

const shape =
  "fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] w-[min(36rem,calc(100vw-1.5rem))] -translate-x-1/2 flex-col " +
  "overflow-hidden rounded-2xl bg-raised shadow-pop"

/** Finds objects and does things: arrow keys move, Enter opens. */
export function Palette({ isOpen, onClose, ...actions }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={open => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={veil} />
        <Base.Popup className={shape} aria-label="Search">
          <PaletteContent onClose={onClose} actions={actions} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function PaletteContent({ onClose, actions }: { onClose(): void; actions: PaletteActions }) {
  const [text, setText] = useState("")
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const groups = usePaletteGroups(useDeferredValue(text.trim()), actions)
  const entries = groups.flatMap(group => group.entries)
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const onKey = (key: string) => {
    if (key === "ArrowDown") setAt(Math.min(at + 1, entries.length - 1))
    else if (key === "ArrowUp") setAt(Math.max(at - 1, 0))
    else if (key === "Enter") run(entries[at])
  }
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [at])
  return (
    <>
      <label className="flex items-center gap-2.5 border-b border-line px-4">
        <Search className="size-4 text-fg-3" aria-hidden />
        <span className="sr-only">Search, or say what to do</span>
        <input
          role="combobox"
          aria-expanded
          aria-controls="palette-entries"
          aria-activedescendant={entries.length > 0 ? `palette-${at}` : undefined}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={event => {
            if (["ArrowDown", "ArrowUp", "Enter"].includes(event.key)) event.preventDefault()
            onKey(event.key)
          }}
          placeholder="Search people and numbers, or say what to do…"
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-fg-3"
        />
        <Key>esc</Key>
      </label>
      <div ref={list} id="palette-entries" role="listbox" aria-label="Found" className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {groups.map(group => (
          <Group key={group.title} group={group} first={entries.indexOf(group.entries[0]!)} at={at} onAt={setAt} onRun={run} />
        ))}
      </div>
      {entries.length === 0 && (
        <p role="status" className="px-4 pt-3 pb-8 text-center text-sm text-fg-3">
          Nothing found. Try an e-mail, a name, a number such as PI-000123 or an id.
        </p>
      )}
    </>
  )
}

type GroupProps = {
  group: PaletteGroup
  /** The place of its first entry among all. */
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
