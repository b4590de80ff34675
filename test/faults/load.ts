import { Agent, request } from "node:http"
import { inParallel, newIntent } from "../harness.ts"

type Target = { baseUrl: string; keys: { apiKey: string; tenantId: string }; contact: string }

/** Creates payment intents over 32 keep-alive connections, each until its first failure, such as a refused connection. */
export function createUntilFailure(target: Target, prefix: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const completed: string[] = []
  const statuses = new Set<number>()
  const failures: string[] = []
  const ended = inParallel(32, async client => {
    for (let n = 0; ; n++) {
      const reference = `${prefix}-${client}-${n}`
      const status = await createIntent(agent, target, reference).catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
      if (typeof status !== "number") return failures.push(status)
      statuses.add(status)
      completed.push(reference)
    }
  }).finally(() => agent.destroy())
  return { completed, statuses, failures, ended }
}

/** Creates an intent over a keep-alive connection. Rejects unless the whole response arrives. */
export function createIntent(agent: Agent, { baseUrl, keys, contact }: Target, reference: string): Promise<number> {
  const headers = { authorization: `ApiKey ${keys.apiKey}`, "x-tenant-id": keys.tenantId, "content-type": "application/json" }
  return new Promise((resolve, reject) => {
    const sent = request(`${baseUrl}/v1/payment-intents/create`, { agent, method: "POST", headers }, response => {
      response
        .on("error", reject)
        .resume()
        .on("end", () => (response.complete ? resolve(response.statusCode!) : reject(new Error("incomplete response"))))
    })
    sent.on("error", reject).end(JSON.stringify(newIntent(contact, { reference })))
  })
}
