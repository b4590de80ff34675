// The pages, downloads and streams that are not operations: what they show of another tenant.
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { application } from "../src/app.ts"
import { buildServer } from "../src/http/server.ts"
import { signature } from "../src/money/gateways/simulator.ts"
import { linkKeyOf, type TestServer } from "./harness.ts"
import { unknownId } from "./isolation-requests.ts"
import { answersFor, type World } from "./isolation-walk.ts"

type Page = {
  method?: "GET" | "POST"
  path(id: string): string
  foreign: string
  unknown?: string
  headers?: Record<string, string>
  event?: true
}

/** Requests for each route with a parameter that is not an operation. Each names something of the other tenant. */
async function pagesOf(server: TestServer, { mine, theirs, tenant, otherTenant }: World): Promise<Record<string, Page[]>> {
  const [others] = await server.sql("select slug from tenants where id = $1", [otherTenant])
  const first = (list: string): string => theirs.ids[list]![0]!
  const tokenOf = ({ links }: { links: { long: string } }) => links.long.slice(links.long.lastIndexOf("/") + 1)
  const [own, foreign] = [tokenOf(mine.made.unpaid), tokenOf(theirs.made.unpaid)].map(token =>
    Buffer.from(token, "base64url").toString("hex"),
  )
  /** Our link with another tenant's ids in it, and our signature. */
  const forged = (ids: string) => Buffer.from(ids + own!.slice(48), "hex").toString("base64url")
  const link = (suffix: string, method?: "POST"): Page[] =>
    [tenant + foreign!.slice(24, 48), foreign!.slice(0, 48)].map(ids => ({
      ...(method && { method }),
      path: id => `/pay/${forged(id)}${suffix}`,
      foreign: ids,
      unknown: tenant + unknownId(first("/v1/payment-intents")),
    }))
  const shop = new URL(mine.made.link.url).pathname.split("/")
  const theirShop = new URL(theirs.made.link.url).pathname.split("/")
  const buy = (suffix: string, method?: "POST"): Page[] => [
    {
      ...(method && { method }),
      path: id => `/buy/${shop[2]!}/${id}${suffix}`,
      foreign: theirShop[3]!,
      unknown: theirShop[3]!.split("").toReversed().join(""),
    },
    { ...(method && { method }), path: id => `/buy/${id}/${shop[3]!}${suffix}`, foreign: others.slug, unknown: "zzzzzz" },
  ]
  return {
    "/pay/:token": [...link(""), ...link("", "POST")],
    "/pay/:token/go": link("/go"),
    "/pay/:token/code.svg": link("/code.svg"),
    "/pay/:token/document": link("/document"),
    "/pay/:token/return/:attempt": [
      { path: id => `/pay/${tokenOf(mine.made.unpaid)}/return/${id}`, foreign: theirs.made.charge._id as string },
      ...link(`/return/${String(theirs.made.charge._id)}`),
    ],
    "/p/:code": [{ path: id => `/p/${id}.1.${"A".repeat(11)}`, foreign: others.slug, unknown: "zzzzzz" }],
    "/buy/:tenant/:link": [...buy(""), ...buy("", "POST")],
    "/buy/:tenant/:link/code.svg": buy("/code.svg"),
    ...portalPages(server, mine, theirs),
    "/logos/:tenant/:hash": [{ path: id => `/logos/${id}/${"0".repeat(64)}`, foreign: otherTenant }],
    "/mail-previews/:look/:id": [
      { path: id => `/mail-previews/light/${id}`, foreign: first("/v1/dev/mails"), headers: { cookie: mine.page.cookie! } },
    ],
    "/checkpoints/:tenant": [{ path: id => `/checkpoints/${id}`, foreign: otherTenant }],
    "/checkpoints/:tenant/before/:before": [{ path: id => `/checkpoints/${id}/before/2`, foreign: otherTenant }],
    "/simulator/:tenant/:reference": [{ path: id => `/simulator/${id}/unknown`, foreign: otherTenant }],
    "/v1/gateways/:gateway/events": [{ method: "POST", path: () => "/v1/gateways/simulator/events", foreign: otherTenant, event: true }],
    ...Object.fromEntries(
      ["", "/pix"].map(suffix => [
        `/v1/gateways/:gateway/events/:connection${suffix}`,
        [
          {
            method: "POST" as const,
            path: (id: string) => `/v1/gateways/fakepay/events/${id}${suffix}`,
            foreign: first("/v1/gateway-connections"),
          },
        ],
      ]),
    ),
  }
}

