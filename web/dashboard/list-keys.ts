import { useRef } from "react"
import { t } from "../lib/translate.ts"
import { type PageKey, usePageKeys } from "./page-keys.ts"

type Actions = {
  /** Rows have a page. */
  canOpen: boolean
  /** Undefined while nothing is selected. */
  onUnselect: (() => void) | undefined
  onFilter(): void
}

/** The keys of a list. They move the focus from row to row: to the link of a row, or to its box where it has no page. */
export function useListKeys({ canOpen, onUnselect, onFilter }: Actions) {
  const ref = useRef<HTMLDivElement>(null)
  const rows = () => [...(ref.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].filter(row => targetOf(row) && isShown(row))
  const current = () => rows().find(row => row.contains(document.activeElement))
  const move = (step: number) => (event: KeyboardEvent) => {
    if (event.key.startsWith("Arrow") && !isFree(ref.current)) return
    const all = rows()
    const at = all.findIndex(row => row.contains(document.activeElement))
    const next = all[at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))]
    if (!next) return
    event.preventDefault() // the page would scroll as well
    targetOf(next)!.focus()
  }
  const open = (event: KeyboardEvent) => {
    if (document.activeElement instanceof HTMLInputElement) withEvent(event, () => current()?.querySelector("a")?.click())
  }
  const select = () => current()?.querySelector<HTMLElement>("input[type=checkbox]")?.click()
  const keys: PageKey[] = [
    { keys: ["j", "ArrowDown"], what: t`Next row`, run: move(1) },
    { keys: ["k", "ArrowUp"], what: t`Previous row`, run: move(-1) },
    ...(canOpen ? [{ keys: ["Enter"], what: t`Open the row`, run: open }] : []),
    { keys: ["x"], what: t`Select the row, or unselect it`, run: select },
    ...(onUnselect ? [{ keys: ["Escape"], what: t`Unselect all rows`, run: onUnselect }] : []),
    { keys: ["f"], what: t`Add a filter`, run: event => withEvent(event, onFilter) },
  ]
  usePageKeys(keys, t`In this list`)
  return ref
}

/** A link that has the focus is opened by the browser itself. */
const targetOf = (row: HTMLElement) => row.querySelector<HTMLElement>("a") ?? row.querySelector<HTMLElement>("input")
const isShown = (row: HTMLElement) => row.getClientRects().length > 0

/** Arrows move through the rows from within the list and while nothing has the focus; a tab or a button keeps them. */
const isFree = (list: HTMLElement | null) => {
  const { activeElement } = document
  return activeElement === document.body || activeElement?.id === "main" || (list?.contains(activeElement) ?? false)
}

function withEvent(event: KeyboardEvent, run: () => void) {
  event.preventDefault() // the letter must not reach the field that opens
  run()
}
