import { useQuery } from "@tanstack/react-query"
import { createContext, type ReactNode, useContext } from "react"
import { ApiError, call, type Output } from "../client.ts"
import { keepOpenForm } from "../lib/interrupted-form.ts"
import { takeOverLanguage } from "../lib/keep-language.ts"
import { nameTenant } from "../lib/tenant-header.ts"
import { setClock } from "../lib/time.ts"
import { t } from "../lib/translate.ts"
import { Failure } from "../ui/failure.tsx"

type Session = { user: Output<"GET /v1/users/user"> }

const SessionContext = createContext<Session | undefined>(undefined)

/** Who is signed in, and for which business. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error("useSession is called outside of SignedIn")
  return session
}

export const usePermission = () => {
  const permissions: readonly string[] = useSession().user.permissions
  return (permission: string) => permissions.includes(permission)
}

type Place = { needs?: string; isSandboxOnly?: true }

/** Whether to offer a page: the person's role must allow it, and a live business has no sandbox. */
export const useMayOpen = () => {
  const can = usePermission()
  const { mode } = useSession().user.tenant
  return ({ needs, isSandboxOnly }: Place) => (needs === undefined || can(needs)) && (!isSandboxOnly || mode === "sandbox")
}

async function readSession(): Promise<Session> {
  const user = await call("GET /v1/users/user", {})
  nameTenant(user.tenant._id)
  setClock(user.tenant.now, user.tenant.timezone)
  forgetOthers(user._id)
  takeOverLanguage(user.locale)
  return { user }
}

/** Deletes what another person typed in this tab. */
function forgetOthers(user: string) {
  if (sessionStorage.getItem("user") !== user) sessionStorage.clear()
  sessionStorage.setItem("user", user)
}

/** Shows its children to people who are signed in, and leads others to the sign-in page and back. */
export function SignedIn({ children }: { children: ReactNode }) {
  const session = useQuery({ queryKey: ["session"], queryFn: readSession, retry: false, refetchInterval: 60_000 })
  if (session.error instanceof ApiError && session.error.status === 401) {
    const hadOne = sessionStorage.getItem("user") !== null // signing out removes it
    keepOpenForm(session.data === undefined)
    location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}${hadOne ? "&ended=1" : ""}`)
    return null
  }
  if (session.data) return <SessionContext value={session.data}>{children}</SessionContext>
  if (session.isError)
    return (
      <main className="mx-auto max-w-lg px-4 pt-24">
        <Failure error={session.error} onRetry={() => void session.refetch()} />
      </main>
    )
  return <p className="px-6 pt-24 text-center text-fg-3">{t`Loading…`}</p>
}
