import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname } from "node:path"
import type { FastifyInstance } from "fastify"
import { homePage } from "../docs/pages/home.ts"
import { pageHeaders, renderPage } from "../docs/pages/shell.ts"
import { serveCached } from "./files.ts"

const folder = new URL("../../../dist/web/", import.meta.url)

/** The first part of every address of the dashboard; its pages are drawn in the browser. */
const sections =
  `approvals policies analytics sandbox users teams audit billing settings account mails events examples payments transactions subscriptions
  orders services disputes bank-transfers payouts splits refunds contacts partnerships bank-accounts mandates webhooks api-keys`.split(
    /\s+/,
  )

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
}

/** React sets styles of elements by script, which the policy allows; nothing else is inline, and no other host is reached. */
const headers = {
  ...pageHeaders,
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; " +
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
}

/** The dashboard at `/`, from what `npm start` has built into dist/web. */
export function addDashboardRoutes(app: FastifyInstance) {
  if (!existsSync(new URL("index.html", folder)))
    return serveCached(app, "/", { headers: pageHeaders, render: () => renderPage(homePage()) })
  const page = { headers, maxAgeSeconds: 0, render: () => readFileSync(new URL("index.html", folder)) }
  for (const url of ["/", ...sections.flatMap(section => [`/${section}`, `/${section}/:id`])]) serveCached(app, url, page)
  for (const file of readdirSync(new URL("web/", folder)))
    serveCached(app, `/web/${file}`, {
      headers: { "content-type": types[extname(file)] ?? "application/octet-stream" },
      maxAgeSeconds: file === "theme.js" ? 60 : yearSeconds, // all others have a hash of their content in their name
      render: () => readFileSync(new URL(`web/${file}`, folder)),
    })
}

const yearSeconds = 365 * 24 * 60 * 60
