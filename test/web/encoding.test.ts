import assert from "node:assert/strict"
import { test } from "node:test"
import { isUtf8 } from "../../web/resources/bank-statements/encoding.ts"

const lines = "01.10.2026;Course;12,50\n".repeat(20_000)
const files: [what: string, file: Blob, expected: boolean][] = [
  ["a file of ASCII", new Blob([lines]), true],
  ["a UTF-8 letter after half a megabyte", new Blob([lines, "01.10.2026;Müller;1,00\n"]), true],
  ["a Windows-1252 letter after half a megabyte", new Blob([lines, "01.10.2026;M", new Uint8Array([0xfc]), "ller;1,00\n"]), false],
  ["a letter that the end of the file cuts", new Blob([lines, new Uint8Array([0xc3])]), false],
  ["an empty file", new Blob([]), true],
]
for (const [what, file, expected] of files)
  test(`tells whether the whole file is UTF-8: ${what}`, async () => assert.equal(await isUtf8(file), expected))
