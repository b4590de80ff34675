import { amountIn, type Entry, failureIn, isByPayer, type Story, type Telling } from "./entry.ts"
import { money } from "../lib/money.ts"
import { shortDate } from "../lib/time.ts"
import { say } from "../lib/words.ts"
import { nameOfMail } from "../lib/mail-words.ts"
import { inSentence, listOf, small, t } from "../lib/translate.ts"

/** What is known of the object besides what changed. */
export type Subject = { amount?: number; currency?: string; method?: string }
/** Another object whose entries belong to this activity, such as a payment's charges. */
export type StoryPart = Subject & { api: string; id: string }

/** An entry of the audit log as a sentence: "received €500.00 by card". */
export function tell(entry: Entry, subject: Subject = {}, story: Story = {}): Telling {
  const { action, after } = entry
  if (action === "mails.fail" || action === "mails.bounce") {
    const mail = inSentence(nameOfMail(String(after?.["mailKind"])))
    return {
      text: t`could not reach ${String(after?.["recipient"])} by mail (${mail}): ${String(after?.["error"])}`,
      tone: "warn",
      isMoney: false,
    }
  }
  const verb = action.split(".")[1] ?? ""
  if (action.startsWith("notes.")) return { text: noteVerbs[verb] ?? t`changed a note`, isMoney: false }
  if (action === "tags.update") return { text: tellTags(after), isMoney: false }
  if (verb === "create") return story.tellCreate?.(entry) ?? tellCreate(entry)
  if (verb === "delete") return { text: t`deleted it`, isMoney: false }
  return tellMoney(entry, subject) ?? tellStatus(entry, subject, story) ?? tellFields(entry)
}

const noteVerbs: Readonly<Record<string, string>> = { create: t`wrote a note`, update: t`changed a note`, delete: t`deleted a note` }

function tellTags(after: Entry["after"]): string {
  const tags = after?.["tags"]
  return Array.isArray(tags) && tags.length > 0 ? t`set the tags ${listOf(tags.map(String))}` : t`removed all tags`
}

function tellCreate({ after }: Entry): Telling {
  const amount = amountIn(after ?? {})
  return { text: amount === "" ? t`created it` : t`created it, ${amount}`, isMoney: amount !== "" }
}

/** Amounts that changed: paid, refunded, earned or paid out. */
function tellMoney(entry: Entry, { currency }: Subject): Telling | undefined {
  const { before, after } = entry
  if (!currency) return undefined
  const change = (name: string) => Number(after?.[name] ?? 0) - Number(before?.[name] ?? 0)
  const changed = (name: string) => after !== null && name in after && before !== null && name in before && change(name) !== 0
  const text = (amount: number) => money(Math.abs(amount), currency)
  if (changed("paid"))
    return change("paid") > 0
      ? { text: tellPaid(entry, text(change("paid")), currency), tone: "good", isMoney: true }
      : { text: t`reversed ${text(change("paid"))} of the payment`, tone: "warn", isMoney: true }
  if (changed("refunded")) return { text: t`refunded ${text(change("refunded"))} to the payer`, tone: "warn", isMoney: true }
  if (changed("disputed")) return { text: t`lost ${text(change("disputed"))} to a dispute`, tone: "bad", isMoney: true }
  if (changed("paidOut")) return { text: t`paid out ${text(change("paidOut"))}`, tone: "good", isMoney: true }
  if (changed("accrued"))
    return change("accrued") > 0
      ? { text: t`earned ${text(change("accrued"))} of the share`, tone: "good", isMoney: true }
      : { text: t`reversed ${text(change("accrued"))} of the share`, tone: "warn", isMoney: true }
  return undefined
}

function tellPaid(entry: Entry, amount: string, currency: string): string {
  const { due } = entry.after ?? {}
  if (due === 0) return isByPayer(entry) ? t`paid ${amount}, which pays it in full` : t`received ${amount}, which pays it in full`
  if (typeof due !== "number") return isByPayer(entry) ? t`paid ${amount}` : t`received ${amount}`
  const left = money(due, currency)
  return isByPayer(entry) ? t`paid ${amount}; ${left} is left` : t`received ${amount}; ${left} is left`
}

const good = new Set(["succeeded", "paid", "paid-full", "settled", "active", "won", "completed", "approved", "allocated"])
const bad = new Set(["failed", "rejected", "returned", "lost", "overdue", "reversed", "needs-response"])

/** What these say of every resource. */
const verbs: NonNullable<Story["statuses"]> = {
  canceled: t`canceled it`,
  overdue: t`noticed that the due date has passed`,
  paused: t`paused it`,
  revoked: t`revoked it`,
}

function tellStatus(entry: Entry, { amount, currency }: Subject, { statuses, isMoney = false }: Story): Telling | undefined {
  const { before, after } = entry
  const [was, is] = [before?.["status"], after?.["status"]]
  if (typeof is !== "string" || typeof was !== "string" || is === was) return undefined
  const sum = isMoney && amount !== undefined && currency ? ` (${money(amount, currency)})` : ""
  const why = failureIn(after ?? {})?.message ?? (typeof after?.["failureReason"] === "string" ? after["failureReason"] : undefined)
  const told = statuses?.[is] ?? verbs[is]
  const text = (typeof told === "function" ? told(entry) : told) ?? t`changed it from ${small(say(was))} to ${small(say(is))}`
  return {
    text: `${text}${sum}${why ? `: ${why}` : ""}`,
    ...(good.has(is) ? { tone: "good" as const } : bad.has(is) ? { tone: "bad" as const } : {}),
    isMoney,
  }
}

const unsaid = ["version", "updatedAt", "status"]

function tellFields({ action, after }: Entry): Telling {
  if (typeof after?.["remindedAt"] === "string") return { text: t`reminded the payer`, isMoney: false }
  if (typeof after?.["dueAt"] === "string") return { text: t`moved the due date to ${shortDate(after["dueAt"])}`, isMoney: false }
  const names = Object.keys(after ?? {}).filter(name => !unsaid.includes(name))
  const verb = action.split(".")[1] ?? "changed"
  return {
    text: names.length === 0 ? small(say(verb)) : t`changed ${listOf(names.map(name => inSentence(say(name))))}`,
    isMoney: false,
  }
}

/**
 * Entries of the payments and refunds of an object that its own entries do not cover: who began, asked or released, and what failed. The
 * object itself has the entries of money that arrived or went back.
 */
export function isTold({ action, object, after }: Entry, own: string, { isCreateTold }: Story = {}): boolean {
  if (object.id === own || action.startsWith("mails.")) return true
  const status = typeof after?.["status"] === "string" ? after["status"] : ""
  if (action.endsWith(".create")) return isCreateTold === true || ["failed", "pending-approval"].includes(status)
  return ["failed", "rejected", "canceled", "approved"].includes(status)
}

/** People and agents, not programs, gateways and the clock. */
export const isByPeople = ({ actor, origin }: Entry) => origin.channel === "agent" || actor.type === "person"
