import { createRootRoute, createRoute, createRouter, type ErrorComponentProps, lazyRouteComponent, useParams } from "@tanstack/react-router"
import { call } from "../client.ts"
import { Failure } from "../ui/failure.tsx"
import { ListPage } from "./list-page.tsx"
import type { ListSearch } from "./list-query.ts"
import { resources } from "./navigation.ts"
import { MissingPage } from "./missing-page.tsx"
import { SignedIn } from "./session.tsx"
import { Shell } from "./shell.tsx"

/** Search parameters stay text, as the API takes them. */
const asText = (search: Record<string, unknown>): ListSearch =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))

const root = createRootRoute({
  component: () => (
    <SignedIn>
      <Shell />
    </SignedIn>
  ),
  notFoundComponent: MissingPage,
  validateSearch: asText,
})

type Load = () => Promise<{ [name: string]: () => React.ReactNode }>

const page = <const P extends string>(path: P, load: Load, name: string) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(orUnreachable(load), name) })

/**
 * The router reloads a document whose script is gone, because a new release has others. Where it is the service that can't be reached, a
 * reload would end on the browser's own page, so that is found out first.
 */
function orUnreachable(load: Load): Load {
  return () =>
    load().catch(async (error: unknown) => {
      await call("GET /v1/users/user", {})
      throw error
    })
}

const list = createRoute({ getParentRoute: () => root, path: "/$resource", component: ResourceList })
const object = page("/$resource/$id", () => import("./object-route.tsx"), "ResourceObject")

const tree = root.addChildren([
  page("/", () => import("../pages/overview.tsx"), "Overview"),
  page("/approvals", () => import("../pages/approvals/inbox.tsx"), "Inbox"),
  page("/policies", () => import("../pages/policies/list.tsx"), "Policies"),
  page("/policies/$id", () => import("../pages/policies/editor.tsx"), "PolicyPage"),
  page("/sandbox", () => import("../pages/sandbox/page.tsx"), "Sandbox"),
  page("/users", () => import("../pages/users/page.tsx"), "Users"),
  page("/teams", () => import("../pages/users/teams.tsx"), "Teams"),
  page("/billing", () => import("../pages/billing.tsx"), "Billing"),
  page("/mails", () => import("../pages/mails.tsx"), "Mails"),
  page("/events", () => import("../pages/events.tsx"), "Events"),
  page("/examples", () => import("../pages/examples.tsx"), "Examples"),
  page("/audit", () => import("../pages/audit.tsx"), "Audit"),
  page("/settings", () => import("../pages/settings/page.tsx"), "SettingsPage"),
  page("/account", () => import("../pages/account/page.tsx"), "Account"),
  page("/analytics", () => import("../pages/analytics/page.tsx"), "Analytics"),
  list,
  object,
])

export const router = createRouter({
  routeTree: tree,
  defaultPreload: "intent",
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const text = new URLSearchParams(search as Record<string, string>).toString()
    return text === "" ? "" : `?${text}`
  },
  defaultErrorComponent: PageFailure,
  scrollRestoration: true,
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}

/** A script that could not be loaded is loaded again with the route; what failed while it was drawn is drawn again. */
function PageFailure({ error, reset }: ErrorComponentProps) {
  return <Failure error={error} onRetry={() => void router.invalidate().then(reset)} />
}

function ResourceList() {
  const { resource: path } = useParams({ strict: false })
  const resource = resources.find(each => each.path === path)
  return resource ? <ListPage key={path} resource={resource} /> : <MissingPage />
}
