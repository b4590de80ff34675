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

/** Events that come close together are handled together, so that a burst reads each list once. */
const batchMs = 400
/** The browser resumes a broken stream by itself. A refused one, such as the 21st of a tenant, is requested again after this time. */
const retryMs = 15_000
/** A shorter break is not shown. */
const minBreakMs = 3_000
/** The stream begins with the events since the page began to load, because the page may have read a list before the stream was open. */
const ageMs = () => Math.min(Math.ceil(performance.now()), 60_000)

/** Whether the stream is cut off, so that changes by others are not shown. */
export const CutOff = createContext(false)

/**
 * Shows changes by others without a reload: the event log as server-sent events, one connection for each page. After a break it continues
 * after the last event that it received. Returns whether it is cut off.
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
        if (hasMissed && lastEventId === "") void queries.invalidateQueries() // there is no event to continue after
        hasMissed = false
      })
      source.addEventListener("message", message => {
        lastEventId = message.lastEventId
        const { event } = JSON.parse(String(message.data)) as { event: string }
        changed.add(listOf(app, event)).add("overview").add("notices").add("balances").add("dev/events").add("audit-log")
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
