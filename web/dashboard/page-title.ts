import { useEffect } from "react"

/** Names the tab after the one object that it shows, so that several open ones are told apart. */
export function useObjectTitle(name: string | undefined, kind: string) {
  useEffect(() => void (document.title = tabTitle(name, kind)), [name, kind])
}

export const tabTitle = (...parts: (string | undefined)[]) => [...parts, "Countersign"].filter(Boolean).join(" · ")
