import { readFileSync } from "node:fs"
import type { FastifyInstance, FastifyReply } from "fastify"
import { publishedKeys } from "../insight/checkpoints/key-store.ts"
import { readPublished, signedOf } from "../insight/checkpoints/store.ts"
import { isId } from "../kit/pure/id.ts"
import { networkOf, rateLimit } from "../kit/service/rate-limit.ts"
import { findTenant } from "../platform/tenants/find-store.ts"
import { serveCached } from "./static/files.ts"

/** Anybody may ask, so requests are limited per network. */
const requestLimit = rateLimit("public checkpoints", 120)

const verifier = new URL("../../bin/countersign-verify.mjs", import.meta.url)

/** What anybody may read: the public keys, the checkpoints of tenants that publish them, and the program that checks an export by both. */
export function addCheckpointRoutes(app: FastifyInstance) {
  serveCached(app, "/countersign-verify.mjs", {
    headers: { "content-type": "text/javascript; charset=utf-8", "content-disposition": 'attachment; filename="countersign-verify.mjs"' },
    render: () => readFileSync(verifier),
  })

  app.get("/checkpoints/keys", async (request, reply) => {
    await requestLimit.consume(networkOf(request.ip))
    return publish(reply, { keys: await publishedKeys() })
  })

  app.get<{ Params: { id: string } }>("/checkpoints/keys/:id", async (request, reply) => {
    await requestLimit.consume(networkOf(request.ip))
    const key = (await publishedKeys()).find(({ id }) => id === request.params.id)
    return key ? publish(reply, key) : reply.callNotFound()
  })

  app.get<{ Params: { tenant: string; before: string } }>("/checkpoints/:tenant/before/:before", async (request, reply) => {
    await requestLimit.consume(networkOf(request.ip))
    const { tenant, before } = request.params
    if (!/^\d{1,15}$/.test(before)) return reply.callNotFound()
    return sendPublished(reply, tenant, Number(before))
  })

  app.get<{ Params: { tenant: string } }>("/checkpoints/:tenant", async (request, reply) => {
    await requestLimit.consume(networkOf(request.ip))
    return sendPublished(reply, request.params.tenant)
  })
}

/** An unknown tenant and one that publishes nothing look the same. */
async function sendPublished(reply: FastifyReply, tenant: string, before?: number) {
  const known = isId(tenant) ? await findTenant({ id: tenant }) : undefined
  const rows = known && (await readPublished(known.id, before))
  return rows ? publish(reply, { data: rows.map(signedOf) }) : reply.callNotFound()
}

const publish = (reply: FastifyReply, content: object) =>
  reply.headers({ "cache-control": "public, max-age=60", "access-control-allow-origin": "*" }).send(content)
