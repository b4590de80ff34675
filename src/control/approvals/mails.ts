import type { Context } from "../../kit/db/context.ts"
import { languageOf } from "../../platform/mails/language.ts"
import { notify } from "../../platform/notices/notify.ts"
import { findUsers, type UserRow } from "../../platform/tenants/store.ts"
import { findDelegates } from "./delegation-store.ts"
import { currencyOf, nounOf } from "./policy-rules.ts"
import { type RequestRow, stateOf } from "./request-store.ts"
import { decidingNow, isMaker, mayDecide } from "./turn-rules.ts"

/**
 * Mails the people whose approval is needed now, and their delegates, but nobody who lost the permission to decide. `before` is the request
 * before this change: the people who could decide it then have a mail already.
 */
export async function mailApprovers(ctx: Context, request: RequestRow, before?: RequestRow) {
  const known = before ? decidingNow(stateOf(before)) : []
  const waiting = decidingNow(stateOf(request)).filter(id => !known.includes(id))
  const [approvers, delegations] = await Promise.all([peopleOf(ctx, waiting), findDelegates(ctx, waiting)])
  const able = approvers.filter(mayDecide)
  for (const person of able) await mailNeeded(ctx, request, person, [])
  const absentOf = delegatesOf(request, able, delegations)
  const delegates = await peopleOf(ctx, [...absentOf.keys()])
  for (const person of delegates.filter(mayDecide)) await mailNeeded(ctx, request, person, absentOf.get(person.id)!)
}

/** The users for whom each delegate decides. Leaves out delegates who are approvers themselves and, under four eyes, the maker. */
function delegatesOf(request: RequestRow, approvers: UserRow[], delegations: { user_id: string; to_user: string }[]) {
  const absentOf = new Map<string, UserRow[]>()
  for (const { user_id, to_user } of delegations) {
    const absent = approvers.find(({ id }) => id === user_id)
    const isAble = !isMaker(stateOf(request), to_user) && !approvers.some(({ id }) => id === to_user)
    if (absent && isAble) absentOf.set(to_user, [...(absentOf.get(to_user) ?? []), absent])
  }
  return absentOf
}

/** `absent` are the users for whom this person decides meanwhile; it is empty when they decide for themselves. */
async function mailNeeded(ctx: Context, request: RequestRow, person: UserRow, absent: UserRow[]) {
  const { day } = languageOf("en", ctx.tenant.timezone)
  const { amount, what } = describe(ctx, request)
  const names = absent.map(({ name }) => name).join(" and ")
  const whose = names ? `the approval of ${names}, for whom you decide meanwhile` : "your approval"
  await notify(ctx, [person], {
    kind: "approval-needed",
    ...pageOf(request),
    subject: `Approval needed: ${what}`,
    paragraphs: [
      `A ${what} of ${ctx.tenant.name} waits for ${whose}, because the policy "${request.policy.name}" holds it.`,
      `No money has moved. Without a decision it is canceled on ${day(request.expires_at)}.`,
      ...request.effects.onApprove.map(({ text }) => `If it is approved: ${text}`),
    ],
    amount: { value: amount, note: `Decide by ${day(request.expires_at)}` },
    action: "Decide",
    footer: `You get this mail because you ${names ? "decide for" : "are"} an approver of ${ctx.tenant.name}.`,
  })
}

const outcomes = {
  approved: { title: "Approved", word: "approved", first: "It goes on now." },
  rejected: { title: "Rejected", word: "rejected", first: "No money has moved." },
  canceled: { title: "Canceled", word: "canceled", first: "No money has moved. Ask again if it is still needed." },
}

/** Mails the person who asked, unless they ended it themselves. An API key has no mailbox. */
export async function mailDecision(ctx: Context, request: RequestRow) {
  const { status, requested_by, decisions, reason } = request
  if (status === "pending" || requested_by === ctx.caller.user) return
  const { amount, what } = describe(ctx, request)
  const { title, word, first } = outcomes[status]
  const effects = status === "approved" ? request.effects.onApprove : request.effects.onReject
  const comment = decisions.at(-1)?.comment
  await notify(ctx, await peopleOf(ctx, [requested_by]), {
    kind: "approval-decided",
    ...pageOf(request),
    subject: `Your ${what} was ${word}`,
    paragraphs: [
      ctx.caller.type === "system" ? `Your ${what} was ${word}: ${reason ?? ""}.` : `${ctx.caller.name} ${word} your ${what}.`,
      [first, ...effects.map(({ text }) => text)].join(" "),
    ],
    amount: { value: amount, note: `${title} under the policy ${request.policy.name}` },
    ...(comment && { rows: [["Comment", comment]] }),
    action: "See the request",
    footer: `You get this mail because you asked for it at ${ctx.tenant.name}.`,
  })
}

const pageOf = ({ id }: RequestRow) => ({ type: "approvals/requests", object: id, path: `/approvals?id=${id}` })

function describe(ctx: Context, { facts, entity_type }: RequestRow) {
  if (entity_type === "journal-close") return { amount: "A closed month", what: "reopening of a closed month" }
  if (facts.amount === null) return { amount: "No limit", what: `${nounOf(entity_type)} without a limit` }
  const amount = languageOf("en", ctx.tenant.timezone).money(facts.amount, currencyOf(entity_type, facts))
  return { amount, what: `${nounOf(entity_type)} of ${amount}` }
}

/** API keys have no mailbox. */
const peopleOf = async (ctx: Context, ids: readonly string[]): Promise<UserRow[]> =>
  (await findUsers(ctx, ids)).filter(user => user.type === "person" && user.active)
