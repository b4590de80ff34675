// Finds the sentences with which the service explains its objects, in the source that puts them together.
import { globSync, readFileSync } from "node:fs"
import { parseSync } from "vite"
import { sentencesOf } from "../web/lib/service-words.ts"

type Node = { readonly type: string; readonly [field: string]: unknown }
type Constants = ReadonlyMap<string, Node>

/** Which argument is the sentence. */
const places: Readonly<Record<string, number>> = { because: 1, part: 2, figure: 3 }

/** Each sentence that an explanation may have, whatever its object. */
export const explainTexts = (): string[] => [
  ...new Set(globSync("src/insight/explain/*.ts").toSorted().flatMap(textsOf).flatMap(sentencesOf)),
]

function textsOf(file: string): string[] {
  if (/\.test\.ts$|say\.ts$/.test(file)) return []
  const nodes = nodesIn(parseSync(file, readFileSync(file, "utf8")).program)
  return functionsIn(nodes).flatMap(each => {
    const constants = new Map(nodesIn(each).flatMap(constantOf))
    const all = new Map([...nodes.flatMap(constantOf), ...constants])
    return nodesIn(each).flatMap(node => {
      const place = node.type === "CallExpression" ? places[nameOf(node["callee"])] : undefined
      return place === undefined ? [] : valuesOf((node["arguments"] as Node[])[place]!, all)
    })
  })
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (!isNode(value)) return []
  return [value, ...Object.values(value).flatMap(nodesIn)]
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value
const nameOf = (node: unknown) => (node as { name?: string } | null)?.name ?? ""

/** Functions may give the same name to other constants. */
const functionsIn = (nodes: readonly Node[]) =>
  nodes.filter(
    ({ type, init }) =>
      type === "FunctionDeclaration" || (type === "VariableDeclarator" && isNode(init) && init.type === "ArrowFunctionExpression"),
  )

function constantOf({ type, id, init }: Node): [string, Node][] {
  if (type !== "VariableDeclarator" || !isNode(init) || !isNode(id)) return []
  if (id.type !== "ArrayPattern") return [[nameOf(id), init]]
  return (id["elements"] as (Node | null)[]).flatMap((element, at): [string, Node][] =>
    element ? [[nameOf(element), { type: "Element", of: init, at }]] : [],
  )
}

/** Every text that an expression may be. What is no text, or is unknown here, fails. */
function valuesOf(node: Node, constants: Constants): string[] {
  const of = (field: string) => valuesOf(node[field] as Node, constants)
  switch (node.type) {
    case "Literal":
      return typeof node["value"] === "string" ? [node["value"]] : []
    case "TemplateLiteral":
      return templates(node, constants)
    case "ConditionalExpression":
      return [...of("consequent"), ...of("alternate")]
    case "LogicalExpression":
      return [...of("left"), ...of("right")]
    case "ObjectExpression":
      return (node["properties"] as Node[]).flatMap(({ value }) => valuesOf(value as Node, constants))
    case "ArrayExpression":
      return (node["elements"] as Node[]).flatMap(element => valuesOf(element, constants))
    case "MemberExpression":
      return of("object")
    case "Element":
      return elements(node["of"] as Node, node["at"] as number, constants)
    case "CallExpression":
      return replaced(node, constants)
    case "Identifier": {
      const known = constants.get(nameOf(node))
      if (known) return valuesOf(known, constants)
    }
  }
  throw new Error(`what the sentence ${nameOf(node) || node.type} may be is not known`)
}

function templates(node: Node, constants: Constants): string[] {
  const parts = node["quasis"] as { value: { cooked: string } }[]
  const values = (node["expressions"] as Node[]).map(each => valuesOf(each, constants))
  return parts
    .slice(1)
    .reduce(
      (texts, { value }, at) => texts.flatMap(text => values[at]!.map(each => `${text}${each}${value.cooked}`)),
      [parts[0]!.value.cooked],
    )
}

const elements = (node: Node, at: number, constants: Constants): string[] =>
  node.type === "ConditionalExpression"
    ? [node["consequent"], node["alternate"]].flatMap(each => elements(each as Node, at, constants))
    : valuesOf((node["elements"] as Node[])[at]!, constants)

/** `sentence.replace("a", "b")` */
function replaced({ callee, arguments: args }: Node, constants: Constants): string[] {
  const { object, property } = callee as Node
  const [from, to] = (args as Node[]).map(each => valuesOf(each, constants)[0]!)
  if (nameOf(property) !== "replace" || from === undefined || to === undefined) throw new Error("only texts are replaced")
  return valuesOf(object as Node, constants).map(text => text.replace(from, to))
}
