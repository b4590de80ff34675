import type { FastifyReply, FastifyRequest } from "fastify"
import { isStorable } from "../../kit/pure/input.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import type { Body } from "../body.ts"
import { pageHeaders, renderPage, type View } from "../docs/pages/shell.ts"

/** The fields of a form. Each is text; one that is missing is empty. */
export function readForm({ body, headers }: Pick<FastifyRequest, "body" | "headers">): (name: string) => string {
  const { bytes } = (body as Body | undefined) ?? { bytes: Buffer.alloc(0) }
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers["content-type"] ?? ""))
    throw generalProblem("GEN-1001", { detail: "the form must be sent as application/x-www-form-urlencoded" })
  const fields = new URLSearchParams(bytes.toString("utf8"))
  return name => {
    const value = fields.get(name) ?? ""
    return isStorable(value) ? value : ""
  }
}

/**
 * A page with a form that posts to ourselves. Without a referrer, browsers would name no origin either, and `assertOwnOrigin` would refuse
 * the form.
 */
export function sendFormPage(reply: FastifyReply, view: View) {
  const form = pageHeaders["content-security-policy"].replace("form-action 'none'", "form-action 'self'")
  const policy = view.script === "sign-in" ? `${form}; connect-src 'self'` : form // it asks for a challenge
  return reply
    .headers({ ...pageHeaders, "content-security-policy": policy, "referrer-policy": "same-origin", "cache-control": "no-store" })
    .send(renderPage(view))
}
