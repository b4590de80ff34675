// Checks the rules of docs/architecture.md. Each failure names the file and the rule that it breaks.
import assert from "node:assert/strict"
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { test } from "node:test"
import { files } from "./source-files.ts"

const source = files.filter(({ path }) => path.startsWith("src/") && !path.endsWith(".test.ts"))

/** The folders of the slices in the order of the list in app.ts. */
const slices = readSlices(readFileSync("src/app.ts", "utf8"))

function readSlices(app: string): string[] {
  const folders = new Map([...app.matchAll(/^import \{ (\w+) \} from "\.\/(.+)\/slice\.ts"/gm)].map(([, name, folder]) => [name!, folder!]))
  const lists = ["platform", "business"].map(
    list => new RegExp(`^const ${list} = \\[([^\\]]*(?:\\[[^\\]]*\\][^\\]]*)*)\\]$`, "m").exec(app)?.[1],
  )
  const names = lists
    .flatMap(list => [...(list ?? "").matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name]) => name!))
    .filter(name => folders.has(name))
  return names.map(name => folders.get(name)!)
}

/** Lowest first: a file imports from its own folder and from lower ones. */
const layers = ["kit", "embedded", ...slices, "http"]
const entryPoints = /^src\/(app|start|main|worker)\.ts$|^src\/(cli|processes)\//
const folderOf = (path: string) => layers.find(layer => path.startsWith(`src/${layer}/`))
const layerOf = (path: string) => layers.indexOf(folderOf(path) ?? "")

const addingAResource =
  "Adding a resource touches its own folder (schema, rules, store, operations, slice), one line of the list in src/app.ts " +
  "and one migration."

test("every slice is in the list of app.ts", t => {
  t.diagnostic(`the order of src/app.ts: ${layers.join(", ")}`)
  assert.ok(slices.length >= 20, `only ${slices.join(", ")} were found in src/app.ts`)
  for (const path of globSync("src/!(kit)/*/slice.ts"))
    assert.ok(slices.includes(dirname(path).slice("src/".length)), `${path} is not in the list of src/app.ts. ${addingAResource}`)
  for (const { path } of source)
    assert.ok(folderOf(path) || entryPoints.test(path), `${path} belongs to no slice of src/app.ts. ${addingAResource}`)
})

test("the map of docs/architecture.md names every folder of src/ and of its groups, and no others", () => {
  const map = /^src\/\n([^]+?)^web\//m.exec(readFileSync("docs/architecture.md", "utf8"))![1]!
  const entries = [...map.matchAll(/^  ([\w-]+)\/ +(.+(?:\n {5,}.+)*)/gm)].map(
    ([, folder, text]) => [folder!, text!.split(/[\s:;,]+/)] as const,
  )
  const foldersIn = (path: string) => globSync(`${path}/*/`).map(each => basename(each))
  assert.deepEqual(entries.map(([folder]) => folder).toSorted(), foldersIn("src").toSorted())
  for (const [folder, words] of entries.filter(([folder]) => folder !== "kit")) {
    const folders = foldersIn(`src/${folder}`)
    for (const each of folders) assert.ok(words.includes(each), `src/${folder}/${each} is not in the map of docs/architecture.md`)
    if (slices.some(slice => slice.startsWith(`${folder}/`))) assert.deepEqual(words.toSorted(), folders.toSorted())
  }
})

test("every file that docs/architecture.md names exists", () => {
  const named = readFileSync("docs/architecture.md", "utf8").match(/(?<=`)[\w-]+\/[\w./-]+\.ts(?=`)/g) ?? []
  assert.ok(named.length > 50)
  for (const path of named)
    assert.ok(existsSync(path) || existsSync(`src/${path}`), `docs/architecture.md names ${path}, which does not exist`)
})

test("a slice imports only from slices before it", () => {
  for (const { path, imports } of source.filter(file => folderOf(file.path)))
    for (const { from } of imports.filter(({ from }) => from.startsWith("src/") && folderOf(from) !== folderOf(path)))
      assert.ok(
        layerOf(from) >= 0 && layerOf(from) < layerOf(path),
        `${path} imports ${from}, which comes later. The order is: ${layers.join(", ")}`,
      )
})

