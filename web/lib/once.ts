import { useRef } from "react"

/** Runs one request at a time: the second click of a double click comes before the page shows that the first request is running. */
export function useOnce() {
  const isRunning = useRef(false)
  return (run: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    void run()
      .catch(() => undefined) // shown from the state of the mutation
      .finally(() => (isRunning.current = false))
  }
}
