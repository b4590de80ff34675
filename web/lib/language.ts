import { languageNames } from "../../src/kit/pure/language-names.ts"

/** A language of the dashboard. */
export type Language = keyof typeof languageNames

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languageNames, tag)

// Node has a navigator, too, with the language of the machine: what is built and tested there is English.
const wanted = "document" in globalThis ? navigator.languages : []

/** Brazilian Portuguese for all of Portuguese, German for Austria. */
const nearest = (tag: string) => Object.keys(languageNames).find(known => known.split("-")[0] === tag.split("-")[0])

/** The language that the reader chose, or the first of the browser's that the dashboard has. */
export const language: Language = chosen() ?? (wanted.map(nearest).find(tag => tag !== undefined) as Language | undefined) ?? "en"

function chosen(): Language | undefined {
  const kept = typeof localStorage === "undefined" ? null : localStorage.getItem("language")
  return kept !== null && isLanguage(kept) ? kept : undefined
}

/** How numbers and dates are written: as in the reader's country, if it speaks the language. */
export const locale = wanted.find(tag => nearest(tag) === language) ?? language

/**
 * The texts in the reader's language by the hashes of the English ones, as the build writes them. It is read before any text is, so that a
 * change of language reloads the page.
 */
export const catalogue = await readCatalogue(language)

async function readCatalogue(tag: Language): Promise<Record<string, string> | undefined> {
  if (tag === "en") return undefined
  const read = {
    "pt-BR": () => import("../languages/pt-BR.json"),
    es: () => import("../languages/es.json"),
    de: () => import("../languages/de.json"),
    fr: () => import("../languages/fr.json"),
  }[tag]
  return (await read()).default
}
