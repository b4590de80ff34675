import { setTimeout as wait } from "node:timers/promises"
import { type BenchServer, type ChildProgram, startProgram } from "./bench-server.ts"

/** The receiver listens on 127.0.0.1, which webhook endpoints may use only with this setting. */
export const allowPrivateDestinations = { WEBHOOKS_ALLOW_PRIVATE: "true" }
/** The worker sends up to ten deliveries to an endpoint at once. */
const endpointCount = 10
export const concurrency = endpointCount * 10

export type ReceiverCount = { received: number; distinct: number }

/** Starts a receiver and registers webhook endpoints of the client tenant that point to it. */
export async function startReceiverWithEndpoints(server: BenchServer, events: string[], count = endpointCount): Promise<ChildProgram> {
  const receiver = await startProgram("webhook-receiver.ts", {})
  const service = await server.startService("api", allowPrivateDestinations)
  for (let i = 0; i < count; i++)
    await post(service.address, server, "/v1/dev/webhooks/create", { url: `${receiver.address}/${i}`, events })
  await service.stop()
  return receiver
}

export async function post(address: string, { clientTenant }: BenchServer, path: string, body: object): Promise<{ _id: string }> {
  const headers = {
    authorization: `ApiKey ${clientTenant.apiKey}`,
    "x-tenant-id": clientTenant.tenantId,
    "content-type": "application/json",
    "idempotency-key": crypto.randomUUID(),
  }
  const response = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) })
  const responseBody = (await response.json()) as { data: { _id: string } }
  if (response.status !== 201) throw new Error(`${path} returned ${response.status}: ${JSON.stringify(responseBody)}`)
  return responseBody.data
}

export async function measureArrivalsPerSecond(receiver: ChildProgram, seconds: number): Promise<number> {
  const start = performance.now()
  const before = await receiver.request<ReceiverCount>("count")
  await wait(seconds * 1000)
  const after = await receiver.request<ReceiverCount>("count")
  return ((after.received - before.received) / (performance.now() - start)) * 1000
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
