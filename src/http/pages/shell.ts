import type { FastifyReply } from "fastify"

export type View = { title: string; body: string }

/** Placeholder shell; replaced by the real look. */
export function sendPage(reply: FastifyReply, { title, body }: View) {
  return reply.header("content-type", "text/html; charset=utf-8").send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`)
}
