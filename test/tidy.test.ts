// The house rules, checked. Each failure names the file and what it breaks; docs/house.md says why.
import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { test } from "node:test"

/** Bottom to top. A slice may import from floors below its own, never from its own height or above. */
const floors = [
  "embedded",
  "kit",
  "tenants",
  "api-keys",
  "audit",
  "events",
  "mails",
  "webhooks",
  "contacts",
  "partnerships",
  "services",
  "orders",
  "ledger",
  "payment-intents",
  "payment-splits",
  "transactions",
  "gateways",
  "rates",
  "bank-transfers",
  "books",
  "charges",
  "search",
  "http",
]
const roofs = ["app.ts", "start.ts", "main.ts", "demo.ts", "secret.ts", "worker.ts", "cli.ts", "listen.ts", "print.ts"]

/** What the browser may use too: no database, no Node. */
const pureKit = "money|decimal|problem|fields|filters|input|id|permissions|phone|metadata|given"
const pureRates = "fx|feed|financing|providers|countries|declared|comparison"
const pure = new RegExp(`/(schema|rules)\\.ts$|^src/kit/(${pureKit})\\.ts$|^src/rates/(${pureRates})\\.ts$`)
const purePackages = ["zod", "libphonenumber-js/max"]

type File = { path: string; text: string; lines: string[]; imports: { from: string; typeOnly: boolean }[] }

const files: File[] = globSync(["src/**/*.ts", "test/**/*.ts", "bench/**/*.ts"]).map(path => {
  const text = readFileSync(path, "utf8")
  const imports = [...text.matchAll(/^import (type )?[^"]*?from "([^"]+)"/gm)].map(([, type, from]) => ({
    typeOnly: Boolean(type),
    from: from!.startsWith(".") ? join(dirname(path), from!) : from!,
  }))
  return { path, text, lines: text.split("\n"), imports }
})
const source = files.filter(({ path }) => path.startsWith("src/") && !path.endsWith(".test.ts"))
const sliceOf = (path: string) => path.split("/")[1]!
const floorOf = (path: string) => floors.indexOf(sliceOf(path))

test("every folder of src is a floor", () => {
  for (const { path } of source) assert.ok(floorOf(path) >= 0 || roofs.includes(sliceOf(path)), `${path} stands on no floor`)
})

test("a slice imports only from floors below", () => {
  for (const { path, imports } of source.filter(file => floorOf(file.path) >= 0))
    for (const { from } of imports.filter(({ from }) => from.startsWith("src/") && sliceOf(from) !== sliceOf(path)))
      assert.ok(floorOf(from) >= 0 && floorOf(from) < floorOf(path), `${path} climbs to ${from}`)
})

test("schema and rules stay pure", () => {
  for (const { path, imports } of source.filter(file => pure.test(file.path)))
    for (const { from, typeOnly } of imports)
      assert.ok(typeOnly || purePackages.includes(from) || pure.test(from) || from === "node:crypto", `${path} reaches ${from}`)
})

test("only store.ts and kit speak SQL", () => {
  for (const { path, text } of source.filter(({ path }) => !/store\.ts$|^src\/(kit|embedded)\//.test(path)))
    assert.doesNotMatch(text, /\bsql`|\bway\(|\bquestion<|\.query\(`/, `${path} holds SQL`)
})

test("a table is written only by its own slice and the ground it stands on", () => {
  const owners = new Map<string, Set<string>>()
  for (const { path, text } of source.filter(({ path }) => !path.startsWith("src/embedded/")))
    for (const [, ...names] of text.matchAll(
      /\b(?:table|appendOnly)\(\s*"(\w+)"|insert into (\w+) |update (\w+) (?:t )?set|delete from (\w+) /g,
    ))
      for (const table of names.filter(Boolean)) owners.set(table, (owners.get(table) ?? new Set()).add(sliceOf(path)))
  for (const [table, slices] of owners)
    assert.ok([...slices].filter(slice => slice !== "kit").length <= 1, `${table}: ${[...slices].join(" and ")}`)
})

test("operations and jobs are opened only by app.ts", () => {
  for (const { path, imports } of source)
    for (const { from } of imports)
      if (
        /^src\/[^/]+\/(operations|jobs|held)\.ts$/.test(from) &&
        !from.startsWith("src/kit/") &&
        path !== "src/app.ts" &&
        path !== "src/print.ts"
      )
        assert.fail(`${path} opens ${from}`)
})

test("every statement on a tenant's table names the tenant", () => {
  const tables = globSync("migrations/*.sql").flatMap(path =>
    [...readFileSync(path, "utf8").matchAll(/^create table (\w+) \(\n  (?:tenant_id|hash)/gm)].map(([, name]) => name!),
  )
  for (const { path, text } of source)
    for (const [statement] of text.matchAll(/(?:sql|question<[^`]*|way\()\s*`[^`]+`|sql`[^`]+`/g))
      if (tables.some(table => new RegExp(`\\b(from|update|into) ${table}\\b`).test(statement)))
        assert.match(statement, /tenant_id|hash = asked\.hash/, `${path}: ${statement.slice(0, 120)}`)
})

test("no file is longer than a short read, no function than a page, no line than a screen", () => {
  for (const { path, lines } of files) {
    assert.ok(lines.length <= 301, `${path} has ${lines.length} lines`)
    lines.forEach((line, i) => assert.ok(line.length <= 160, `${path}:${i + 1} has ${line.length} characters`))
    for (const { name, length } of functionsIn(lines)) assert.ok(length <= 70, `${path}: ${name} has ${length} lines`)
  }
})

test("nothing is left for later in silence", () => {
  for (const { path, text } of source) assert.doesNotMatch(text, /\b(TODO|FIXME|XXX|HACK)\b|@ts-ignore|\bas any\b|: any\b/, path)
})

/** Top-level functions: from their first line to the closing brace in the first column. */
function functionsIn(lines: string[]): { name: string; length: number }[] {
  return lines.flatMap((line, start) => {
    const [, name] = /^(?:export )?(?:async )?function (\w+)/.exec(line) ?? []
    if (!name) return []
    const end = lines.findIndex((each, i) => i > start && each === "}")
    return [{ name, length: end - start + 1 }]
  })
}
