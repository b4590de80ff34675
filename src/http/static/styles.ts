import { readFileSync } from "node:fs"

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
  "narrow",
] as const

/** The styles of the pages as one sheet. A file for keeping, such as a receipt, includes only the sheets that it needs. */
export const readStyles = (names: readonly (typeof sheets)[number][] = sheets): string =>
  names.map(name => readFileSync(new URL(`assets/${name}.css`, import.meta.url), "utf8")).join("\n")
