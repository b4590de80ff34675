import { useInfiniteQuery, useMutation, useQueryClient, useQuery } from "@tanstack/react-query"
import { call, isUnreachable, type Output, request } from "../../client.ts"
import { useOnce } from "../../lib/once.ts"

export type BankLine = Output<"GET /v1/bank-lines/{id}">
export type Candidate = BankLine["candidates"][number]

export const tabNames = ["to-do", "suggested", "done"] as const
export type TabName = (typeof tabNames)[number]

const statusesOf: Record<TabName, readonly string[]> = {
  "to-do": ["new", "suggested"],
  suggested: ["suggested"],
  done: ["matched", "ignored"],
}

/** The lines of a tab, newest first, a hundred at a time. */
export function useLines(tab: TabName, statement: string | undefined) {
  const query = { "status[in]": statusesOf[tab].join(","), ...(statement && { statement }), limit: 100 }
  return useInfiniteQuery({
    queryKey: ["bank-lines", "list", query],
    queryFn: ({ pageParam }) => call("GET /v1/bank-lines", { ...query, ...(pageParam && { startingAfter: pageParam }) }),
    initialPageParam: "",
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?._id : undefined),
  })
}

/** The line that is shown, even when it is not in the open tab. */
export function useLine(id: string | undefined) {
  return useQuery({
    queryKey: ["bank-lines", "object", id],
    queryFn: () => call("GET /v1/bank-lines/{id}", {}, { path: { id: id! } }),
    enabled: id !== undefined,
  })
}

type ActionState = { action: string; allowed: boolean }

/** What this person can do with the line now. */
export function useAllowed({ _id, version }: BankLine): (action: string) => boolean {
  const actions = useQuery({
    queryKey: ["bank-lines", "actions", _id, version],
    queryFn: () => request("GET /v1/bank-lines/{id}/actions", {}, { path: { id: _id } }) as Promise<ActionState[]>,
  })
  return name => actions.data?.some(({ action, allowed }) => action === name && allowed) ?? false
}

type Step = { action: "accept" | "match" | "unmatch"; input: object; key: string }

export const takeStep = (id: string, { action, input, key }: Step) =>
  request(`POST /v1/bank-lines/{id}/${action}`, input, { path: { id }, idempotencyKey: key }) as Promise<BankLine>

/** One step at a time: a second click or key while one is being taken does nothing, and a line that was matched takes no other. */
export function useStep({ _id }: BankLine) {
  const queries = useQueryClient()
  const once = useOnce()
  const step = useMutation({
    mutationFn: (taken: Step) => takeStep(_id, taken),
    onSuccess: line => void queries.setQueryData(["bank-lines", "object", _id], line),
    onSettled: (_line, error) => (isUnreachable(error) ? undefined : void queries.invalidateQueries()),
  })
  const take = (action: Step["action"], input: object = {}) => once(() => step.mutateAsync({ action, input, key: crypto.randomUUID() }))
  return { step, take }
}

/** What stands for the candidate in a match. The first one of a suggested line is accepted, which keeps its reason.
 * What the tolerance covers is a fee of the bank. */
export const matchTo = (line: BankLine, { object, amount }: Candidate) => {
  const charges = line.amount > 0 ? Math.max(0, amount - line.amount) : 0
  return { to: [{ object, amount }], charges }
}

/** The evidence is better than a name or an amount, and no other candidate has as good one. */
export function isSure({ status, candidates: [first, second], possibleDuplicate }: BankLine): boolean {
  if (status !== "suggested" || possibleDuplicate !== null || !first) return false
  return first.score >= 80 && (second === undefined || second.score < first.score)
}
