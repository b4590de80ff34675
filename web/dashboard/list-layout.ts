import { useState } from "react"
import type { Column, Resource, Row } from "./resource.ts"
import { useSession } from "./session.tsx"

/** Which columns a list shows, in which order, and how high its rows are. What is absent is as the list declares it. */
export type Layout = { columns?: readonly string[]; density?: "compact" }

/** The columns of a layout. Names that the list no longer has are ignored; without any the list shows its own. */
export function columnsOf({ columns }: Pick<Resource, "columns">, layout: Layout): readonly Column<Row>[] {
  const chosen = (layout.columns ?? []).flatMap(id => columns.find(column => column.id === id) ?? [])
  return chosen.length > 0 ? chosen.map(({ isExtra: _isExtra, ...column }) => column) : columns
}

/** How this person sees a list, or a saved view of it: their own changes, in this browser, over what is given. */
export function useLayout(list: string, view: string, given: Layout = {}) {
  const { user } = useSession()
  const name = `layout ${user._id} ${list} ${view}`
  const [, setCount] = useState(0)
  const kept = readKept(name)
  const keep = (layout: Layout | undefined) => {
    if (layout) localStorage.setItem(name, JSON.stringify(layout))
    else localStorage.removeItem(name)
    setCount(count => count + 1)
  }
  return { layout: kept ?? given, isOwn: kept !== undefined, keep }
}

function readKept(name: string): Layout | undefined {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? "null") as Layout | undefined) ?? undefined
  } catch {
    return undefined
  }
}
