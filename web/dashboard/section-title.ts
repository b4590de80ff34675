import { type App, destinationsOf } from "./app-context.ts"
import { tabTitle } from "./page-title.ts"

/** The title of the browser's tab for an address, before its page has loaded anything. */
export function sectionTitle(app: App, path: string): string {
  const section = `/${path.split("/")[1] ?? ""}`
  const destination = [...destinationsOf(app), ...app.accountMenu].find(each => each.path === section)
  return tabTitle(destination?.label)
}
