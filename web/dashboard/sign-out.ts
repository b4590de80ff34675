import { refused } from "../client.ts"
import { t } from "../lib/translate.ts"
import { notify } from "../ui/toast.tsx"

/**
 * Leaves the page only after every session of this browser has ended, in other businesses too: a person who believes to be signed out may
 * leave the computer to others.
 */
export async function signOut() {
  const answer = await fetch("/sign-out", { method: "POST" }).catch(() => undefined)
  if (!answer?.ok) return notify(t`You are still signed in`, (await refused(answer?.status ?? 0, undefined)).message, "bad")
  sessionStorage.clear() // the next person who signs in must not see what was typed
  location.assign("/sign-in")
}
