import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  useParams,
  useRouter,
} from "@tanstack/react-router"
import { call } from "../client.ts"
import { Failure } from "../ui/failure.tsx"
import { type App, useApp } from "./app-context.ts"
import { ListPage } from "./list-page.tsx"
import type { ListSearch } from "./list-query.ts"
import { MissingPage } from "./missing-page.tsx"
import { SecondFactorGate } from "./second-factor.tsx"
import { SignedIn } from "./session.tsx"
import { Shell } from "./shell.tsx"

/** Search parameters stay text, as the API takes them. */
const asText = (search: Record<string, unknown>): ListSearch =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))

const root = createRootRoute({
  component: () => (
    <SignedIn>
      <SecondFactorGate>
        <Shell />
      </SecondFactorGate>
    </SignedIn>
  ),
  notFoundComponent: MissingPage,
  validateSearch: asText,
})

type Load = () => Promise<{ [name: string]: () => React.ReactNode }>

/** A page with its own address; its script is loaded when it is opened. */
export const screen = <const P extends string>(path: P, load: Load, name: string) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(orUnreachable(load), name) })

/**
 * The router reloads the document if a script is missing, because a new release has other scripts. If the service can't be reached, a
 * reload would end on the browser's error page, so this is checked first.
 */
function orUnreachable(load: Load): Load {
  return () =>
    load().catch(async (error: unknown) => {
      await call("GET /v1/users/user", {})
      throw error
    })
}

const list = createRoute({ getParentRoute: () => root, path: "/$resource", component: ResourceList })

/** It waits for its details too, so that a link to it shows nothing half loaded, and loads all of it when the pointer is over the link. */
const objectRoute = (loadDetails: App["loadDetails"]) =>
  screen("/$resource/$id", async () => (await Promise.all([import("./object-route.tsx"), loadDetails()]))[0], "ResourceObject")

/** The screens, and the list and object page that all resources share. */
export const createDashboardRouter = <const S extends readonly AnyRoute[]>(screens: S, loadDetails: App["loadDetails"]) =>
  createRouter({
    routeTree: root.addChildren([...screens, list, objectRoute(loadDetails)]),
    defaultPreload: "intent",
    parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: search => {
      const text = new URLSearchParams(search as Record<string, string>).toString()
      return text === "" ? "" : `?${text}`
    },
    defaultErrorComponent: PageFailure,
    scrollRestoration: true,
  })

/** Loads a script again that could not be loaded, and renders a page again that failed to render. */
function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return <Failure error={error} onRetry={() => void router.invalidate().then(reset)} />
}

function ResourceList() {
  const { resources } = useApp()
  const { resource: path } = useParams({ strict: false })
  const resource = resources.find(each => each.path === path)
  return resource ? <ListPage key={path} resource={resource} /> : <MissingPage />
}
