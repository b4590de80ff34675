import { ApiError, request } from "../client.ts"
import { notify } from "../ui/toast.tsx"

/** Leaves the page only once the session has ended: who believes to be signed out leaves the machine to others. */
export async function signOut() {
  try {
    await request("POST /v1/sessions/{id}/end", {}, { path: { id: "current" } })
  } catch (error) {
    const hasEnded = error instanceof ApiError && error.status === 401
    if (!hasEnded) return notify("You are still signed in", (error as Error).message, "bad")
  }
  sessionStorage.clear() // what was typed is not for whoever signs in next
  location.assign("/sign-in")
}
