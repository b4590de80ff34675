import { useQuery } from "@tanstack/react-query"
import { call } from "../client.ts"
import type { Resource } from "./resource.ts"

/** The tags in use on the objects of a list. */
export const useUsedTags = ({ key }: Resource) =>
  useQuery({ queryKey: ["tags", "used", key], queryFn: () => call("GET /v1/tags", { type: key }), staleTime: 30_000 })
