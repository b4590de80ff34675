import { randomUUID } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import type { Api } from "../app.ts"
import { Fault } from "../kit/service/fault.ts"
import type { Connection } from "./connection.ts"

export class DemoFault extends Fault {}

type Reads = Extract<keyof Api, `GET ${string}`>
type Writes = Extract<keyof Api, `POST ${string}`>
type Page = { data: object[]; hasMore: boolean }
type Lists = { [R in Reads]: Api[R]["output"] extends Page ? R : never }[Reads]
type Rows<R extends Lists> = Extract<Api[R]["output"], Page>["data"]

const maxTries = 5

/** The API as the demo calls it: typed by the routes, one request after the other, each with its own key. */
export function demoApi(connection: Connection) {
  const request = async (method: string, path: string, body?: object): Promise<Answer> => {
    const key = randomUUID()
    for (let tries = 1; ; tries++) {
      const answer = await send(connection, method, path, key, body).catch((error: Error) => error)
      if (!(answer instanceof Error)) return answer
      if (tries === maxTries) throw new DemoFault(`${connection.baseUrl} does not respond: ${answer.message}`)
      await wait(1000)
    }
  }
  const read = async (route: string, query: string) => {
    return expectSuccess(route, await request("GET", `${pathOf(route)}${query && `?${query}`}`))
  }
  return {
    get: async <R extends Reads>(route: R): Promise<Api[R]["output"]> => (await read(route, "")).data as Api[R]["output"],
    count: async (route: Lists, query = ""): Promise<number> => (await read(route, `limit=1${query}`)).count!,
    latest: async <R extends Lists>(route: R, limit: number, query = ""): Promise<Rows<R>> =>
      (await read(route, `limit=${limit}${query}`)).data as Rows<R>,
    /** All rows, the oldest first. */
    async list<R extends Lists>(route: R, query = ""): Promise<Rows<R>> {
      const rows: { _id: string }[] = []
      for (;;) {
        const cursor = rows.length > 0 ? `&startingAfter=${rows.at(-1)!._id}` : ""
        const { data, hasMore } = await read(route, `limit=100&sort=createdAt${query}${cursor}`)
        rows.push(...(data as { _id: string }[]))
        if (!hasMore) return rows as unknown as Rows<R>
      }
    },
    post: async <R extends Writes>(route: R, input: Api[R]["input"], id = ""): Promise<Api[R]["output"]> =>
      expectSuccess(route, await request("POST", pathOf(route).replace("{id}", id), input as object)).data as Api[R]["output"],
    /** For a request that may be refused, such as a declined card. Returns undefined then. */
    async attempt<R extends Writes>(route: R, input: Api[R]["input"], id = ""): Promise<Api[R]["output"] | undefined> {
      const answer = await request("POST", pathOf(route).replace("{id}", id), input as object)
      return answer.error ? undefined : (answer.data as Api[R]["output"])
    },
  }
}
export type DemoApi = ReturnType<typeof demoApi>

type Answer = { data?: unknown; hasMore?: boolean; count?: number; error?: { code: string; message: string } }

async function send(connection: Connection, method: string, path: string, key: string, body?: object): Promise<Answer> {
  const { baseUrl, apiKey, tenantId } = connection
  for (;;) {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `ApiKey ${apiKey}`,
        "x-tenant-id": tenantId,
        ...(body && { "content-type": "application/json", "idempotency-key": key }),
      },
      signal: AbortSignal.timeout(60_000),
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.status === 429) await wait(1000 * Number(response.headers.get("retry-after") ?? 1))
    else if (response.status >= 500) throw new Error(`status ${response.status}`)
    else return (await response.json()) as Answer
  }
}

function expectSuccess(route: string, answer: Answer): Answer {
  if (answer.error) throw new DemoFault(`${route} was refused: ${answer.error.code} ${answer.error.message}`)
  return answer
}

const pathOf = (route: string) => route.slice(route.indexOf(" ") + 1)
