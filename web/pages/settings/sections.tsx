import type { ReactNode } from "react"
import { isCurrency } from "../../../src/kit/pure/money.ts"
import { amountText, money, parseMoney } from "../../lib/money.ts"
import { exactTime } from "../../lib/time.ts"
import { say } from "../../lib/words.ts"
import { CopyId } from "../../ui/value.tsx"
import type { Section, Settings } from "./settings-card.tsx"
import { languages } from "../../dashboard/fields.ts"

const numberedKinds = ["invoice", "receipt", "credit-note", "advice"]
const yesNo = (value: boolean) => (value ? "Yes" : "No")

/** "1, 3, 5" as an array of numbers; the API refuses a part that is no number. */
const daysOf = (text: unknown) =>
  (typeof text === "string" ? text : "")
    .split(",")
    .map(part => part.trim())
    .filter(part => part !== "")
    .map(Number)

/** "EUR 0.10" in each line. Currencies whose line is gone have the usual tolerance again; the API refuses what is no amount. */
function tolerancesOf(text: unknown, { bankTolerances }: Settings): Record<string, unknown> {
  const lines = (typeof text === "string" ? text : "").split("\n").filter(line => line.trim() !== "")
  const set = lines.map(line => {
    const [, code = "", amount = ""] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? []
    const currency = code.toUpperCase()
    return [currency, isCurrency(currency) ? (parseMoney(amount, currency) ?? amount) : amount]
  })
  const gone = Object.keys(bankTolerances).map(currency => [currency, null])
  return Object.fromEntries([...gone, ...set])
}

const dayWords = (days: readonly number[]): ReactNode =>
  days.length === 0 ? "never" : days.map(day => (day < 0 ? `${-day} before` : day === 0 ? "the day itself" : `${day} after`)).join(", ")

