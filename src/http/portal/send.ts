import type { FastifyReply, FastifyRequest } from "fastify"
import { isId } from "../../kit/pure/id.ts"
import type { Audience } from "../../parties/portal-access/schema.ts"
import { portalPaths } from "../../parties/portal-access/rules.ts"
import type { View } from "../docs/pages/shell.ts"
import { toProblem } from "../errors.ts"
import { sendFormPage } from "../sign-in/form.ts"
import { type PortalLanguage, portalLanguageOf } from "./language.ts"
import { linkButton, messagePage } from "./layout.ts"

/** Browsers never cache pages of portals, and send no referrer to other sites. */
export const sendPortalPage = (reply: FastifyReply, view: View) => sendFormPage(reply, view)

/** A reader gets a page and not JSON, even if something was refused or failed. */
export const sendTrouble = (audience: Audience) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const { status, retryAfterSeconds } = toProblem(error, request.id)
  const language = portalLanguageOf(request.headers["accept-language"])
  const { portal } = language
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds))
  if (status === 404) return void sendPortalPage(reply.code(status), missingInPortal(language, audience))
  const [title, text] =
    status === 429
      ? [portal.refusedTitle, portal.tooMany]
      : status >= 500
        ? [portal.troubleTitle, portal.troubleText]
        : [portal.refusedTitle, portal.refusedText]
  void sendPortalPage(reply.code(status), messagePage(language, title, text, backLink(language, audience)))
}

export const missingInPortal = (language: PortalLanguage, audience: Audience): View =>
  messagePage(language, language.portal.missingTitle, language.portal.missingText, backLink(language, audience))

const backLink = ({ portal }: PortalLanguage, audience: Audience) => linkButton(portalPaths[audience], portal.back)

/** A parameter of the address, or undefined. */
export const parameterOf = ({ query }: FastifyRequest, name: string): string | undefined =>
  (query as [string, string][]).find(([each]) => each === name)?.[1]

/** The row after which a list begins, if the address names one. */
export function cursorOf(request: FastifyRequest, name: string): string | undefined {
  const value = parameterOf(request, name)
  return value !== undefined && isId(value) ? value : undefined
}
