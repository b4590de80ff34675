import "./styles.css"
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { ApiError } from "./client.ts"
import { language } from "./lib/language.ts"
import { readInterruptedForm } from "./lib/interrupted-form.ts"
import { ignoreRepeatedInput } from "./lib/repeated-input.ts"
import { app, router } from "./app.ts"
import { AppProvider } from "./dashboard/app-context.ts"
import { sectionTitle } from "./dashboard/section-title.ts"

/** A refusal is final; a read is repeated only if it did not reach the service, or if the service was busy. */
const isWorthRetrying = (count: number, error: Error) =>
  count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** If a session was ended elsewhere, the next request is refused; reading the session again then leads to the sign-in page. */
function noticeEnd(error: Error) {
  if (error instanceof ApiError && error.status === 401) void queries.invalidateQueries({ queryKey: ["session"] })
}

/** Without a connection a request fails at once. If it were sent later, it could move money that nobody wants to move any more. */
const networkMode = "always"

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => void (queryKey[0] !== "session" && noticeEnd(error)) }),
  mutationCache: new MutationCache({ onError: error => noticeEnd(error) }),
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 2_000, networkMode, refetchOnReconnect: true },
    mutations: { networkMode },
  },
})

router.subscribe("onBeforeLoad", ({ toLocation, pathChanged }) => {
  if (pathChanged) document.title = sectionTitle(app, toLocation.pathname)
})

document.documentElement.lang = language // screen readers and hyphens go by it
ignoreRepeatedInput()
readInterruptedForm()

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <AppProvider value={app}>
        <RouterProvider router={router} />
      </AppProvider>
    </QueryClientProvider>
  </StrictMode>,
)
