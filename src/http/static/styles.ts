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
  "portal",
  "narrow",
] as const

/** The styles of the pages as one sheet. A file that is kept elsewhere has those that it needs in itself. */
export const readStyles = (names: readonly (typeof sheets)[number][] = sheets): string =>
  names.map(name => readFileSync(new URL(`assets/${name}.css`, import.meta.url), "utf8")).join("\n")
