import { setTimeout as wait } from "node:timers/promises"
import { type House, type Service, serve } from "./house.ts"

/** Webhooks lead to this machine, which the guard allows here only. */
export const allowed = { WEBHOOKS_ALLOW_PRIVATE: "true" }
/** Each endpoint has ten deliveries under way. */
export const endpoints = 10
export const atOnce = endpoints * 10

export type Count = { came: number; distinct: number }

/** A receiver, and endpoints of the client's tenant that lead to it. */
export async function openDestination(house: House, events: string[], count = endpoints): Promise<Service> {
  const receiver = await serve("receiver.ts", {})
  const running = await house.serve("api", allowed)
  for (let i = 0; i < count; i++) await post(running.address, house, "/v1/dev/webhooks/create", { url: `${receiver.address}/${i}`, events })
  await running.stop()
  return receiver
}

export async function post(address: string, { client }: House, path: string, body: object): Promise<{ _id: string }> {
  const headers = {
    authorization: `ApiKey ${client.apiKey}`,
    "x-tenant-id": client.tenantId,
    "content-type": "application/json",
    "idempotency-key": crypto.randomUUID(),
  }
  const answer = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) })
  const said = (await answer.json()) as { data: { _id: string } }
  if (answer.status !== 201) throw new Error(`${path} answered ${JSON.stringify(said)}`)
  return said.data
}

/** How many a second arrive, over so many seconds. */
export async function arrivalsPerSecond(receiver: Service, seconds: number): Promise<number> {
  const begun = performance.now()
  const before = await receiver.ask<Count>("count")
  await wait(seconds * 1000)
  const after = await receiver.ask<Count>("count")
  return ((after.came - before.came) / (performance.now() - begun)) * 1000
}

export const newIntent = (i: number) => ({
  intentType: "ad-hoc",
  contact: `c${String((i % 1000) + 1).padStart(4, "0")}@example.com`,
  currency: "EUR",
  dueAt: "2036-12-01T00:00:00Z",
  items: [
    { name: "Room", amount: 1200 },
    { name: "Breakfast", description: "two", category: "food", amount: 300 },
  ],
})
