import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { usePermission } from "./session.tsx"

/** How the API's paths name what events name otherwise. */
const paths: Record<string, string> = { splitIntents: "payment-splits", approvalRequests: "approvals/requests" }
const pathOf = (resource: string) => paths[resource] ?? resource.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** Events of the last moment are taken together, so that a burst reads each list once. */
const settleMs = 400

/** Shows what others change, without a reload: the event log as server-sent events. The browser resumes it after a break. */
export function useLiveUpdates() {
  const queries = useQueryClient()
  const can = usePermission()
  const isAllowed = can("webhooks.view")
  useEffect(() => {
    if (!isAllowed) return
    const changed = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      for (const path of changed) void queries.invalidateQueries({ queryKey: [path] })
      changed.clear()
    }
    const source = new EventSource("/v1/dev/events/stream")
    source.addEventListener("message", message => {
      const { event } = JSON.parse(String(message.data)) as { event: string }
      changed.add(pathOf(event.split(".")[0]!))
      timer ??= setTimeout(flush, settleMs)
    })
    return () => {
      source.close()
      clearTimeout(timer)
    }
  }, [queries, isAllowed])
}
