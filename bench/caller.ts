import { Agent, request } from "node:http"

/** A bare client: the same message over and over, so many at once, on connections that are kept. */
const { BENCH_TARGET: target = "", BENCH_BODY: body = "", BENCH_HEADERS: told = "{}", BENCH_AT_ONCE: atOnce = "1" } = process.env
const headers = { ...(JSON.parse(told) as Record<string, string>), "content-length": Buffer.byteLength(body) }
const agent = new Agent({ keepAlive: true })

function call() {
  request(target, { method: "POST", headers, agent }, answer => answer.resume().once("end", call)).end(body)
}

for (let i = 0; i < Number(atOnce); i++) call()
process.send!({ address: "" })
process.on("message", () => process.exit(0))
process.on("disconnect", () => process.exit(1)) // the bench is gone
