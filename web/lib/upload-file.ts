import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"

type Sending = { onProgress(share: number): void; signal: AbortSignal }

/** Sends a file and knows how much of it was sent. `stop` ends an upload that is not complete: the service takes nothing of it then. */
export function useUpload<T>(send: (sending: Sending) => Promise<T>) {
  const queries = useQueryClient()
  const [share, setShare] = useState(0)
  const stopper = useRef<AbortController>(undefined)
  const sending = useMutation({
    mutationFn: () => {
      setShare(0)
      stopper.current = new AbortController()
      return send({ onProgress: setShare, signal: stopper.current.signal })
    },
    onSuccess: () => void queries.invalidateQueries(),
  })
  const stop = () => {
    if (share < 1) stopper.current?.abort()
  }
  return { sending, share, stop, error: sending.error?.name === "AbortError" ? undefined : (sending.error ?? undefined) }
}
