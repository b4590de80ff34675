import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A webhook receiver in its own process: it responds at once, and records how many requests came and when each message came first. */
let received = 0
const firstArrivals = new Map<string, number>()
const server = createServer((request, response) => {
  const token = request.method === "GET" && new URL(request.url!, "http://localhost").searchParams.get("validationToken")
  if (token) return response.end(token)
  const arrivedAt = Date.now()
  request.resume().once("end", () => {
    const id = request.headers["webhook-id"] as string
    received++
    if (!firstArrivals.has(id)) firstArrivals.set(id, arrivedAt)
    response.end()
  })
})

server.listen(0, "127.0.0.1", () => process.send!({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
process.on("disconnect", () => process.exit(1)) // the bench process has exited
process.on("message", (command: "count" | "arrivals" | "stop") => {
  if (command === "stop") process.exit(0)
  if (command === "arrivals") return void process.send!([...firstArrivals])
  process.send!({ received, distinct: firstArrivals.size })
})
