import { useEffect, useState } from "react"

/** The service is asked a moment after the last key. */
const pauseMs = 250

/** What was typed, once the person has paused. */
export function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(JSON.parse(text) as T), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
