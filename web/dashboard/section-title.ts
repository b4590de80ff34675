import { navigation, resources } from "./navigation.ts"
import { tabTitle } from "./page-title.ts"

/** What the tab says of an address, before its page has loaded anything. */
export function sectionTitle(path: string): string {
  const section = `/${path.split("/")[1] ?? ""}`
  const destination = navigation.flatMap(({ destinations }) => destinations).find(each => each.path === section)
  const resource = resources.find(each => `/${each.path}` === section)
  return tabTitle(destination?.label ?? resource?.title ?? (section === "/account" ? "Sessions and assistants" : undefined))
}
