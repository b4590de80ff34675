import { ApiError, request } from "../client.ts"
import { notify } from "../ui/toast.tsx"

/** Leaves the page only after the session has ended: a person who believes to be signed out may leave the computer to others. */
export async function signOut() {
  try {
    await request("POST /v1/sessions/{id}/end", {}, { path: { id: "current" } })
  } catch (error) {
    const hasEnded = error instanceof ApiError && error.status === 401
    if (!hasEnded) return notify("You are still signed in", (error as Error).message, "bad")
  }
  sessionStorage.clear() // the next person who signs in must not see what was typed
  location.assign("/sign-in")
}