/** Lowest first. Folders of one level do not import from each other. */
const kitLevels = [["pure"], ["service"], ["db"], ["jobs", "events"], ["operation"]]
const kitFolderOf = (path: string) => /^src\/kit\/(\w+)\//.exec(path)?.[1] ?? ""
const kitLevelOf = (path: string) => kitLevels.findIndex(level => level.includes(kitFolderOf(path)))

test("a folder of the kit imports only from folders below it, types included", () => {
  const order = kitLevels.map(level => level.join(", ")).join(" → ")
  assert.deepEqual(
    globSync("src/kit/*")
      .map(kitFolder => basename(kitFolder))
      .toSorted(),
    kitLevels.flat().toSorted(),
    order,
  )
  for (const { path, text } of source.filter(({ path }) => path.startsWith("src/kit/")))
    for (const [, relative] of text.matchAll(/(?:\bfrom |\bimport\(|^import )"(\.[^"]+)"/gm)) {
      const from = join(dirname(path), relative!)
      const isBelow = kitLevelOf(from) >= 0 && kitLevelOf(from) < kitLevelOf(path)
      assert.ok(kitFolderOf(from) === kitFolderOf(path) || isBelow, `${path} imports ${from}. The order of the kit is: ${order}`)
    }
})

test("ports are declared in ports.ts, and app.ts connects them", () => {
  for (const { path, text } of source.filter(({ path }) => !path.endsWith("/ports.ts")))
    assert.doesNotMatch(text, /^ ?(\/\*)?\*+ Port: /m, `${path} declares a port; put it into ports.ts`)
  for (const { path, text } of source)
    assert.doesNotMatch(
      text,
      /\bfunction use[A-Z]|\b(?:const|let) use[A-Z]\w* = (?:async )?\(/,
      `${path} has a function use…, which reads as a hook of React`,
    )
  const connected = new Set(readFileSync("src/app.ts", "utf8").match(/^connect\w+(?=\()/gm))
  for (const { path, text } of source.filter(({ path }) => path.endsWith("/ports.ts")))
    for (const [, name] of text.matchAll(/^export (?:const|function) (connect\w+)/gm))
      assert.ok(connected.has(name!), `${path} exports ${name}, which src/app.ts does not call`)
})

test("the kit knows no resource", () => {
  const resources =
    /\b(from|update|into|join) (api_keys|users|teams|webhook_endpoints|deliveries|contacts|payment_intents|transactions|orders)\b/
  for (const { path, text } of source.filter(({ path }) => path.startsWith("src/kit/")))
    assert.doesNotMatch(text, resources, `${path} reads or writes a slice's table; declare a port instead`)
})

/** Files that the browser may import too: no database, no Node. */
const pureFile = /\/(values|schema|converted-schema|rules|turn-rules|errors)\.ts$|^src\/kit\/pure\//
const pureInRates = /^src\/money\/rates\/(?!.*(store|operations|jobs|live|refresh|slice|answers|metrics)\.ts$)/
const isPure = (path: string) => pureFile.test(path) || pureInRates.test(path)
const purePackages = ["zod", "libphonenumber-js/max", "fast-xml-parser"]

test("schema, rules, errors and kit/pure are pure", () => {
  for (const { path, imports } of source.filter(file => isPure(file.path) && !file.path.startsWith("src/http/")))
    for (const { from, typeOnly } of imports)
      assert.ok(typeOnly || purePackages.includes(from) || isPure(from), `${path} imports ${from}, which is not pure`)
})

test("only store.ts and the kit contain SQL", () => {
  for (const { path, text } of source.filter(({ path }) => !/store\.ts$|^src\/(kit|embedded)\//.test(path)))
    assert.doesNotMatch(text, /\bsql`|\bwriteStatement\(|\bbatchedLookup\w*<|(?<!\.)\.query\(`/, `${path} contains SQL`)
})

/** Files that use the connections of a cell. Of these, query.ts decides in which cell a statement runs. */
const connectionUsers =
  "cells|query|commit|directory|tenant-moves|database-clock|write-probe|batched-lookup|shared-reads|cell-batcher|held-snapshot|" +
  "read-replica|replica-\\w+"
const usingConnections = new RegExp(`^src/kit/db/(${connectionUsers})\\.ts$`)

test("only a few files of the kit use connections, so that no statement runs in the wrong cell", () => {
  for (const { path, text, imports } of source.filter(({ path }) => !/^src\/kit\/db\/pools\.ts$/.test(path))) {
    assert.doesNotMatch(text, /\bnew (?:pg\.)?Pool\(/, `${path} opens a pool; src/kit/db/pools.ts opens those of each cell`)
    if (usingConnections.test(path)) continue
    assert.ok(!imports.some(({ from }) => from === "src/kit/db/pools.ts"), `${path} imports pools.ts`)
    const used = /\b(?:pool|lockPool|reportPool|probePool)\.(?:connect|query)\(|\b(?:connectTo|queryIn|cellFor)\(/
    assert.doesNotMatch(text, used, `${path} uses a connection itself; query within a scope, which decides the cell`)
  }
})

/** The slices that write each table. Erasure overwrites personal data in all of them, by its register (decision 42). */
const writers = new Map<string, Set<string>>()
for (const { path, text } of source.filter(({ path }) => !path.startsWith("src/embedded/")))
  for (const [, ...names] of text.matchAll(
    /\b(?:resource|table|appendOnly)\(\s*"(\w+)"|insert into (\w+) |update (\w+) (?:\w )?set|delete from (\w+) /g,
  ))
    for (const table of names.filter(Boolean)) writers.set(table, (writers.get(table) ?? new Set()).add(folderOf(path) ?? path))

test("a table is written only by its own slice and by the kit", () => {
  for (const [table, folders] of writers)
    assert.ok([...folders].filter(folder => folder !== "kit").length <= 1, `${table} is written by ${[...folders].join(" and ")}`)
})

/** Deliberate exceptions from the rule below: file and table. The slices of insight exist to read other tables. */
const deliberateReads = [
  // Sums are folded tenant by tenant, because their index begins with the tenant. Only a look-up per tenant shows which ones have sums.
  "src/kit/db/tallies.ts tenants",
  // Time is the tenant's clock, and claims skip a tenant whose clock is being moved: a look-up before each claim would be too late.
  "src/kit/jobs/claim-query.ts clock_jumps",
  "src/kit/jobs/claim-query.ts tenants",
  "src/kit/jobs/queue.ts tenants",
  "src/kit/jobs/real-time.ts tenants",
  "src/platform/webhooks/claim-store.ts clock_jumps",
  // The filter of a list names a subscription, whose slice is built on payment intents. A port would make a circle: ports.ts needs the row.
  "src/money/payment-intents/store.ts subscriptions",
]

test("a statement reads tables of its own slice, and joins only tables of slices before it", () => {
  const ownersOf = (table: string) => [...(writers.get(table) ?? [])]
  const found = new Set<string>()
  for (const { path, text } of source.filter(({ path }) => folderOf(path) && !path.startsWith("src/insight/")))
    for (const [statement] of text.matchAll(/`[^`]+`/g)) {
      const tables = [...statement.matchAll(/\b(?:from|join|using|update|into) (\w+)/g)]
        .map(([, name]) => name!)
        .filter(name => writers.has(name))
      const own = folderOf(path)!
      const foreign = tables.filter(table => !ownersOf(table).some(owner => owner === own || owner === "kit"))
      const isJoin = foreign.length < tables.length
      for (const table of foreign)
        if (!isJoin || ownersOf(table).every(owner => layers.indexOf(owner) > layers.indexOf(own))) found.add(`${path} ${table}`)
    }
  assert.deepEqual([...found].toSorted(), deliberateReads.toSorted())
})

test("code takes the time from the database, because the clocks of processes differ", () => {
  // The OAuth library uses the process's clock; its adapter converts.
  for (const { path, text } of source.filter(({ path }) => folderOf(path) && !path.startsWith("src/http/oauth/")))
    assert.ok(!/\bDate\.now\(|new Date\(\)/.test(text), `${path} looks at the process's clock: take ctx.now or databaseClock.now()`)
})

test("src holds tests only in files that end with .test.ts", () => {
  for (const { path, imports } of source)
    for (const { from } of imports)
      assert.ok(from !== "node:test" && !from.startsWith("test/"), `${path} imports ${from}: move it to test/`)
})

test("operations and jobs are imported only by their slice.ts, and that only by app.ts", () => {
  for (const { path, imports } of source)
    for (const { from } of imports.filter(({ from }) => from.startsWith("src/") && !from.startsWith("src/kit/"))) {
      if (/\/(operations|jobs)\.ts$/.test(from)) assert.equal(path, join(dirname(from), "slice.ts"), `${path} imports ${from}`)
      if (from.endsWith("/slice.ts")) assert.equal(path, "src/app.ts", `${path} imports ${from}`)
    }
})

test("every slice that seals secrets can seal them again after SECRET_KEY got a new key", () => {
  for (const { path, text } of source.filter(({ path }) => slices.some(slice => path.startsWith(`src/${slice}/`))))
    if (/^import \{[^}]*\b(seal|sealLinkKey)\b[^}]*\}/m.test(text))
      assert.match(readFileSync(`src/${folderOf(path)}/slice.ts`, "utf8"), /\breseal: /, `${path} seals, but its slice.ts has no reseal`)
})

test("every export is imported by another file", () => {
  const imported = new Set<string>()
  for (const { path, text } of files) {
    const add = (from: string, name: string) => imported.add(`${join(dirname(path), from)} ${name}`)
    for (const [, names, from] of text.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from "(\.[^"]+)"/gm))
      for (const name of names!.split(","))
        add(
          from!,
          name
            .trim()
            .replace(/^type /, "")
            .split(" ")[0]!,
        )
    for (const [, from] of text.matchAll(/(?:\* as \w+ from |\bimport\()"(\.[^"]+)"/g)) add(from!, "*")
  }
  for (const { path, text } of files)
    for (const [, name] of text.matchAll(/^export (?:async )?(?:const|let|function\*?|type|class) (\w+)/gm))
      assert.ok(imported.has(`${path} ${name}`) || imported.has(`${path} *`), `${path} exports ${name}, which no other file imports`)
})

test("every statement on a tenant's table names the tenant", () => {
  const tables = globSync("migrations/*.sql").flatMap(path =>
    [...readFileSync(path, "utf8").matchAll(/^create table (\w+) \(\n(?:  .*\n)*?  tenant_id/gm)].map(([, name]) => name!),
  )
  for (const { path, text } of source)
    for (const [statement] of text.matchAll(/(?:sql|batchedLookup\w*<[^`]*|writeStatement\()\s*`[^`]+`|sql`[^`]+`/g))
      if (tables.some(table => new RegExp(`\\b(from|update|into) ${table}\\b`).test(statement)))
        assert.match(statement, /tenant_id|hash = input\.hash/, `${path}: ${statement.slice(0, 120)}`)
})

test("no file has over 300 lines, no function over 70, no line over 140 characters", () => {
  for (const { path, lines } of files) {
    assert.ok(lines.length <= 301, `${path} has ${lines.length} lines`)
    lines.forEach((line, i) => assert.ok(line.length <= 140, `${path}:${i + 1} has ${line.length} characters`))
    for (const { name, length } of functionsIn(lines)) assert.ok(length <= 70, `${path}: ${name} has ${length} lines`)
  }
  for (const path of globSync(["src/**/*.{css,js}", "web/**/*.css"])) {
    const { length } = readFileSync(path, "utf8").split("\n")
    assert.ok(length <= 301, `${path} has ${length} lines`)
  }
})

test("no TODO, no ignored type error, no any", () => {
  for (const { path, text } of source) assert.doesNotMatch(text, /\b(TODO|FIXME|XXX|HACK)\b|@ts-ignore|\bas any\b|: any\b/, path)
})

test("no log line has a field named like a secret, which the log would redact", () => {
  const redacted = /\blog\.\w+\(\s*\{(?:[^}]*,)?\s*(authorization|key|secret|token)\s*[:,}]/
  for (const { path, text } of source) assert.doesNotMatch(text, redacted, path)
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
