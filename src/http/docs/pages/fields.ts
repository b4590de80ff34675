import { type Html, html, joined, nothing } from "../../../kit/pure/html.ts"
import { nameOf, type Schema } from "../../openapi/json-schema.ts"
import type { Parameter } from "../../openapi/parameters.ts"

/** The page on which each object is described, by its name. */
export type ObjectHomes = Map<string, string>

type Field = { path: string; schema: Schema; required: boolean }

/** A table of the fields of an object. Nested fields are listed with their path: items[].amount. */
export function fieldsTable(caption: string, schema: Schema, side: "request" | "response", homes: ObjectHomes): Html {
  const rows = fieldsIn(schema, "").map(({ path, schema, required }) =>
    row(path, schema, required && side === "request", schema.description ?? "", homes),
  )
  return table(caption, rows)
}

/** The operators of a filter are named in the row of the filter. */
export function parametersTable(caption: string, parameters: Parameter[]): Html {
  const rows = parameters.filter(each => each["x-operator"] === undefined)
  return table(
    caption,
    rows.map(each => row(each.name, each.schema, each.required ?? false, descriptionOf(each), new Map())),
  )
}

const descriptionOf = ({ name, description, "x-operators": operators = [] }: Parameter) =>
  operators.length === 0 ? description : `${description}; also ${name}${operators.map(operator => `[${operator}]`).join(" ")}`

const table = (caption: string, rows: Html[]): Html =>
  rows.length === 0 ? nothing : html`<table class="fields"><caption>${caption}</caption><tbody>${rows}</tbody></table>`

function fieldsIn({ properties = {}, required = [] }: Schema, prefix: string): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = prefix + name
    const nested = schema.items ? fieldsIn(schema.items, `${path}[].`) : fieldsIn(schema, `${path}.`)
    return [{ path, schema, required: required.includes(name) }, ...nested]
  })
}

function row(path: string, schema: Schema, required: boolean, description: string, homes: ObjectHomes): Html {
  const cut = path.lastIndexOf(".") + 1
  const name = html`<span class="in">${path.slice(0, cut)}</span>${path.slice(cut)}`
  const limits = limitsOf(schema)
  const text = joined(
    [...(description ? [description] : []), ...(limits.length > 0 ? [html`<small>${joined(limits, " ")}</small>`] : [])],
    " ",
  )
  const requiredMark = required ? html` <span class="must">required</span>` : ""
  return html`<tr><th scope="row"><code>${name}</code><small>${typeOf(schema, homes)}${requiredMark}</small></th><td>${text}</td></tr>`
}

function typeOf(schema: Schema, homes: ObjectHomes): Html | string {
  if (schema.$ref) return objectLink(nameOf(schema.$ref), homes)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices)
    return joined(
      choices.map(choice => typeOf(choice, homes)),
      " or ",
    )
  if (schema.items) return html`list of ${typeOf(schema.items, homes)}${!schema.items.$ref && "s"}`
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.pattern === "^[0-9a-f]{24}$") return [schema.type].flat().includes("null") ? "id or null" : "id"
  return [schema.type ?? "any"]
    .flat()
    .map(type => (type === "string" && schema.format ? schema.format : type))
    .join(" or ")
}

export const objectLink = (name: string, homes: ObjectHomes) => html`<a href="${homes.get(name) ?? ""}#object-${name}">${name}</a>`

/** Constraints as text: "1 to 200 characters", "At least 1", "One of due, paid". */
function limitsOf(schema: Schema): (Html | string)[] {
  const values = (schema.enum ?? schema.items?.enum ?? []).filter(value => value !== null)
  return [
    values.length > 0
      ? html`One of ${joined(
          values.map(value => html`<code>${literal(value)}</code>`),
          ", ",
        )}.`
      : "",
    rangeText(schema.minLength, schema.maxLength, " characters"),
    rangeText(schema.minItems, schema.maxItems, " entries"),
    rangeText(schema.minimum, schema.maximum, ""),
    schema.default === undefined || isEmpty(schema.default) ? "" : html`Default <code>${literal(schema.default)}</code>.`,
  ].filter(limit => limit !== "")
}

const literal = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))
const isEmpty = (value: unknown) => value === "" || (typeof value === "object" && Object.keys(value ?? {}).length === 0)

function rangeText(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}.`
  if (max !== undefined) return `At most ${max}${unit}.`
  return min === undefined ? "" : `At least ${min}${unit}.`
}
