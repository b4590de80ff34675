// Finds the texts of the dashboard in its source: those that are translated, and those that were forgotten.
import { globSync, readFileSync } from "node:fs"
import { parseSync } from "vite"
import { keyOf } from "../web/lib/translate.ts"

type Text = { text: string; file: string; line: number }
type Node = { readonly type: string; readonly start: number; readonly [field: string]: unknown }

const files = globSync("web/**/*.{ts,tsx}")
  .filter(path => !path.includes(".test."))
  .toSorted()

/** Every template that is tagged t or rich, by its English text. */
export const translatedTexts = (): Text[] => files.flatMap(file => textsOf(file, translatedText))

/** Every text that a page shows although no language can change it. */
export const forgottenTexts = (): Text[] => files.flatMap(file => textsOf(file, forgottenText))

function textsOf(file: string, textIn: (node: Node) => string | undefined): Text[] {
  const source = readFileSync(file, "utf8")
  const found: Text[] = []
  visit(parseSync(file, source).program as unknown as Node, node => {
    const text = textIn(node)
    if (text !== undefined) found.push({ text, file, line: source.slice(0, node.start).split("\n").length })
  })
  return found
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, see)
  else if (isNode(value)) {
    see(value)
    for (const each of Object.values(value)) visit(each, see)
  }
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value

function translatedText(node: Node): string | undefined {
  if (node.type !== "TaggedTemplateExpression") return undefined
  const { name } = node["tag"] as { name?: string }
  if (name !== "t" && name !== "rich") return undefined
  return keyOf((node["quasi"] as { quasis: { value: { cooked: string } }[] }).quasis.map(each => each.value.cooked))
}

/** Attributes and fields whose text is read by people. */
const shownBy = new Set(
  "about alt confirm content description done empty header hint label message note placeholder summary title what aria-label".split(" "),
)

function forgottenText(node: Node): string | undefined {
  if (node.type === "JSXText") return readable(node["value"])
  const name = node.type === "JSXAttribute" ? (node["name"] as { name: string }).name : node.type === "Property" ? keyName(node) : undefined
  const value = node["value"] as { type?: string; value?: unknown } | null
  return name !== undefined && shownBy.has(name) && value?.type === "Literal" ? readable(value.value) : undefined
}

const keyName = (node: Node) => (node["computed"] === true ? undefined : (node["key"] as { name?: string }).name)

/** Names of products, codes and examples are the same in every language. */
const readable = (text: unknown) => (typeof text === "string" && /\p{L}{2}/u.test(text) ? text.trim() : undefined)
