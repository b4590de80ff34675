import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { call, type Output } from "../client.ts"
import { t } from "../lib/translate.ts"
import { notify } from "../ui/toast.tsx"

export type Notice = Output<"GET /v1/notices">["data"][number]

/** Events refresh it. A mention has no event, and some people may not read events, so it is also read again by itself. */
export const refetchMs = 30_000

export const useUnreadCount = (): number =>
  useQuery({
    queryKey: ["notices", "unread"],
    queryFn: () => call("GET /v1/notices", { read: false, limit: 1 }),
    refetchInterval: refetchMs,
  }).data?.count ?? 0

/** Marks one notice as read, or all of them where none is given. */
export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id?: string) => {
      if (id === undefined) await call("POST /v1/notices/read-all", {})
      else await call("POST /v1/notices/{id}/read", {}, { path: { id } })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["notices"] }),
    onError: error => notify(t`It is still unread`, error.message, "bad"),
  })
}

/** The page of a notice, as a link of the router wants it. */
export function linkOf({ path }: Pick<Notice, "path">) {
  const { pathname, searchParams } = new URL(path, location.origin)
  return { to: pathname, search: Object.fromEntries(searchParams) }
}
