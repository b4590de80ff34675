import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

type SourceFile = { path: string; text: string; lines: string[]; imports: { from: string; typeOnly: boolean }[] }

const patterns = ["src/**/*.ts", "test/**/*.ts", "bench/**/*.ts", "prove/**/*.ts", "web/**/*.{ts,tsx}", "sdk/src/*.ts"]

/** All code of the project, for the tests that check its rules. */
export const files: SourceFile[] = globSync(patterns).map(path => {
  const text = readFileSync(path, "utf8")
  const imports = [...text.matchAll(/^import (type )?[^"]*?from "([^"]+)"/gm)].map(([, type, from]) => ({
    typeOnly: Boolean(type),
    from: from!.startsWith(".") ? join(dirname(path), from!) : from!,
  }))
  return { path, text, lines: text.split("\n"), imports }
})
