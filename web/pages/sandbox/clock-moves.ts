import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call, type Input, type Output } from "../../client.ts"
import { exactTime, tenantNow } from "../../lib/time.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { notify } from "../../ui/toast.tsx"

type Move = Input<"POST /v1/simulations/clock">
export type Waiting = Output<"GET /v1/simulations/queue">["data"][number]
export type ClockMoves = ReturnType<typeof useClockMoves>

/** Moves the tenant's clock, and shows the progress of a long move until it ends. */
export function useClockMoves() {
  const queries = useQueryClient()
  const [since, setSince] = useState<string | undefined>(undefined)
  const move = useMutation({
    mutationFn: (to: Move) => call("POST /v1/simulations/clock", to, { idempotencyKey: crypto.randomUUID() }),
    onMutate: () => setSince(tenantNow().toISOString()),
    onSuccess({ now, clock: { status, done } }) {
      const what = done === 0 ? t`Nothing fell due` : plural(done, t`${whole(done)} thing happened`, t`${whole(done)} things happened`)
      if (status === "idle") notify(what, t`It is now ${exactTime(now)}`)
      void queries.invalidateQueries()
    },
    onError: () => void queries.invalidateQueries({ queryKey: ["simulations"] }),
  })
  const clock = useQuery({
    queryKey: ["simulations", "clock"],
    queryFn: () => call("GET /v1/simulations/clock", {}),
    refetchInterval: ({ state }) => (state.data?.status === "moving" || move.isPending ? 500 : 30_000),
  })
  const isMoving = move.isPending || clock.data?.status === "moving"
  return { clock: clock.data, isMoving, since, error: move.error, move: (to: Move) => !isMoving && move.mutate(to) }
}

export const useQueue = () =>
  useQuery({ queryKey: ["simulations", "queue"], queryFn: () => call("GET /v1/simulations/queue", { limit: 50 }) })
