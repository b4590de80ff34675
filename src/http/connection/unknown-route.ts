import type { FastifyRequest } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import type { Problem } from "../../kit/pure/problem.ts"

/** What clients of other styles mean by a method: the actions of ours that do it, the likeliest first. */
const actionsByMethod: Record<string, string[]> = {
  POST: ["create", "update"],
  PUT: ["update", "create"],
  PATCH: ["update"],
  DELETE: ["delete", "cancel"],
}

/** The problem of a request that matches no route: 405 with the route to use instead, or 404. */
export function unknownRoute(operations: readonly Operation[], { method, url }: Pick<FastifyRequest, "method" | "url">): Problem {
  const path = url.split("?", 1)[0]!
  const routes = operations.flatMap(({ route }) => route ?? [])
  const here = routesAt(routes, path)
  const actions = (actionsByMethod[method] ?? []).flatMap(action => routesAt(routes, `${path}/${action}`).filter(isAction))
  if (here.length > 0) {
    const allowed = [...new Set(here.map(methodOf))].join(", ")
    return generalProblem("GEN-1005", { method, allowed, instead: actions[0] ?? here.join(" or ") })
  }
  if (method === "GET" || method === "POST") return generalProblem("GEN-1006", { method, path: path.slice(0, 200) })
  return generalProblem("GEN-1005", { method, allowed: "GET, POST", instead: actions[0] ?? "GET or POST" })
}

/** GET routes that would take the name of an action for an id: `GET /v1/contacts/create` is no contact called create. */
export function shadowedActions(operations: readonly Operation[]): string[] {
  const routes = operations.flatMap(({ route }) => route ?? [])
  const reads = routes.filter(route => methodOf(route) === "GET").map(pathOf)
  const patterns = reads.map(patternOf)
  const paths = routes.filter(route => methodOf(route) === "POST").map(pathOf)
  return paths.filter(path => !reads.includes(path) && patterns.some(pattern => pattern.test(path)))
}

/** The routes at this path. A fixed segment is preferred to one that stands for any id. */
function routesAt(routes: readonly string[], path: string): string[] {
  const matching = routes.filter(route => isAt(route, path))
  const fewest = Math.min(...matching.map(countPlaceholders))
  return matching.filter(route => countPlaceholders(route) === fewest)
}

const methodOf = (route: string) => route.split(" ")[0]!
const pathOf = (route: string) => route.split(" ")[1]!
const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`)
const isAt = (route: string, path: string) => patternOf(pathOf(route)).test(path)
const isAction = (route: string) => methodOf(route) === "POST"
const countPlaceholders = (route: string) => route.split("{").length
