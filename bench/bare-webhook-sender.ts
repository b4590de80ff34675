import { Agent, request } from "node:http"

/** Posts one fixed webhook message repeatedly over keep-alive connections: the upper bound for the delivery rate. */
const { BENCH_TARGET: target = "", BENCH_BODY: body = "", BENCH_HEADERS: headersJson = "{}", BENCH_CONCURRENCY = "1" } = process.env
const headers = { ...(JSON.parse(headersJson) as Record<string, string>), "content-length": Buffer.byteLength(body) }
const agent = new Agent({ keepAlive: true })

function post() {
  request(target, { method: "POST", headers, agent }, response => response.resume().once("end", post)).end(body)
}

for (let i = 0; i < Number(BENCH_CONCURRENCY); i++) post()
process.send!({ address: "" })
process.on("message", () => process.exit(0))
process.on("disconnect", () => process.exit(1)) // the bench process has exited
