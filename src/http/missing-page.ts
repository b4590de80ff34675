import type { FastifyReply, FastifyRequest } from "fastify"
import { pageHeaders, renderPage, type View } from "./docs/pages/shell.ts"
import { languageOf } from "./pay/language.ts"
import { notFoundPage } from "./pay/page.ts"
import { portalLanguageOf } from "./portal/language.ts"
import { missingInPortal } from "./portal/send.ts"
import { english } from "./sign-in/language.ts"
import { messagePage } from "./sign-in/page.ts"
import { isMistypedDashboardPage, sendMissingDashboardPage } from "./static/dashboard.ts"

/** A person who follows a broken link of ours gets a page that leads on. For programs, and for scripts of a page, it returns undefined. */
export function sendMissingPage(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const { method, url, headers, server } = request
  if (method !== "GET" || !/\btext\/html\b/i.test(headers.accept ?? "")) return undefined
  if (isMistypedDashboardPage(request)) return sendMissingDashboardPage(reply)
  const section = /^\/\w+(?![^/?])/.exec(url)?.[0] ?? ""
  const render = server.hasRoute({ method, url: "/docs" }) ? pages[section] : undefined
  return (
    render &&
    reply
      .code(404)
      .headers({ ...pageHeaders, "cache-control": "no-store", vary: "accept, accept-language" })
      .send(renderPage(render(headers["accept-language"])))
  )
}

const payPage = (accepted: string | undefined) => notFoundPage({ language: languageOf(accepted) })

/** By the first part of the address: people without an account in the dashboard, which would ask them to sign in. */
const pages: Record<string, (accepted: string | undefined) => View> = {
  "/p": payPage,
  "/simulator": payPage,
  "/pay": payPage,
  "/buy": payPage,
  "/portal": accepted => missingInPortal(portalLanguageOf(accepted), "contact"),
  "/partners": accepted => missingInPortal(portalLanguageOf(accepted), "partner"),
  "/docs": () =>
    messagePage(
      english,
      "There is no such page",
      "The address may be mistyped, or the page has moved. The documentation's first page lists all others.",
      {
        href: "/docs",
        label: "To the documentation",
      },
    ),
}