/** The pages of a contact and of a partner who are signed in with us, with the ids of the other tenant's objects. */
function portalPages({ baseUrl }: Pick<TestServer, "baseUrl">, mine: World["mine"], theirs: World["theirs"]): Record<string, Page[]> {
  const { contact, partner } = mine.cookies
  const portal = (cookie: string, path: (id: string) => string, list: string, method: "GET" | "POST" = "GET"): Page[] => [
    { method, path, foreign: theirs.ids[list]![0]!, headers: { cookie, origin: baseUrl } },
  ]
  return {
    "/portal/receipts/:id": portal(contact, id => `/portal/receipts/${id}`, "/v1/payment-intents"),
    "/portal/receipts/:id/file": portal(contact, id => `/portal/receipts/${id}/file`, "/v1/payment-intents"),
    "/portal/receipts/:id/pdf": portal(contact, id => `/portal/receipts/${id}/pdf`, "/v1/payment-intents"),
    "/portal/invoices/:id/pdf": portal(contact, id => `/portal/invoices/${id}/pdf`, "/v1/payment-intents"),
    "/portal/plans/:id": portal(contact, id => `/portal/plans/${id}`, "/v1/payment-intents"),
    "/portal/details/email/:id": (["GET", "POST"] as const).map(method => ({
      method,
      path: id => `/portal/details/email/${id}`,
      foreign: theirs.emailToken,
      unknown: theirs.emailToken.split("").toReversed().join(""),
      headers: { cookie: contact, origin: baseUrl },
    })),
    ...Object.fromEntries(
      [
        ["orders", "again", "/v1/orders"],
        ["mandates", "revoke", "/v1/authorizations"],
        ["cards", "remove", "/v1/saved-methods"],
        ["subscriptions", "cancel", "/v1/subscriptions"],
        ["subscriptions", "autopay", "/v1/subscriptions"],
      ].map(([things, act, list]) => [
        `/portal/${things!}/:id/${act!}`,
        (["GET", "POST"] as const).flatMap(method => portal(contact, id => `/portal/${things!}/${id}/${act!}`, list!, method)),
      ]),
    ),
    "/partners/payouts/:id/advice": portal(partner, id => `/partners/payouts/${id}/advice`, "/v1/payouts"),
  }
}

/** Parameters that name nothing of a tenant: files of the service, and what a token of its own protects. */
const publicParameters =
  /^\/(docs|assets|web|demo|widgets|oauth|\.well-known|checkpoints\/keys)\/|\/sign-in\/:token$|^\/v1\/(fx|financing)-rates/

const routesOf = (printed: string): string[] => {
  const stack: string[] = []
  return printed.split("\n").flatMap(line => {
    const [, indent = "", part = ""] = /^((?:│ {3}| {4})*)[├└]── (\S+)/.exec(line) ?? []
    if (part === "") return []
    stack.splice(indent.length / 4, Infinity, part)
    return line.includes("(") ? [stack.join("").replace(":id|:gateway", ":gateway")] : []
  })
}

export async function testPages(server: TestServer, world: World) {
  const pages = await pagesOf(server, world)
  const routes = routesOf(buildServer(application).printRoutes({ commonPrefix: false }))
  const ofOperations = new Set(
    application.operations.map(({ route }) =>
      route
        ?.split(" ")[1]
        ?.replace("/gateways/{id}", "/gateways/:gateway")
        .replaceAll(/\{(\w+)\}/g, ":$1"),
    ),
  )
  /** The dashboard is one file at all its addresses, without data. */
  const dashboard = new URL("../dist/web/addresses.json", import.meta.url)
  const addresses = new Set(existsSync(dashboard) ? (JSON.parse(readFileSync(dashboard, "utf8")) as string[]) : [])

  test("knows every route that is not an operation and has a parameter", () => {
    const others = [...new Set(routes)].filter(
      route => route.includes(":") && !ofOperations.has(route) && !addresses.has(route) && !publicParameters.test(route),
    )
    assert.deepEqual(others.sort(), Object.keys(pages).sort())
  })

  const linkKey = await linkKeyOf(server, world.tenant)
  for (const [route, requests] of Object.entries(pages))
    test(`${route} shows of another tenant what it shows of nobody`, async () => {
      for (const { method = "GET", path, foreign, unknown, headers, event } of requests) {
        const sendTo = async (at: string, named?: object) => {
          const bytes = Buffer.from(event ? JSON.stringify({ ...named, id: "ev-1", type: "charge.succeeded", key: "k" }) : "")
          const signed = event && { "content-type": "application/json", "simulator-signature": signature(linkKey, bytes) }
          const init = {
            method,
            headers: { ...headers, ...signed },
            redirect: "manual",
            ...(method === "POST" && { body: bytes }),
          } as const
          const response = await fetch(server.baseUrl + at, init)
          return { status: response.status, headers: response.headers, text: await response.text() }
        }
        const [known, nobodys] = await answersFor(id => ({ path: path(id), body: { tenant: id } }), foreign, sendTo, unknown)
        assert.deepEqual(known, nobodys, path(foreign))
        assert.ok(Number(known[0]) >= 300, `${path(foreign)}: ${String(known[0])}`)
      }
    })
}
