import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { request } from "../client.ts"
import type { Choice } from "./form.ts"

type Found = { results: { title: string; detail: string }[] }

/** Contacts or partnerships by what is typed: a part of a name, an e-mail or a code. */
export const useFound = (type: "contacts" | "partnerships" | undefined, text: string) =>
  useQuery({
    queryKey: ["search", type, text],
    queryFn: () => request("GET /v1/search", { query: text, type, limit: 8 }) as Promise<Found>,
    select: ({ results }): Choice[] => results.map(({ title, detail }) => ({ value: detail, label: title })),
    enabled: type !== undefined && text.length > 1,
    placeholderData: keepPreviousData,
    retry: false,
  })
