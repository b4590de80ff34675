import "../styles.css"
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { ApiError } from "../client.ts"
import { router } from "./router.tsx"

/** A refusal is final; only what never reached the service, or found it busy, is read again. */
const isWorthRetrying = (count: number, error: Error) =>
  count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** A session that was ended elsewhere is noticed by whatever is asked next; reading it anew leads to the sign-in page. */
function onError(error: Error, { queryKey }: { queryKey: readonly unknown[] }) {
  const hasEnded = error instanceof ApiError && error.status === 401 && queryKey[0] !== "session"
  if (hasEnded) void queries.invalidateQueries({ queryKey: ["session"] })
}

/** Without a connection, a request is sent and fails: one that was kept for later could move money that nobody wants to move any more. */
const networkMode = "always"

const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 2_000, networkMode, refetchOnReconnect: true },
    mutations: { networkMode },
  },
})

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
