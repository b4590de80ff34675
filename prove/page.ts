import { readFileSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"

const page = join(import.meta.dirname, "..", "docs", "proof.md")

/** Writes parts of docs/proof.md by their headings, and keeps all others. A new part comes last. `introduction` is what is above them. */
export function writeParts(parts: Readonly<Record<string, string>>, introduction?: string) {
  const [above = "", ...written] = readFileSync(page, "utf8").split(/^## /m)
  const kept = new Map(written.map(text => [text.slice(0, text.indexOf("\n")), text.slice(text.indexOf("\n")).trim()]))
  for (const [heading, text] of Object.entries(parts)) kept.set(heading, text.trim())
  const texts = [...kept].map(([heading, text]) => `## ${heading}\n\n${text}\n`)
  writeFileSync(page, [`${(introduction ?? above).trim()}\n`, ...texts].join("\n"))
}

/** Says by which command a part was written. */
export const writtenBy = (command: string) =>
  `\`${command} --write\` wrote this on ${new Date().toISOString().slice(0, 10)}, on ${availableParallelism()} cores.`
