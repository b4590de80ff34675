import type { Document, Endpoint } from "../http/openapi/document.ts"
import { sentOf } from "../http/openapi/document.ts"
import { nameOf, type Schema } from "../http/openapi/json-schema.ts"
import { partsOf } from "../http/openapi/names.ts"
import type { Parameter } from "../http/openapi/parameters.ts"
import { contentOf, isCallable, isFile, isList, operationsOf, responseOf } from "./sdk-types.ts"
import type { Column, Field, RemoteOperation } from "./remote/operation.ts"

/** What the command line knows of each operation, one on each line. */
export function printRemoteOperations(document: Document): string {
  const lines = operationsOf(document)
    .filter(isCallable)
    .map(({ route, endpoint }) => JSON.stringify(remoteOperation(route, endpoint, document.components.schemas)))
  return `[\n${lines.join(",\n")}\n]\n`
}

type Named = Record<string, Schema>

function remoteOperation(route: string, endpoint: Endpoint, named: Named): RemoteOperation {
  const { parameters = [], requestBody } = endpoint
  const { method, fields: inPath } = partsOf(route)
  const sent = requestBody && sentOf(requestBody.content).schema
  const query = parameters.filter(each => each.in === "query" && each["x-operator"] === undefined)
  return {
    words: wordsOf(endpoint.operationId),
    route,
    kind: isFile(endpoint) ? "file" : isList(endpoint) ? "list" : method === "POST" ? "write" : "read",
    summary: endpoint.description.split("\n")[0]!.replace(/\.$/, ""),
    effect: endpoint["x-effect"],
    path: inPath.map(name => ({ name, about: parameters.find(each => each.in === "path" && each.name === name)?.description ?? "" })),
    fields: sent ? fieldsOf(sent) : query.flatMap(queryField),
    ...(sent && objectsOf(sent)),
    columns: isFile(endpoint) ? [] : columnsOf(rowOf(endpoint, named), named),
    ...("text/csv" in contentOf(endpoint) && { csv: true }),
    ...(parameters.some(each => each.name === "If-Match") && { versioned: true }),
  }
}

/** paymentIntents.create is `payment-intents create`. What is under /v1/dev needs no word for it. */
function wordsOf(operationId: string): string[] {
  const words = operationId.split(".").map(name => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`))
  return words[0] === "dev" ? words.slice(1) : words
}

/** Objects whose fields are known give one option for each field; all else with structure is JSON. */
function fieldsOf({ properties = {}, required = [] }: Schema, prefix = "", isNeeded = true): Field[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = prefix + key
    const needed = isNeeded && required.includes(key)
    if (typesOf(schema).includes("object") && Object.keys(schema.properties ?? {}).length > 0 && !typesOf(schema).includes("null"))
      return fieldsOf(schema, `${name}.`, needed)
    return [fieldOf(name, schema, needed)]
  })
}

/** A required object all of whose fields are optional. */
function objectsOf({ properties = {}, required = [] }: Schema) {
  const objects = required.filter(name => Object.keys(properties[name]?.properties ?? {}).length > 0)
  return objects.length > 0 && { objects }
}

function queryField(parameter: Parameter): Field[] {
  const { name, description, schema, required = false } = parameter
  const operators = parameter["x-operators"]
  return [{ ...fieldOf(name, { ...schema, description }, required), ...(operators && { operators }) }]
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  const { description, items, additionalProperties } = schema
  const types = typesOf(schema)
  const isList = types.includes("array") && items !== undefined && isSimple(items)
  const isMap = types.includes("object") && additionalProperties !== undefined && additionalProperties !== false
  const value = isList ? items : schema
  const values = value.enum?.filter(each => typeof each === "string")
  return {
    name,
    kind: isMap ? "json" : kindOf(value),
    ...(description && { about: description }),
    ...(values && values.length > 0 && { values }),
    ...(isRequired && { required: true }),
    ...(types.includes("null") && { nullable: true }),
    ...((isList || isMap) && { many: true }),
  }
}

const simpleKinds: Record<string, Field["kind"]> = { string: "text", integer: "integer", number: "number", boolean: "boolean" }

function kindOf(schema: Schema): Field["kind"] {
  if (schema.format === "binary") return "file"
  const alternatives = new Set((schema.anyOf ?? schema.oneOf)?.map(kindOf))
  if (alternatives.size === 1) return [...alternatives][0]!
  const types = typesOf(schema).filter(type => type !== "null")
  return (types.length === 1 && simpleKinds[types[0]!]) || "json"
}

const isSimple = (schema: Schema) => kindOf(schema) !== "json"
const typesOf = ({ type, enum: values, const: value }: Schema): string[] =>
  type === undefined ? (values || typeof value === "string" ? ["string"] : []) : [type].flat()

/** The schema of a row or of the object. Rows of some lists are one level deeper. */
function rowOf(endpoint: Endpoint, named: Named): Schema {
  const data = follow(responseOf(endpoint).properties?.["data"] ?? {}, named)
  if (data.items) return follow(data.items, named)
  if (!isList(endpoint)) return data
  const nested = Object.values(data.properties ?? {}).find(each => each.items !== undefined)
  return follow(nested?.items ?? {}, named)
}

const follow = (schema: Schema, named: Named): Schema => (schema.$ref === undefined ? schema : named[nameOf(schema.$ref)]!)

/** Amounts whose description says what they are about, and no longer their unit. */
const amountNames = new Set("amount available pending reserved payable owing fees receivable due fee".split(" "))

/** Fields of an object within the row are columns too, such as profile.firstName. */
function columnsOf({ properties = {} }: Schema, named: Named, prefix = ""): Column[] {
  return Object.entries(properties).flatMap(([key, each]): Column[] => {
    const schema = follow(each, named)
    const name = prefix + key
    if (!isSimple(schema)) return prefix === "" && typesOf(schema).includes("object") ? columnsOf(schema, named, `${key}.`) : []
    const isAmount = kindOf(schema) === "integer" && (amountNames.has(name) || each.description?.includes("minor unit"))
    return [{ name, ...(isAmount && isInOwnCurrency(name) && { kind: "amount" }) }]
  })
}

/** What another currency is paid or received in has its own currency beside it. */
const isInOwnCurrency = (name: string) => !/source|target|settle|charged/i.test(name)
