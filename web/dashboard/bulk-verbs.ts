import { useQuery } from "@tanstack/react-query"
import { decidingNow } from "../../src/control/approvals/turn-rules.ts"
import { type Output, request } from "../client.ts"
import { reasonInWords, type Refusal } from "../lib/refusal.ts"
import { withSentence } from "../lib/sentences.ts"
import { t } from "../lib/translate.ts"
import type { Held } from "./approval.tsx"
import { useObjectPage } from "./details.ts"
import type { ActionForm, Resource, Row } from "./resource.ts"
import { usePermission, useSession } from "./session.tsx"

type Form = Pick<ActionForm<Row>, "label" | "icon" | "isDanger" | "about" | "fields" | "toInput">
type HeldRow = Row & Held
type ApprovalRequest = Output<"GET /v1/approvals/requests/{id}">

/** A verb that can be taken for several objects at once. */
export type BulkVerb = {
  id: string
  /** The label of the button that opens it. */
  opens: string
  form: Form
  route: string
  /** What the request names in its path. */
  targetOf(row: Row): string
  /** Why it is not possible for some of these now, by their ids. */
  refusals(rows: readonly Row[]): Promise<ReadonlyMap<string, string>>
}

/** The verbs of a resource that take the same input for each object, and the approval of those that wait for this person. */
export function useBulkVerbs(resource: Resource): readonly BulkVerb[] {
  const { actions = {} } = useObjectPage(resource.key)
  const { user } = useSession()
  const can = usePermission()
  const own = Object.entries(actions).flatMap(([action, form]) => (form?.isBulk ? [verbOf(resource, action, form)] : []))
  return resource.approval && can("approvals.decide") ? [...own, approveFor(user._id)] : own
}

const verbOf = ({ key }: Resource, action: string, form: Form): BulkVerb => ({
  id: action,
  opens: action === "cancel" ? t`Cancel…` : `${form.label}…`, // "Cancel payment" is about one
  form,
  route: `POST /v1/${key}/{id}/${action}`,
  targetOf: row => row._id,
  async refusals(rows) {
    const reasons = await eachOf(rows, ({ _id }) => reasonFor(key, action, _id))
    return new Map(reasons.flatMap((reason, index) => (reason === undefined ? [] : [[rows[index]!._id, reason]])))
  },
})

const titles: Readonly<Record<string, (objects: string) => string>> = {
  activate: objects => t`Activate ${objects}`,
  approve: objects => t`Approve ${objects}`,
  "approve-request": objects => t`Approve ${objects}`,
  cancel: objects => t`Cancel ${objects}`,
  complete: objects => t`Complete ${objects}`,
  confirm: objects => t`Confirm ${objects}`,
  deactivate: objects => t`Deactivate ${objects}`,
  delete: objects => t`Delete ${objects}`,
  pause: objects => t`Pause ${objects}`,
  reject: objects => t`Reject ${objects}`,
  remind: objects => t`Remind ${objects}`,
  resume: objects => t`Resume ${objects}`,
  revoke: objects => t`Revoke ${objects}`,
  send: objects => t`Send ${objects}`,
}

/** "Cancel 3 payments". */
export const titleOf = ({ id, form }: BulkVerb, objects: string) => titles[id]?.(objects) ?? `${form.label}: ${objects}`

type State = { action: string; allowed: boolean; reason: Refusal | null }

async function reasonFor(key: string, action: string, id: string): Promise<string | undefined> {
  const states = (await request(`GET /v1/${key}/{id}/actions`, {}, { path: { id } })) as State[]
  const state = states.find(each => each.action === action)
  if (state?.allowed) return undefined
  return state?.reason ? reasonInWords(await withSentence(state.reason)) : t`It is not possible for this one.`
}

const requestOf = (row: Row) => (row as HeldRow).approval?.request ?? undefined

const approveFor = (user: string): BulkVerb => ({
  id: "approve-request",
  opens: `${t`Approve`}…`,
  form: { label: t`Approve`, about: () => t`Where you are the last to decide, the money is released at once.` },
  route: "POST /v1/approvals/requests/{id}/approve",
  targetOf: row => requestOf(row) ?? row._id,
  async refusals(rows) {
    const waiting = await waitingFor(
      user,
      rows.map(requestOf).filter(id => id !== undefined),
    )
    const notHeld = rows.filter(row => requestOf(row) === undefined).map(({ _id }) => [_id, t`It does not wait for approval.`] as const)
    const notMine = rows.filter(row => requestOf(row) !== undefined && !waiting.has(requestOf(row)!))
    return new Map([...notHeld, ...notMine.map(({ _id }) => [_id, t`It does not wait for your decision.`] as const)])
  },
})

const maxIds = 100

/** Which of these requests this person may decide now. */
async function waitingFor(approver: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let from = 0; from < ids.length; from += maxIds) {
    const query = { "_id[in]": ids.slice(from, from + maxIds).join(","), approver, status: "pending", limit: maxIds }
    const { data } = (await request("GET /v1/approvals/requests", query)) as { data: { requests: ApprovalRequest[] } }
    for (const { _id, requestedBy, draftedBy, ...rest } of data.requests) {
      if (decidingNow({ ...rest, requested_by: requestedBy, drafted_by: draftedBy }).includes(approver)) found.add(_id)
    }
  }
  return found
}

const atOnce = 6

/** A few at a time, in the order of the rows. */
async function eachOf<T, R>(rows: readonly T[], read: (row: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < rows.length; from += atOnce) results.push(...(await Promise.all(rows.slice(from, from + atOnce).map(read))))
  return results
}

/** What is possible for the selected rows. It is read once, so that what is shown is what is sent. */
export const usePreview = (verb: BulkVerb, rows: readonly Row[]) =>
  useQuery({
    queryKey: ["bulk", verb.route, rows.map(({ _id }) => _id)],
    queryFn: () => verb.refusals(rows),
    staleTime: Infinity,
    gcTime: 0,
  })
