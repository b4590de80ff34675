import { useEffect, useState } from "react"

/** How long after the last key the request is sent. */
const pauseMs = 250

/** The typed text, once the person has stopped typing. */
export function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(JSON.parse(text) as T), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
