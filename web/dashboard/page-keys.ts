import { useEffect } from "react"
import { modKey } from "../lib/mod-key.ts"
import { isShortcut } from "../lib/shortcut.ts"
import { t } from "../lib/translate.ts"

/** What a key does, and what the dialog of `?` says about it. Both are this one entry, so the dialog shows exactly what works. */
export type PageKey = {
  /** As the events of the keyboard name them. Any one of them does it. */
  keys: readonly string[]
  what: string
  /** Together with Ctrl, or with ⌘ on a Mac. */
  isWithMod?: true
  /** Absent where the browser does it, or where another listener decides when it counts. */
  run?(event: KeyboardEvent): void
}

type Group = { title: string; keys: readonly PageKey[] }
const shown = new Set<Group>()

/** The keys that work now: those of the page before those of every page. */
export const shownKeys = (): readonly Group[] =>
  [...shown].toSorted((a, b) => Number(a.title === everywhere) - Number(b.title === everywhere))
export const everywhere = t`On every page`

/** Shows keys in the dialog for as long as the component is mounted. */
export function useShownKeys(title: string, keys: readonly PageKey[]) {
  useEffect(() => {
    const group = { title, keys }
    shown.add(group)
    return () => void shown.delete(group)
  })
}

/** The keys of a page or of a part of it. They work while no field has the focus and nothing covers the page. */
export function usePageKeys(keys: readonly PageKey[], title = t`On this page`) {
  useShownKeys(title, keys)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isShortcut(event)) keys.find(key => key.keys.includes(event.key))?.run?.(event)
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  })
}

const names: Readonly<Record<string, string>> = { ArrowDown: "↓", ArrowUp: "↑", Escape: t`Esc` }

/** How keyboards label a key: `J`, `↓`, `Esc`. */
const nameOfKey = (key: string) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key)

/** The keys of an entry as they are pressed, one list for each way. */
export const waysOf = ({ keys, isWithMod }: PageKey): readonly (readonly string[])[] =>
  keys.map(key => (isWithMod ? [modKey, nameOfKey(key)] : [nameOfKey(key)]))
