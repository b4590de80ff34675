import Fastify from "fastify"

/** A bare Fastify server with a fixed response: the lower bound for a response of this length. */
const body = process.env["BENCH_BODY"]!
const app = Fastify({ logger: false })
app.get("/demo/*", (_request, reply) => reply.header("content-type", "application/json; charset=utf-8").send(body))
process.send!({ address: await app.listen({ host: "127.0.0.1", port: 0 }) })
process.on("message", () => process.exit(0))
process.on("disconnect", () => process.exit(1)) // the bench process has exited
