import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"

export const useSessions = () =>
  useQuery({ queryKey: ["sessions"], queryFn: () => call("GET /v1/sessions", { limit: 100 }), refetchInterval: 60_000 })

/** The connected assistants; disconnected ones are left out. */
export const useAssistants = () =>
  useQuery({
    queryKey: ["assistants"],
    queryFn: () => call("GET /v1/assistants", { status: "connected", limit: 100 }),
    refetchInterval: 60_000,
  })
