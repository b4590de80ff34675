import { useEffect } from "react"

/** Names the browser's tab after the object that it shows, so that people can tell several tabs apart. */
export function useObjectTitle(name: string | undefined, kind: string) {
  useEffect(() => void (document.title = tabTitle(name, kind)), [name, kind])
}

export const tabTitle = (...parts: (string | undefined)[]) => [...parts, "Countersign"].filter(Boolean).join(" · ")
