import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const sheets = [
  "tokens",
  "base",
  "reference",
  "code",
  "guide",
  "plain",
  "form",
  "pay",
  "pay-methods",
  "pay-transfer",
  "pay-state",
  "buy",
  "portal",
  "portal-statement",
  "narrow",
] as const

/** The rules of Inter, the font of our pages. A browser loads only the files whose characters a page has. */
export const fontRules = () =>
  readFont("wght.css")
    .toString()
    .replaceAll("./files/", "/assets/fonts/")
    .replaceAll(/\/\*.*?\*\/\s*/g, "")
export const readFont = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/${name}`)))

/** The styles of the pages as one sheet. A file for keeping, such as a receipt, includes only the sheets that it needs. */
export const readStyles = (names: readonly (typeof sheets)[number][] = sheets): string =>
  names.map(name => readFileSync(new URL(`assets/${name}.css`, import.meta.url), "utf8")).join("\n")
