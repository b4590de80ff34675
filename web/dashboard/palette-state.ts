import { useState } from "react"
import { takeEarlySearch } from "../lib/early-search.ts"

/** Whether the search is open: undefined until it is first opened, so that it is loaded only when needed. */
export function usePaletteState() {
  const [early, setEarly] = useState(takeEarlySearch)
  const [isOpen, setOpen] = useState<boolean | undefined>(early !== undefined || undefined)
  function close() {
    setOpen(false)
    setEarly(undefined)
  }
  return { isOpen, initialText: early ?? "", open: () => setOpen(true), close }
}
