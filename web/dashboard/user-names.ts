import { useQuery } from "@tanstack/react-query"
import { call, type Output } from "../client.ts"
import { readAll } from "../lib/read-all.ts"
import { t } from "../lib/translate.ts"
import type { Actor } from "../ui/avatar.tsx"
import { useNameOf } from "./reference.tsx"
import { usePermission, useSession } from "./session.tsx"

type User = Output<"GET /v1/users">["data"][number]

const all = (users: readonly User[]) => users
const people = (users: readonly User[]) => users.filter(({ type }) => type === "person")

/** All users of the tenant, people and API keys, the newest first. */
export function useUsers(select = all) {
  const can = usePermission()
  return useQuery({
    queryKey: ["users", "all"],
    queryFn: () => readAll(query => call("GET /v1/users", query)),
    select,
    enabled: can("users.view"),
    staleTime: 60_000,
  })
}

/** The users who sign in: people, not API keys. */
export const usePeople = () => useUsers(people)

/** The names of the tenant's users by their ids: "You" for the signed-in person. */
export function useUserNames() {
  const { user } = useSession()
  const users = useUsers()
  return (id: string, type = "person"): string => {
    if (id === user._id) return t`You`
    if (type === "system" || id === "system") return "Countersign"
    if (type === "contact") return t`The contact`
    if (type === "partner") return t`The partner`
    return users.data?.find(each => each._id === id)?.name ?? (type === "api-key" ? t`An API key` : t`Somebody`)
  }
}

/** The user of an id, for an avatar beside the name. */
export function useActors() {
  const { user: me } = useSession()
  const users = useUsers()
  return (id: string): Actor => {
    if (id === me._id) return { name: me.name, kind: "person", isYou: true }
    const user = users.data?.find(each => each._id === id)
    if (user) return { name: user.name, kind: user.type === "person" ? "person" : "api-key" }
    return id === "system" ? { name: "Countersign", kind: "system" } : { name: t`Somebody`, kind: "person" }
  }
}

/** The name of an entry's actor: a person, a program, or a contact or partner in their portal. */
export function useActor({ user, type }: { user: string; type: string }): Actor {
  const actorOf = useActors()
  const isContact = type === "contact"
  const isParty = isContact || type === "partner"
  const name = useNameOf(isContact ? "contacts" : "partnerships", isParty ? user : undefined)
  if (isParty) return { name: name ?? (isContact ? t`A contact` : t`A partner`), kind: "person" }
  return actorOf(type === "system" ? "system" : user)
}
