import { type AnyRouter, useRouter } from "@tanstack/react-router"
import { useEffect } from "react"
import { isShortcut } from "../lib/shortcut.ts"
import { t } from "../lib/translate.ts"
import { destinationsOf, useApp } from "./app-context.ts"
import { everywhere, type PageKey, useShownKeys } from "./page-keys.ts"

type Handlers = { onPalette(): void; onHelp(): void; onGo(path: string): void }

/** How long `g` waits for the second key. */
const pairMs = 900

/** The keys that work on every page. */
export function useKeys({ onPalette, onHelp, onGo }: Handlers) {
  const router = useRouter()
  const app = useApp()
  const keys = frameKeys({ onPalette, onHelp })
  useShownKeys(everywhere, keys)
  useEffect(() => {
    let pressedG = -pairMs // times of key events start with the page at 0, so 0 here would count as a `g` just before the first key
    const onKey = (event: KeyboardEvent) => {
      const own = keys.find(each => each.keys.includes(event.key) && (each.isWithMod ?? false) === (event.metaKey || event.ctrlKey))
      if (own?.isWithMod) own.run?.(event)
      if (!isShortcut(event)) return
      if (isLeaving(router)) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      own?.run?.(event)
      const isPair = event.timeStamp - pressedG < pairMs
      const destination = destinationsOf(app).find(({ key }) => key === event.key)
      if (isPair && destination) {
        event.stopImmediatePropagation() // the page's own keys, such as `a` for approve, must not see it
        onGo(destination.path)
      }
      pressedG = event.key === "g" ? event.timeStamp : -pairMs
    }
    addEventListener("keydown", onKey, true)
    return () => removeEventListener("keydown", onKey, true)
  })
}

const frameKeys = ({ onPalette, onHelp }: Pick<Handlers, "onPalette" | "onHelp">): readonly PageKey[] => [
  {
    keys: ["k"],
    isWithMod: true,
    what: t`Search, or run any action`,
    run(event) {
      event.preventDefault()
      onPalette()
    },
  },
  {
    keys: ["/"],
    what: t`Search this list, or everything`,
    run(event) {
      event.preventDefault()
      const search = document.querySelector<HTMLInputElement>("[data-search]")
      if (search) search.focus()
      else onPalette() // the next keys must not reach the shortcuts of the page
    },
  },
  { keys: ["?"], what: t`These shortcuts`, run: onHelp },
  { keys: ["Escape"], what: t`Step back` },
]

/** While the script of the next page loads, the old page is still shown. It must not act on keys that are meant for the next page. */
const isLeaving = ({ state: { resolvedLocation } }: AnyRouter) =>
  resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname
