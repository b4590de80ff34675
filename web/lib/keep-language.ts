import { type Language, language } from "./language.ts"

const yearSeconds = 365 * 24 * 60 * 60

/** Keeps the choice in this browser: for the dashboard, and in a cookie for the pages around sign-in. Null: as the browser. */
export function keepLanguage(chosen: Language | null) {
  if (chosen === null) localStorage.removeItem("language")
  else localStorage.setItem("language", chosen)
  document.cookie = `language=${chosen ?? ""}; Path=/; Max-Age=${chosen === null ? 0 : yearSeconds}; SameSite=Lax`
}

let isCompared = false

/**
 * Takes over the language that a person chose in another browser, once when the page was loaded. Texts are read before anything is shown,
 * so the page is loaded again. What is kept already is not tried a second time.
 */
export function takeOverLanguage(chosen: Language | null) {
  if (isCompared) return
  isCompared = true
  if (chosen === null || chosen === language || localStorage.getItem("language") === chosen) return
  keepLanguage(chosen)
  location.reload()
}
