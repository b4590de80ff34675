import type { Document, Response } from "../../openapi/document.ts"
import { nameOf } from "../../openapi/json-schema.ts"

/** "dev/api-keys" → "/docs/api-keys". */
export const resourcePath = (tag: string) => `/docs/${tag.slice(tag.lastIndexOf("/") + 1)}`

/** The page of objects that belong to no single resource. */
export const sharedObjectsPath = "/docs"

/**
 * The page that describes each object. It is the page of the operation with the shortest path that returns it, so a contact is on the page
 * of contacts. Nested objects are described on the page of the outer one. Objects of several resources are on the overview.
 */
export function objectHomes({ paths, components }: Document): Map<string, string> {
  const homes = new Map<string, string>()
  const returned = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ tags, responses }) =>
      refsIn(successOf(responses)).map(name => ({ name, page: resourcePath(tags[0]!), length: path.split("/").length })),
    ),
  )
  for (const [name, all] of Map.groupBy(returned, each => each.name)) {
    const shortest = Math.min(...all.map(({ length }) => length))
    homes.set(name, commonPage(all.filter(({ length }) => length === shortest).map(({ page }) => page)))
  }
  for (let added = true; added;) {
    const inner = Object.entries(components.schemas).flatMap(([name, schema]) =>
      homes.has(name) ? refsIn(schema).map(inside => ({ name: inside, page: homes.get(name)! })) : [],
    )
    const missing = Map.groupBy(
      inner.filter(({ name }) => !homes.has(name)),
      each => each.name,
    )
    for (const [name, all] of missing) homes.set(name, commonPage(all.map(({ page }) => page)))
    added = missing.size > 0
  }
  return homes
}

const commonPage = (pages: string[]) => (new Set(pages).size === 1 ? pages[0]! : sharedObjectsPath)

const successOf = (responses: Record<string, unknown>) =>
  Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1] as Response | undefined

const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => nameOf(name!))
