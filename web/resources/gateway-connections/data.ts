import { useQuery } from "@tanstack/react-query"
import { call, type Output } from "../../client.ts"

export type Connection = Output<"GET /v1/gateway-connections/{id}">
export type Comparison = Output<"GET /v1/gateway-connections/{id}/reconciliation">
export type Provider = Output<"GET /v1/gateway-connections/providers">["data"][number]

/** The providers that this business can connect, and what each asks for. */
export const useProviders = (isEnabled = true) =>
  useQuery({
    queryKey: ["gateway-connections", "providers"],
    queryFn: async () => (await call("GET /v1/gateway-connections/providers", { limit: 100 })).data,
    enabled: isEnabled,
    staleTime: Infinity,
  })
