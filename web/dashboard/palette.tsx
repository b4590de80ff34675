import { Dialog as Base } from "@base-ui/react/dialog"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { BookUser, CornerDownLeft, Handshake, type LucideIcon, Search } from "lucide-react"
import { useDeferredValue, useState } from "react"
import { request } from "../client.ts"
import { cn } from "../ui/cn.ts"
import { veil } from "../ui/dialog.tsx"
import { navigation, resources } from "./navigation.ts"
import { contactName } from "./reference.tsx"
import { usePermission } from "./session.tsx"

type Entry = { label: string; hint: string; path: string; icon: LucideIcon }

const shape =
  "fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] w-[min(36rem,calc(100vw-1.5rem))] -translate-x-1/2 flex-col overflow-hidden rounded-2xl " +
  "bg-raised shadow-pop"

/** Finds pages, contacts, partnerships and objects by number. Arrow keys move, Enter opens. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Base.Root open={isOpen} onOpenChange={open => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={veil} />
        <Base.Popup className={shape} aria-label="Search">
          <PaletteContent onClose={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function PaletteContent({ onClose }: { onClose(): void }) {
  const [text, setText] = useState("")
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const entries = useEntries(useDeferredValue(text.trim()))
  const open = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    void navigate({ to: entry.path })
  }
  const onKey = (key: string) => {
    if (key === "ArrowDown") setAt(Math.min(at + 1, entries.length - 1))
    else if (key === "ArrowUp") setAt(Math.max(at - 1, 0))
    else if (key === "Enter") open(entries[at])
  }
  return (
    <>
      <label className="flex items-center gap-2.5 border-b border-line px-4">
        <Search className="size-4 text-fg-3" aria-hidden />
        <span className="sr-only">Search pages, people and payments</span>
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
          placeholder="Search pages, people and payments"
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-fg-3"
        />
      </label>
      <ul id="palette-entries" role="listbox" aria-label="Found" className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {entries.map((entry, index) => (
          <li
            key={entry.path}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => open(entry)}
            onMouseMove={() => setAt(index)}
            className={cn(
              "flex cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-2 text-sm",
              index === at && "bg-hover dark:bg-line",
            )}
          >
            <entry.icon className="size-4 text-fg-3" aria-hidden />
            <span className="min-w-0 flex-1 truncate">{entry.label}</span>
            <span className="truncate text-xs text-fg-3">{entry.hint}</span>
            {index === at && <CornerDownLeft className="size-3.5 text-fg-3" aria-hidden />}
          </li>
        ))}
        {entries.length === 0 && (
          <li className="px-3 py-6 text-center text-sm text-fg-3">Nothing found. Try an e-mail, a name or a number.</li>
        )}
      </ul>
    </>
  )
}

function useEntries(text: string): Entry[] {
  const can = usePermission()
  const pages = navigation
    .flatMap(({ destinations }) => destinations)
    .filter(({ label, needs }) => label.toLowerCase().includes(text.toLowerCase()) && (needs === undefined || can(needs)))
    .map(({ label, path, icon }) => ({ label, path, icon, hint: "Page" }))
  const people = useQuery({
    queryKey: ["search", text],
    queryFn: () => request("GET /v1/search", { query: text, limit: 6 }) as Promise<{ contacts?: never[]; partnerships?: never[] }>,
    enabled: text.length > 1,
    retry: false,
  })
  const numbered = useQuery({
    queryKey: ["palette", "number", text],
    queryFn: () => findByNumber(text.toUpperCase()),
    enabled: /^[a-z]{2,3}-\d+$/i.test(text),
    retry: false,
  })
  const contacts = (people.data?.contacts ?? []).map((row: { _id: string; email: string; profile: object }) => ({
    label: contactName(row),
    hint: row.email,
    path: `/contacts/${row._id}`,
    icon: BookUser,
  }))
  const partners = (people.data?.partnerships ?? []).map((row: { _id: string; name: string; code: string }) => ({
    label: row.name,
    hint: row.code,
    path: `/partnerships/${row._id}`,
    icon: Handshake,
  }))
  return [...(numbered.data ?? []), ...pages, ...contacts, ...partners].slice(0, 12)
}

const prefixes: Record<string, string> = { PI: "payments", PO: "payouts", OR: "orders", SUB: "subscriptions", DP: "disputes" }

async function findByNumber(number: string): Promise<Entry[]> {
  const resource = resources.find(({ path }) => path === prefixes[number.split("-")[0]!])
  if (!resource) return []
  const { data } = (await request(`GET /v1/${resource.api ?? resource.path}`, { number, limit: 1 })) as { data: { _id: string }[] }
  return data.map(row => ({ label: number, hint: resource.title, path: `/${resource.path}/${row._id}`, icon: resource.icon }))
}
