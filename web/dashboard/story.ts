import { money } from "../lib/money.ts"
import { shortDate } from "../lib/time.ts"
import { say } from "../lib/words.ts"
import { nameOfMail } from "../lib/mail-words.ts"

type Fields = Record<string, unknown> | null
export type Entry = {
  _id: string
  at: string
  actor: { user: string; type: string }
  origin: { channel: string; operation: string; client: string | null; requestId: string }
  action: string
  object: { type: string; id: string }
  before: Fields
  after: Fields
}

/** Fields of the object that did not change, such as its currency. */
export type Subject = { amount?: number; currency?: string; method?: string }
/** Another object whose entries belong to this activity, such as a payment's charges. */
export type StoryPart = Subject & { api: string; id: string }

/** The text of an entry after the name of the actor, and whether it is about money. */
type Telling = { text: string; tone?: "good" | "bad" | "warn" | "info"; isMoney: boolean }

/** An entry of the audit log as a sentence: "received €500.00 by card". */
export function tell(entry: Entry, subject: Subject = {}): Telling {
  const { action, after } = entry
  if (action === "mails.fail" || action === "mails.bounce") {
    const mail = nameOfMail(String(after?.["mailKind"])).toLowerCase()
    return {
      text: `could not reach ${String(after?.["recipient"])} by mail (${mail}): ${String(after?.["error"])}`,
      tone: "warn",
      isMoney: false,
    }
  }
  const verb = action.split(".")[1] ?? ""
  if (verb === "create") return tellCreate(entry)
  if (verb === "delete") return { text: "deleted it", isMoney: false }
  return tellMoney(entry, subject) ?? tellStatus(entry, subject) ?? tellFields(entry)
}

const amountIn = (fields: Record<string, unknown>): string =>
  typeof fields["amount"] === "number" && typeof fields["currency"] === "string" ? money(fields["amount"], fields["currency"]) : ""

/** On the payment page the payer acts. */
const tookIn = ({ origin }: Entry) => (origin.channel === "page" ? "paid" : "received")

/** A charge that never reached the gateway was not declined. */
const unreached = ["gateway_unreachable", "never_arrived"]
const failureIn = (fields: Record<string, unknown>) => fields["failure"] as { code?: string; message?: string } | null | undefined
const failed = (fields: Record<string, unknown>) =>
  unreached.includes(failureIn(fields)?.code ?? "") ? "which did not reach the gateway" : "which was declined"

function tellCreate(entry: Entry): Telling {
  const { type } = entry.object
  const after = entry.after ?? {}
  const amount = amountIn(after)
  const by = typeof after["method"] === "string" ? ` by ${say(after["method"]).toLowerCase()}` : ""
  const of = amount === "" ? "" : ` of ${amount}`
  if (type === "paymentIntents") return { text: `asked for ${amount}`, tone: "info", isMoney: true }
  if (type === "refundIntents") return { text: `asked to refund ${amount}`, tone: "info", isMoney: true }
  if (type !== "transactions") return { text: amount === "" ? "created it" : `created it, ${amount}`, isMoney: amount !== "" }
  const texts: Record<string, Telling> = {
    succeeded: {
      text: after["transactionType"] === "refund" ? `gave back ${amount}${by}` : `${tookIn(entry)} ${amount}${by}`,
      tone: "good",
      isMoney: true,
    },
    failed: { text: `tried a payment${of}${by}, ${failed(after)}. Nothing was taken`, tone: "bad", isMoney: true },
    "pending-approval": { text: `recorded a payment${of}${by}, which waits for approval`, tone: "info", isMoney: true },
  }
  return texts[String(after["status"])] ?? { text: `began a payment${of}${by}`, tone: "info", isMoney: true }
}

