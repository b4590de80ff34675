import { useState } from "react"
import type { Row } from "./resource.ts"

/** As many rows as can be selected at once. */
export const maxSelected = 500

export type Selection = {
  /** By their ids, also those of other pages of the list. */
  rows: ReadonlyMap<string, Row>
  /** Selects some rows, or unselects them. What is beyond `maxSelected` is left out. */
  put(rows: readonly Row[], isOn: boolean): void
  clear(): void
}

const none: ReadonlyMap<string, Row> = new Map()

/** The selected rows. They stay while a person turns pages, and are gone once other filters give another `list`. */
export function useSelection(list: string): Selection {
  const [state, setState] = useState({ list, rows: none })
  const rows = state.list === list ? state.rows : none
  const put = (some: readonly Row[], isOn: boolean) => {
    const next = new Map(rows)
    for (const row of some) {
      if (!isOn) next.delete(row._id)
      else if (next.size < maxSelected) next.set(row._id, row)
    }
    setState({ list, rows: next })
  }
  return { rows, put, clear: () => setState({ list, rows: none }) }
}
