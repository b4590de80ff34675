import { useQueryClient } from "@tanstack/react-query"
import { createContext, useEffect, useState } from "react"
import { type App, useApp } from "./app-context.ts"
import { usePermission } from "./session.tsx"

/** The list that an event changes: `payment-splits` of `splitIntents.update`. */
function listOf({ resources, screenEvents }: App, event: string): string {
  const [name = ""] = event.split(".")
  const resource = resources.find(each => each.event === name)
  return resource?.key ?? screenEvents[name] ?? name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

/** Events of the last moment are taken together, so that a burst reads each list once. */
const batchMs = 400
/** The browser itself resumes a stream that broke; one that was refused, such as the 21st of a tenant, is asked for again after this. */
const retryMs = 15_000
/** A shorter break is not shown. */
const minBreakMs = 3_000
/** The stream begins with what happened since the page began to load: it may have read a list just before that. */
const ageMs = () => Math.min(Math.ceil(performance.now()), 60_000)

/** Whether what others change is not shown now. */
export const CutOff = createContext(false)

/**
 * Shows what others change, without a reload: the event log as server-sent events, one connection for each page. After a break it goes on
 * after the last event that was seen. Tells whether it is cut off.
 */
export function useLiveUpdates(): boolean {
  const queries = useQueryClient()
  const can = usePermission()
  const app = useApp()
  const isAllowed = can("webhooks.view")
  const [isCutOff, setCutOff] = useState(false)
  useEffect(() => {
    if (!isAllowed) return
    const changed = new Set<string>()
    const timers: Record<"flush" | "retry" | "cutOff", ReturnType<typeof setTimeout> | undefined> = {
      flush: undefined,
      retry: undefined,
      cutOff: undefined,
    }
    let source: EventSource
    let lastEventId = ""
    let hasMissed = false
    const flush = () => {
      timers.flush = undefined
      for (const path of changed) void queries.invalidateQueries({ queryKey: [path] })
      changed.clear()
    }
    const connect = () => {
      source = new EventSource(`/v1/dev/events/stream?${lastEventId ? `lastEventId=${lastEventId}` : `sinceMs=${ageMs()}`}`)
      source.addEventListener("open", () => {
        clearTimeout(timers.cutOff)
        timers.cutOff = undefined
        setCutOff(false)
        if (hasMissed && lastEventId === "") void queries.invalidateQueries() // there is no event to go on after
        hasMissed = false
      })
      source.addEventListener("message", message => {
        lastEventId = message.lastEventId
        const { event } = JSON.parse(String(message.data)) as { event: string }
        changed.add(listOf(app, event)).add("overview").add("balances").add("dev/events").add("audit-log")
        timers.flush ??= setTimeout(flush, batchMs)
      })
      source.addEventListener("error", () => {
        hasMissed = true
        timers.cutOff ??= setTimeout(() => setCutOff(true), minBreakMs)
        if (source.readyState !== EventSource.CLOSED) return
        clearTimeout(timers.retry)
        timers.retry = setTimeout(connect, retryMs)
      })
    }
    connect()
    return () => {
      source.close()
      for (const timer of Object.values(timers)) clearTimeout(timer)
    }
  }, [queries, isAllowed, app])
  return isCutOff
}