/** Amounts that changed: paid, refunded, earned or paid out. */
function tellMoney(entry: Entry, { currency }: Subject): Telling | undefined {
  const { before, after } = entry
  if (!currency) return undefined
  const change = (name: string) => Number(after?.[name] ?? 0) - Number(before?.[name] ?? 0)
  const changed = (name: string) => after !== null && name in after && before !== null && name in before && change(name) !== 0
  const text = (amount: number) => money(Math.abs(amount), currency)
  if (changed("paid")) {
    const rest =
      after?.["due"] === 0
        ? ", which pays it in full"
        : typeof after?.["due"] === "number"
          ? `; ${money(after["due"], currency)} is left`
          : ""
    return change("paid") > 0
      ? { text: `${tookIn(entry)} ${text(change("paid"))}${rest}`, tone: "good", isMoney: true }
      : { text: `took back ${text(change("paid"))} that had been paid`, tone: "warn", isMoney: true }
  }
  if (changed("refunded")) return { text: `gave ${text(change("refunded"))} back to the payer`, tone: "warn", isMoney: true }
  if (changed("disputed")) return { text: `lost ${text(change("disputed"))} to a dispute`, tone: "bad", isMoney: true }
  if (changed("paidOut")) return { text: `paid out ${text(change("paidOut"))}`, tone: "good", isMoney: true }
  if (changed("accrued"))
    return change("accrued") > 0
      ? { text: `earned ${text(change("accrued"))} of the share`, tone: "good", isMoney: true }
      : { text: `lost ${text(change("accrued"))} of the share`, tone: "warn", isMoney: true }
  return undefined
}

const good = new Set(["succeeded", "paid", "paid-full", "settled", "active", "won", "completed", "approved", "allocated"])
const bad = new Set(["failed", "rejected", "returned", "lost", "overdue", "reversed", "needs-response"])
const moneyTypes = new Set(["transactions", "refundIntents", "payouts", "disputes", "bankTransfers"])

const verbs: Record<string, string> = {
  "refundIntents approved": "released the refund",
  "refundIntents rejected": "rejected the refund: no money moves",
  "refundIntents settled": "gave the money back",
  "refundIntents failed": "could not give the money back",
  "transactions succeeded": "received it",
  "page transactions succeeded": "paid it",
  "transactions reversed": "took the payment back",
  "payouts processing": "sent it to the bank",
  "payouts paid": "paid it out",
  "payouts failed": "could not pay it out; the money is free again",
  "payouts returned": "got it back from the bank",
  canceled: "canceled it",
  overdue: "noticed that the due date has passed",
  paused: "paused it",
  revoked: "revoked it",
}

function tellStatus({ object, origin, before, after }: Entry, { amount, currency }: Subject): Telling | undefined {
  const [was, is] = [before?.["status"], after?.["status"]]
  if (typeof is !== "string" || typeof was !== "string" || is === was) return undefined
  const isMoney = moneyTypes.has(object.type)
  const sum = isMoney && amount !== undefined && currency ? ` (${money(amount, currency)})` : ""
  const why = failureIn(after ?? {})?.message ?? (typeof after?.["failureReason"] === "string" ? after["failureReason"] : undefined)
  const attempt =
    object.type === "transactions" && is === "failed" ? `tried a payment, ${failed(after ?? {})}. Nothing was taken` : undefined
  const told = attempt ?? verbs[`${origin.channel} ${object.type} ${is}`] ?? verbs[`${object.type} ${is}`] ?? verbs[is]
  const text = told ?? `changed it from ${say(was).toLowerCase()} to ${say(is).toLowerCase()}`
  return {
    text: `${text}${sum}${why ? `: ${why}` : ""}`,
    ...(good.has(is) ? { tone: "good" as const } : bad.has(is) ? { tone: "bad" as const } : {}),
    isMoney,
  }
}

const unsaid = ["version", "updatedAt", "status"]

function tellFields({ action, after }: Entry): Telling {
  if (typeof after?.["remindedAt"] === "string") return { text: "reminded the payer", isMoney: false }
  if (typeof after?.["dueAt"] === "string") return { text: `moved the due date to ${shortDate(after["dueAt"])}`, isMoney: false }
  const names = Object.keys(after ?? {}).filter(name => !unsaid.includes(name))
  const verb = action.split(".")[1] ?? "changed"
  return {
    text: names.length === 0 ? say(verb).toLowerCase() : `changed ${names.map(name => say(name).toLowerCase()).join(", ")}`,
    isMoney: false,
  }
}

/**
 * Entries of the payments and refunds of an object that its own entries do not cover: who began, asked or released, and what failed. The
 * object itself has the entries of money that arrived or went back.
 */
export function isTold({ action, object, after }: Entry, own: string): boolean {
  if (object.id === own || action.startsWith("mails.")) return true
  const status = typeof after?.["status"] === "string" ? after["status"] : ""
  if (action.endsWith(".create")) return object.type === "refundIntents" || ["failed", "pending-approval"].includes(status)
  return ["failed", "rejected", "canceled", "approved"].includes(status)
}

/** People and agents, not programs, gateways and the clock. */
export const isByPeople = ({ actor, origin }: Entry) => origin.channel === "agent" || actor.type === "person"
