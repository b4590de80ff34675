import { Agent, get } from "node:http"
import { type Answer, median, ms, ratio, whole } from "./figures.ts"
import { fill } from "./fill.ts"
import type { House, Party } from "./house.ts"

const sizes = [10_000, 1_000_000]
const lists = {
  "newest first": "",
  "status=due": "?status=due",
  "contact=…": `?contact=${(500).toString(16).padStart(24, "0")}`,
  "sort=dueAt": "?sort=dueAt",
}

/** Does a list's first page, with its exact count, take longer when the tenant has a hundred times as many rows? */
export async function growth(house: House): Promise<Answer> {
  const times: number[][] = []
  for (const size of sizes) {
    await fill(house, house.client.tenantId, size)
    const running = await house.serve("api")
    times.push([])
    for (const query of Object.values(lists))
      times.at(-1)!.push(await firstPage(`${running.address}/v1/payment-intents${query}`, house.client))
    await running.stop()
  }
  const rows = Object.keys(lists).map((name, i) => [name, ...times.map(each => ms(each[i]!)), ratio(times[1]![i]! / times[0]![i]!)])
  return {
    title: "GET /v1/payment-intents, first page and count, one client",
    columns: ["", ...sizes.map(size => `p50 ms at ${whole(size)}`), "growth"],
    rows,
    holds: times[0]!.every((small, i) => times[1]![i]! / small <= 2),
    note: "At most 2 is asked for. A contact has ten payment intents at either size.",
  }
}

/** The median of 200 requests, one after the other on one connection, after 50 to warm up. */
async function firstPage(url: string, { apiKey, tenantId }: Party): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId }
  const taken: number[] = []
  for (let i = 0; i < 250; i++) {
    const begun = performance.now()
    const status = await new Promise((resolve, reject) => {
      get(url, { agent, headers }, answer => answer.resume().once("end", () => resolve(answer.statusCode))).once("error", reject)
    })
    if (status !== 200) throw new Error(`${url} answered ${String(status)}`)
    taken.push(performance.now() - begun)
  }
  agent.destroy()
  return median(taken.slice(50))
}
