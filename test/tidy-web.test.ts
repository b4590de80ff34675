// Checks the rules of docs/architecture.md for web/.
import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { test } from "node:test"
import { files } from "./source-files.ts"

/** Lowest first, like the layers of the service. client.ts belongs to lib/: lib/ reads it, and it uses the wording of lib/ for refusals. */
const webLayers = ["lib", "ui", "dashboard", "resources", "pages", "app.ts", "main.tsx"]
const webLayerOf = (path: string) =>
  webLayers.findIndex(layer => path === `web/${layer}` || path.startsWith(`web/${layer}/`) || (layer === "lib" && path === "web/client.ts"))

test("a file of web/ imports only from its own folder and from lower ones, by import() too, and in no circle", t => {
  t.diagnostic(`the order of web/: client.ts, ${webLayers.join(", ")}`)
  const web = new Map(
    files
      .filter(({ path }) => webLayerOf(path) >= 0)
      .map(({ path, text, imports }) => {
        const lazy = [...text.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, from]) => join(dirname(path), from!))
        return [path, [...imports.map(({ from }) => from), ...lazy].filter(from => webLayerOf(from) >= 0)] as const
      }),
  )
  assert.ok(web.size > 200, `only ${web.size} files of web/ belong to a layer`)
  for (const path of globSync("web/**/*.{ts,tsx}")) assert.ok(web.has(path) || path === "web/vite.config.ts", `${path} is in no layer`)
  for (const [path, imports] of web)
    for (const from of imports)
      assert.ok(webLayerOf(from) <= webLayerOf(path), `${path} imports ${from}. The order is: ${webLayers.join(", ")}`)
  assert.equal(findCircle(web), undefined)
})

/** The files of a circle of imports, if there is one. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string | undefined {
  const done = new Set<string>()
  const visit = (path: string, way: readonly string[]): string | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path].join(" → ")
    if (done.has(path)) return undefined
    done.add(path)
    return (imports.get(path) ?? []).map(from => visit(from, [...way, path])).find(Boolean)
  }
  return [...imports.keys()].map(path => visit(path, [])).find(Boolean)
}

/** Small files without Zod, which would make the pages heavier: the words that a field may have, and whose turn it is to decide. */
const sharedFile = /^src\/\w+\/[\w-]+\/(values|turn-rules)\.ts$/

test("the pages share only the pure kit, lists of values and the rules of turns with the service, and the types of its API", () => {
  for (const { path, imports } of files.filter(file => file.path.startsWith("web/")))
    for (const { from, typeOnly } of imports.filter(({ from }) => from.startsWith("src/")))
      assert.ok(from.startsWith("src/kit/pure/") || sharedFile.test(from) || (typeOnly && from === "src/app.ts"), `${path} imports ${from}`)
  for (const { path, imports } of files.filter(file => sharedFile.test(file.path)))
    for (const { from, typeOnly } of imports)
      assert.ok(typeOnly || sharedFile.test(from) || from === "src/kit/pure/permissions.ts", `${path} imports ${from}`)
})

/** Sides are named by the direction of reading, so that a page in Arabic or Hebrew needs only dir="rtl". */
const physical = {
  property: /(?<=[\s{;])(?:[\w-]+-)?(?:left|right):|(?:margin|padding|border)-(?:left|right)\b|(?:text-align|float): ?(?:left|right)\b/,
  uneven: /(?<=[\s{;])(?:margin|padding|inset): (?<top>\S+) (?<right>\S+) \S+ (?!\k<right>;)\S+;/,
  spacing: /(?<=[\s"'`:!])-?(?:scroll-)?[mp][lr]-(?:[\d[]|auto|px)/,
  side: /(?<=[\s"'`:!])-?(?:(?:left|right)-(?:\d+(?![/\d])|\[|px)|(?:text|float)-(?:left|right)\b|border-[lr]\b|rounded-[tb]?[lr]\b)/,
}

test("pages name sides by the direction of reading, not as left and right", () => {
  const styles = [...globSync("src/http/static/assets/*.css"), "src/http/static/assets/widgets.js", "web/styles.css"]
  for (const path of styles) {
    const text = readFileSync(path, "utf8").replaceAll(/\/\*[^]*?\*\//g, "")
    for (const rule of [physical.property, physical.uneven])
      assert.equal(rule.exec(text)?.[0], undefined, `${path}: write start and end, such as padding-inline-start, for left and right`)
  }
  for (const { path, text } of files.filter(file => file.path.startsWith("web/")))
    for (const rule of [physical.spacing, physical.side])
      assert.equal(rule.exec(text)?.[0], undefined, `${path}: write start and end, such as ms-2 and text-end, for left and right`)
})
