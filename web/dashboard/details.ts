import { use } from "react"
import type { ResourceKey } from "../lib/api-types.ts"
import { useApp } from "./app-context.ts"
import type { Details, ObjectPage } from "./resource.ts"

/** The form and the page of a resource. The component waits until they are loaded. */
export function useDetails(key: ResourceKey): Details {
  const details = use(useApp().loadDetails())[key]
  if (!details) throw new Error(`web/resources/details.ts has no ${key}`)
  return details
}

export function useObjectPage(key: ResourceKey): ObjectPage {
  const { page } = useDetails(key)
  if (!page) throw new Error(`web/resources/details.ts has no page of ${key}`)
  return page
}

/** For a button: loads what it opens when the pointer or the focus reaches it, so that a click does not wait. */
export function usePreload(part: { preload(): void }) {
  const { loadDetails } = useApp()
  const preload = () => {
    part.preload()
    loadDetails().catch(() => undefined) // a failure is shown when it is opened
  }
  return { onPointerEnter: preload, onFocus: preload }
}
