import { createRootRoute, createRoute, createRouter, lazyRouteComponent, useParams } from "@tanstack/react-router"
import { Compass } from "lucide-react"
import { Card } from "../ui/card.tsx"
import { Empty } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { ListPage, type ListSearch } from "./list-page.tsx"
import { resources } from "./navigation.ts"
import { ObjectPage } from "./object-page.tsx"
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
  notFoundComponent: Missing,
  validateSearch: asText,
})

const page = <const P extends string>(path: P, load: () => Promise<{ [name: string]: () => React.ReactNode }>, name: string) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) })

const list = createRoute({ getParentRoute: () => root, path: "/$resource", component: ResourceList })
const object = createRoute({ getParentRoute: () => root, path: "/$resource/$id", component: ResourceObject })

const tree = root.addChildren([
  page("/", () => import("../pages/overview.tsx"), "Overview"),
  page("/approvals", () => import("../pages/approvals/inbox.tsx"), "Inbox"),
  page("/policies", () => import("../pages/policies.tsx"), "Policies"),
  page("/sandbox", () => import("../pages/sandbox.tsx"), "Sandbox"),
  page("/users", () => import("../pages/users.tsx"), "Users"),
  page("/audit", () => import("../pages/audit.tsx"), "Audit"),
  page("/settings", () => import("../pages/settings.tsx"), "SettingsPage"),
  page("/account", () => import("../pages/account.tsx"), "Account"),
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
  defaultErrorComponent: ({ error, reset }) => <Failure error={error} onRetry={reset} />,
  scrollRestoration: true,
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}

function ResourceList() {
  const { resource: path } = useParams({ strict: false })
  const resource = resources.find(each => each.path === path)
  return resource ? <ListPage key={path} resource={resource} /> : <Missing />
}

function ResourceObject() {
  const { resource: path, id = "" } = useParams({ strict: false })
  const resource = resources.find(each => each.path === path && each.object)
  return resource ? <ObjectPage key={id} resource={resource} id={id} /> : <Missing />
}

function Missing() {
  return (
    <Card>
      <Empty icon={Compass} title="There is no such page">
        The address may be mistyped. The menu at the left leads to everything there is.
      </Empty>
    </Card>
  )
}
