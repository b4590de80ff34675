import { type AnyRouter, useRouter } from "@tanstack/react-router"
import { useEffect } from "react"
import { isShortcut } from "../lib/shortcut.ts"
import { destinationsOf, useApp } from "./app-context.ts"

type Handlers = { onPalette(): void; onHelp(): void; onGo(path: string): void }

/** How long `g` waits for the second key. */
const pairMs = 900

/** The keys that work on every page. */
export function useKeys({ onPalette, onHelp, onGo }: Handlers) {
  const router = useRouter()
  const app = useApp()
  useEffect(() => {
    let pressedG = -pairMs // times of key events start with the page at 0, so 0 here would count as a `g` just before the first key
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault()
        onPalette()
      }
      if (!isShortcut(event)) return
      if (isLeaving(router)) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      if (event.key === "?") onHelp()
      if (event.key === "/") {
        event.preventDefault()
        const search = document.querySelector<HTMLInputElement>("[data-search]")
        if (search) search.focus()
        else onPalette() // the next keys must not reach the shortcuts of the page
      }
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

/** While the script of the next page loads, the old page is still shown. It must not act on keys that are meant for the next page. */
const isLeaving = ({ state: { resolvedLocation } }: AnyRouter) =>
  resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname
