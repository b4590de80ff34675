import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname } from "node:path"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { homePage } from "../docs/pages/home.ts"
import { pageHeaders, renderPage } from "../docs/pages/shell.ts"
import { serveCached, serveCachedFolder } from "./files.ts"

const folder = new URL("../../../dist/web/", import.meta.url)

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
}

/** React sets the styles of elements by script, which the policy allows. Nothing else is inline, and the pages reach no other host. */
const headers = {
  ...pageHeaders,
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "frame-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
}

/** The dashboard at `/`, which `npm start` builds into dist/web. */
export function addDashboardRoutes(app: FastifyInstance) {
  const addresses = readAddresses()
  if (addresses.length === 0) return serveCached(app, "/", { headers: pageHeaders, render: () => renderPage(homePage()) })
  const page = { headers, maxAgeSeconds: 0, render: readIndex }
  for (const url of addresses) serveCached(app, url, page)
  serveCachedFolder(app, "/web", readdirSync(new URL("web/", folder)), file => ({
    headers: { "content-type": types[extname(file)] ?? "application/octet-stream" },
    maxAgeSeconds: file === "early.js" ? 60 : yearSeconds, // all others have a hash of their content in their name
    render: () => readFileSync(new URL(`web/${file}`, folder)),
  }))
}

/** The addresses of web/app.ts, as the build wrote them; none if it was never run. */
function readAddresses(): string[] {
  const list = new URL("addresses.json", folder)
  return existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as string[]) : []
}

const readIndex = () => readFileSync(new URL("index.html", folder))

/** Paths for programs, and for people without an account, whom the dashboard would ask to sign in. */
const otherPaths = /^\/(v1|mcp|oauth|\.well-known|assets|web|widgets|docs|p|pay|portal|partners|simulator)(?![^/?])/

/** Whether the address could be a page of the dashboard, if this service has one. */
export const isMistypedDashboardPage = ({ url, server }: FastifyRequest) =>
  !otherPaths.test(url) && server.hasRoute({ method: "GET", url: "/web/:name" })

/** The dashboard itself says that there is no such page, beside its menu. */
export const sendMissingDashboardPage = (reply: FastifyReply) =>
  reply
    .code(404)
    .headers({ ...headers, "cache-control": "no-store", vary: "accept" })
    .send(readIndex())

const yearSeconds = 365 * 24 * 60 * 60
