import { useEffect, useRef } from "react"
import { t } from "../lib/translate.ts"
import { usePageKeys } from "./page-keys.ts"

// For pages with a list at the left and one of its rows open at the right.

type Listed = { _id: string }

/** A row that has just left the list keeps its place until another one is opened. `list` says which list the rows are from. */
export function useKeptRows<Row extends Listed>(list: string, rows: Row[], shown: Row | undefined): Row[] {
  const last = useRef<{ list: string; order: string[] }>({ list, order: [] })
  const isListed = rows.some(row => row._id === shown?._id)
  const place = shown && !isListed && last.current.list === list ? last.current.order.indexOf(shown._id) : -1
  const kept = shown && place >= 0 ? rows.toSpliced(place, 0, shown) : rows.map(row => (row._id === shown?._id ? shown : row))
  useEffect(() => {
    last.current = { list, order: kept.map(row => row._id) }
  })
  return kept
}

/**
 * Moves through the rows by J and K: the first key focuses the open row, the next ones open its neighbours. The shortcuts of a row work
 * while the element with `data-open-row` in `pane` has the focus, which it gets only when a person opens the row or moves to it.
 */
export function useMoveByKeys(shown: string | undefined, rows: readonly Listed[], open: (id: string) => void) {
  const pane = useRef<HTMLDivElement>(null)
  const opened = useRef<string>(undefined)
  const focus = () => pane.current?.querySelector<HTMLElement>("[data-open-row]")?.focus({ preventScroll: true })
  useEffect(() => {
    if (shown === undefined || opened.current !== shown) return
    opened.current = undefined
    focus()
  }, [shown])
  const isInside = () => pane.current?.contains(document.activeElement) ?? false
  const enter = () => {
    if (isInside()) return false
    focus() // has no effect on a phone while the list covers the pane
    return isInside()
  }
  const show = (id: string | undefined) => {
    if (id === undefined) return
    opened.current = id
    open(id)
    if (id === shown) focus()
  }
  const move = (step: number) => show(neighbourOf(shown, rows, step))
  const step = (by: number) => void (enter() || move(by))
  usePageKeys([
    { keys: ["j"], what: t`Next in the list`, run: () => step(1) },
    { keys: ["k"], what: t`Previous in the list`, run: () => step(-1) },
  ])
  return { pane, show, move }
}

/** At both ends of the list the row stays the same. */
const neighbourOf = (id: string | undefined, rows: readonly Listed[], step: number) =>
  rows[Math.min(rows.length - 1, Math.max(0, rows.findIndex(row => row._id === id) + step))]?._id
