import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A webhook's destination in a process of its own: it answers at once, and remembers what came and when. */
let came = 0
let first = new Map<string, number>()
const server = createServer((request, response) => {
  const token = request.method === "GET" && new URL(request.url!, "http://localhost").searchParams.get("validationToken")
  if (token) return response.end(token)
  const at = Date.now()
  request.resume().once("end", () => {
    const id = request.headers["webhook-id"] as string
    came++
    if (!first.has(id)) first.set(id, at)
    response.end()
  })
})

server.listen(0, "127.0.0.1", () => process.send!({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
process.on("disconnect", () => process.exit(1)) // the bench is gone
process.on("message", (asked: "count" | "arrivals" | "forget" | "stop") => {
  if (asked === "stop") process.exit(0)
  if (asked === "arrivals") return void process.send!([...first])
  process.send!({ came, distinct: first.size })
  if (asked === "forget") [came, first] = [0, new Map()]
})
