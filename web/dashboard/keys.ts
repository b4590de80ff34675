import { useEffect } from "react"
import { isShortcut } from "../lib/shortcut.ts"
import { navigation } from "./navigation.ts"

type Handlers = { onPalette(): void; onHelp(): void; onGo(path: string): void }

/** How long `g` waits for the key that says where to. */
const pairMs = 900

/** The keys that work on every page. */
export function useKeys({ onPalette, onHelp, onGo }: Handlers) {
  useEffect(() => {
    let pressedG = -pairMs // key events count from the opening of the page, so 0 would be a `g` just before its first keys
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault()
        onPalette()
      }
      if (!isShortcut(event)) return
      if (event.key === "?") onHelp()
      if (event.key === "/") {
        event.preventDefault()
        document.querySelector<HTMLInputElement>("[data-search]")?.focus()
      }
      const isPair = event.timeStamp - pressedG < pairMs
      const destination = navigation.flatMap(({ destinations }) => destinations).find(({ key }) => key === event.key)
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
