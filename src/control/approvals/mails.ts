import type { Context } from "../../kit/db/context.ts"
import { display } from "../../kit/pure/money.ts"
import type { Language } from "../../platform/mails/language.ts"
import { notify } from "../../platform/notices/notify.ts"
import { findUsers, type UserRow } from "../../platform/tenants/store.ts"
import { findDelegates } from "./delegation-store.ts"
import { sayEffect } from "./effect-words.ts"
import { mailWords } from "./mail-words.ts"
import { currencyOf } from "./policy-rules.ts"
import { type Effects, type RequestRow, stateOf } from "./request-store.ts"
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
  const { name: tenant } = ctx.tenant
  const { policy, effects } = request
  await notify(ctx, [person], { kind: "approval-needed", ...pageOf(request) }, language => {
    const words = mailWords[language.locale]
    const { amount, what } = describe(request, language)
    const expires = language.day(request.expires_at)
    const names = language.names(absent.map(({ name }) => name))
    return {
      subject: words.needed(what),
      paragraphs: [
        names ? words.waitsFor(what, tenant, policy.name, names) : words.waits(what, tenant, policy.name),
        words.noMoney(expires),
        ...effectsIn(request, language, effects.onApprove).map(words.ifApproved),
      ],
      amount: { value: amount, note: words.decideBy(expires) },
      action: words.decide,
      footer: names ? words.youStandIn(tenant) : words.youApprove(tenant),
    }
  })
}

/** Mails the person who asked, unless they ended it themselves. An API key has no mailbox. */
export async function mailDecision(ctx: Context, request: RequestRow) {
  const { status, requested_by, decisions } = request
  if (status === "pending" || requested_by === ctx.caller.user) return
  const effects = status === "approved" ? request.effects.onApprove : request.effects.onReject
  const comment = decisions.at(-1)?.comment
  await notify(ctx, await peopleOf(ctx, [requested_by]), { kind: "approval-decided", ...pageOf(request) }, language => {
    const words = mailWords[language.locale]
    const { amount, what } = describe(request, language)
    const { subject, by, because, first, note } = words.outcomes[status]
    return {
      subject: subject(what),
      paragraphs: [
        ctx.caller.type === "system" ? because(what, reasonIn(request, words)) : by(ctx.caller.name, what),
        [first, ...effectsIn(request, language, effects)].join(" "),
      ],
      amount: { value: amount, note: note(request.policy.name) },
      ...(comment && { rows: [[words.comment, comment]] }),
      action: words.action,
      footer: words.footer(ctx.tenant.name),
    }
  })
}

/** The service ends a request for two reasons, which it stores in English. */
function reasonIn({ reason }: RequestRow, { expired, nobodyLeft }: (typeof mailWords)["en"]): string {
  const { en } = mailWords
  return reason === en.expired ? expired : reason === en.nobodyLeft ? nobodyLeft : (reason ?? "")
}

const pageOf = ({ id }: RequestRow) => ({ type: "approvals/requests", object: id, path: `/approvals?id=${id}` })

/** Amounts within the effects are written as the one that the mail shows. */
function effectsIn({ facts, entity_type }: RequestRow, { locale, money }: Language, effects: Effects["onApprove"]): string[] {
  const { amount } = facts
  const currency = currencyOf(entity_type, facts)
  const say = (value: string) => (amount !== null && value === display(amount, currency) ? money(amount, currency) : value)
  return effects.map(({ text }) => sayEffect(text, locale, say))
}

function describe({ facts, entity_type }: RequestRow, { locale, money }: Language) {
  const { nouns, closedMonth, noLimit, withoutLimit, ofAmount } = mailWords[locale]
  const noun = nouns[entity_type]
  if (entity_type === "journal-close") return { amount: closedMonth, what: noun }
  if (facts.amount === null) return { amount: noLimit, what: withoutLimit(noun) }
  const amount = money(facts.amount, currencyOf(entity_type, facts))
  return { amount, what: ofAmount(noun, amount) }
}

/** API keys have no mailbox. */
const peopleOf = async (ctx: Context, ids: readonly string[]): Promise<UserRow[]> =>
  (await findUsers(ctx, ids)).filter(user => user.type === "person" && user.active)
