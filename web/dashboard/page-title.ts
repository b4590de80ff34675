import { useEffect } from "react"
import { navigation, resources } from "./navigation.ts"

/** What the tab says of an address, before its page has loaded anything. */
export function sectionTitle(path: string): string {
  const section = `/${path.split("/")[1] ?? ""}`
  const destination = navigation.flatMap(({ destinations }) => destinations).find(each => each.path === section)
  const resource = resources.find(each => `/${each.path}` === section)
  return tabTitle(destination?.label ?? resource?.title ?? (section === "/account" ? "Sessions and assistants" : undefined))
}

/** Names the tab after the one object that it shows, so that several open ones are told apart. */
export function useObjectTitle(name: string | undefined, kind: string) {
  useEffect(() => void (document.title = tabTitle(name, kind)), [name, kind])
}

const tabTitle = (...parts: (string | undefined)[]) => [...parts, "Countersign"].filter(Boolean).join(" · ")
