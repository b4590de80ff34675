import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { ApiError, isUnreachable, request } from "../client.ts"
import { type BulkItem, type BulkRun, interrupted, noAnswer, runEach } from "../lib/bulk.ts"
import { t } from "../lib/translate.ts"
import { needsConfirmation } from "../ui/confirm-identity.tsx"

const nameOf = (path: string) => `bulk ${path}`

/** Lists whose run is being shown while it runs. */
const running = new Set<string>()
const listeners = new Set<() => void>()
const tellAll = () => listeners.forEach(listen => listen())
const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

/** The run of a list that is not finished: it was stopped, something failed, or its page was left. */
export function useUnfinishedRun(path: string): BulkRun | undefined {
  const text = useSyncExternalStore(subscribe, () => (running.has(path) ? null : sessionStorage.getItem(nameOf(path))))
  return useMemo(() => (text === null ? undefined : interrupted(JSON.parse(text) as BulkRun)), [text])
}

export function forgetRun(path: string) {
  sessionStorage.removeItem(nameOf(path))
  tellAll()
}

/** Each change is stored in the session of this tab before anything else happens, so that a reload knows what was done. */
function store(path: string, run: BulkRun) {
  if (run.items.every(({ state }) => state === "done")) sessionStorage.removeItem(nameOf(path))
  else sessionStorage.setItem(nameOf(path), JSON.stringify(run))
}

/** Runs a verb for several objects. It stops where the service wants to know that it is still this person, and goes on from there. */
export function useBulkRun(path: string, restored?: BulkRun) {
  const queries = useQueryClient()
  const [run, setRun] = useState(restored)
  const [isRunning, setRunning] = useState(false)
  const [stop, setStop] = useState<Error | undefined>(undefined)
  const isStopped = useRef(false)
  useEffect(() => {
    isStopped.current = false
    return () => void (isStopped.current = true) // nothing is sent that nobody sees
  }, [])
  const start = async (begun: BulkRun) => {
    if (isRunning) return
    isStopped.current = false
    let current = begun
    const tell = (item: BulkItem) => {
      current = { ...current, items: current.items.map(each => (each.id === item.id ? item : each)) }
      store(path, current)
      setRun(current)
    }
    const send = async ({ target, input, key }: BulkItem) => {
      try {
        await request(begun.route, input, { path: { id: target }, idempotencyKey: key })
        return "done" as const
      } catch (error) {
        if (needsConfirmation(error)) {
          setStop(error as ApiError)
          return "stop" as const
        }
        if (isUnreachable(error)) {
          setStop(error as ApiError)
          return { why: noAnswer, isOver: true as const }
        }
        return { why: error instanceof Error ? error.message : t`Try again.` }
      }
    }
    running.add(path)
    store(path, begun)
    setRun(begun)
    setStop(undefined)
    setRunning(true)
    await runEach(begun.items, send, tell, () => isStopped.current)
    running.delete(path)
    tellAll()
    setRunning(false)
    void queries.invalidateQueries()
  }
  return { run, start, isRunning, stop, onStop: () => void (isStopped.current = true) }
}