export const sections: readonly Section[] = [
  {
    title: "Business",
    hint: "Its name is on payment pages and mails; its zone decides when a day ends",
    facts: settings => [
      ["Name", settings.name],
      ["Time zone", settings.timezone],
      ["Its clock", exactTime(settings.now)],
      ["Reporting currency", settings.reportingCurrency ?? "none"],
      ["Mode", say(settings.mode)],
      ["Tenant id", <CopyId key="id" label="tenant id" value={settings._id} />],
    ],
    fields: settings => [
      { name: "name", label: "Name", kind: "text", isRequired: true, initial: settings.name },
      {
        name: "timezone",
        label: "Time zone",
        kind: "choice",
        isRequired: true,
        initial: settings.timezone,
        hint: "Due dates, cycles of subscriptions and months of reports follow it",
        choices: [...new Set([settings.timezone, "UTC", ...Intl.supportedValuesOf("timeZone")])].map(value => ({ value, label: value })),
      },
      {
        name: "reportingCurrency",
        label: "Reporting currency",
        kind: "currency",
        initial: settings.reportingCurrency ?? "",
        hint: "Overview and analytics also show all currencies in this one, by the latest stored rates. Nothing is booked in it",
      },
    ],
  },
  {
    title: "Documents",
    hint: "What invoices, receipts, credit notes and payout advices say about the business",
    facts: ({ documents }) => [
      ["Legal name", documents.legalName],
      ["Address", documents.address],
      ["Tax ID", documents.taxId],
      ["Note", documents.note],
      ["Numbered", documents.numbered.length === 0 ? "none" : documents.numbered.map(say).join(", ")],
    ],
    fields: ({ documents }) => [
      { name: "documents.legalName", label: "Legal name", kind: "text", initial: documents.legalName ?? "" },
      {
        name: "documents.address",
        label: "Address",
        kind: "long-text",
        initial: documents.address ?? "",
        hint: "In lines, as on an envelope",
      },
      { name: "documents.taxId", label: "Tax ID", kind: "text", initial: documents.taxId ?? "" },
      { name: "documents.note", label: "Note", kind: "long-text", initial: documents.note ?? "", hint: "At the end of every document" },
      {
        name: "documents.numbered",
        label: "Numbered without gaps",
        kind: "choices",
        initial: documents.numbered.join(","),
        emptied: [],
        choices: numberedKinds.map(value => ({ value, label: say(value) })),
        hint: "By kind and year. Needs legal name and address; a numbered document never changes",
      },
    ],
  },
  {
    title: "Part payments",
    hint: "Whether payers may pay in parts on the payment page",
    facts: ({ partPayments }) => [
      ["Allowed", yesNo(partPayments.enabled)],
      ["At least", `${partPayments.minPercent}% of the whole amount at once`],
    ],
    fields: ({ partPayments }) => [
      { name: "partPayments.enabled", label: "Payers may pay a part", kind: "flag", initial: partPayments.enabled },
      {
        name: "partPayments.minPercent",
        label: "At least, in percent of the whole",
        kind: "number",
        isRequired: true,
        initial: String(partPayments.minPercent),
      },
    ],
  },
  {
    title: "Mails to payers and partners",
    hint: "Which mails are sent automatically. Mails to your own people are always sent",
    facts: ({ mails }) => [
      ["Requests", mails.paymentRequests ? "for each new payment" : "not sent"],
      ["Reminders", mails.reminders ? <>days from the due date: {dayWords(mails.reminderDays)}</> : "not sent"],
      ["Receipts", mails.receipts ? "for each payment" : "not sent"],
      ["Refunds", mails.refunds ? "when the money was sent back" : "not sent"],
      ["Payouts", mails.payouts ? "to the partner" : "not sent"],
      ["Direct debits", mails.debitNotices ? `${mails.debitNoticeDays} days before, unless the mandate says otherwise` : "not announced"],
      ["Language", languages.find(({ value }) => value === mails.locale)?.label ?? mails.locale],
    ],
    fields: ({ mails }) => [
      { name: "mails.paymentRequests", label: "Send a request for each new payment", kind: "flag", initial: mails.paymentRequests },
      { name: "mails.reminders", label: "Send reminders around the due date", kind: "flag", initial: mails.reminders },
      {
        name: "mails.reminderDays",
        label: "On these days",
        kind: "text",
        initial: mails.reminderDays.join(", "),
        hint: "Days from the due date, such as -3, 1, 7: three days before, then one and seven after",
      },
      { name: "mails.receipts", label: "Send a receipt for each payment", kind: "flag", initial: mails.receipts },
      { name: "mails.refunds", label: "Tell the payer about a refund", kind: "flag", initial: mails.refunds },
      { name: "mails.payouts", label: "Tell the partner about a payout", kind: "flag", initial: mails.payouts },
      { name: "mails.debitNotices", label: "Tell the payer before a direct debit by file", kind: "flag", initial: mails.debitNotices },
      {
        name: "mails.debitNoticeDays",
        label: "Days before a direct debit",
        kind: "number",
        isRequired: true,
        initial: String(mails.debitNoticeDays),
        hint: "For new SEPA mandates that name no other notice",
      },
      {
        name: "mails.locale",
        label: "Language if the contact has none",
        kind: "choice",
        isRequired: true,
        initial: mails.locale,
        choices: languages,
      },
    ],
    toInput: ({ mails }) => {
      const { reminderDays, ...rest } = (mails ?? {}) as { reminderDays?: unknown }
      return { mails: { ...rest, ...(reminderDays !== undefined && { reminderDays: daysOf(reminderDays) }) } }
    },
  },
  {
    title: "Bank lines",
    hint: "How much less than due a payment on your account may be and still pay in full",
    facts: ({ bankTolerances }) => [
      ...Object.entries(bankTolerances).map(([currency, amount]): [string, ReactNode] => [
        currency,
        amount === 0 ? "exactly what is due" : `up to ${money(amount, currency)}; the rest is booked as a bank fee at once`,
      ]),
      ["Others", `about ${money(5, "EUR")}, which a person accepts`],
    ],
    fields: ({ bankTolerances }) => [
      {
        name: "bankTolerances",
        label: "Tolerances",
        kind: "long-text",
        initial: Object.entries(bankTolerances)
          .map(([currency, amount]) => `${currency} ${amountText(amount, currency)}`)
          .join("\n"),
        hint: "A currency and an amount in each line, such as EUR 0.10. Without a line a person accepts what is a few cents short",
      },
    ],
    toInput: ({ bankTolerances }, settings) => ({ bankTolerances: tolerancesOf(bankTolerances, settings) }),
  },
  {
    title: "Subscriptions",
    hint: "When a charge that failed is tried again, and what contacts may do in their portal",
    facts: ({ dunningDays, portal }) => [
      ["Retries", dunningDays.length === 0 ? "none" : `${dunningDays.join(", ")} days after the first attempt`],
      ["Canceling", portal.cancelSubscriptions ? "contacts may, for the end of the cycle" : "only your own people"],
    ],
    fields: ({ dunningDays, portal }) => [
      {
        name: "dunningDays",
        label: "Days of the retries",
        kind: "text",
        initial: dunningDays.join(", "),
        hint: "Days after the first attempt, such as 1, 3, 5. After the last attempt the payer gets a mail with the payment link",
      },
      {
        name: "portal.cancelSubscriptions",
        label: "Contacts may cancel in the portal",
        kind: "flag",
        initial: portal.cancelSubscriptions,
      },
    ],
    toInput: ({ dunningDays, ...rest }) => ({ ...rest, ...(dunningDays !== undefined && { dunningDays: daysOf(dunningDays) }) }),
  },
  {
    title: "Requests without a key",
    hint: "How long an equal request without an Idempotency-Key counts as a retry",
    facts: ({ keylessWindowSeconds: seconds }) => [["Window", seconds === 0 ? "off" : `${seconds} seconds`]],
    fields: ({ keylessWindowSeconds }) => [
      {
        name: "keylessWindowSeconds",
        label: "Seconds",
        kind: "number",
        isRequired: true,
        initial: String(keylessWindowSeconds),
        hint: "0 turns this off: then two equal requests make two payments",
      },
    ],
  },
]
