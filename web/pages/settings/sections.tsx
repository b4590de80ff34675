import type { ReactNode } from "react"
import { isCurrency } from "../../../src/kit/pure/money.ts"
import { locale } from "../../lib/language.ts"
import { amountText, money, parseMoney } from "../../lib/money.ts"
import { exactTime } from "../../lib/time.ts"
import { listOf, plural, t, whole } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { CopyId } from "../../ui/value.tsx"
import type { Section, Settings } from "./settings-card.tsx"
import { languages } from "../../dashboard/fields.ts"

const numberedKinds = ["invoice", "receipt", "credit-note", "advice"]
const percentText = (percent: number) => (percent / 100).toLocaleString(locale, { style: "percent", maximumFractionDigits: 2 })
const yesNo = (value: boolean) => (value ? t`Yes` : t`No`)

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

const reminderWords = (days: readonly number[]) =>
  days.length === 0
    ? t`never`
    : t`days from the due date: ${listOf(days.map(day => (day < 0 ? t`${-day} before` : day === 0 ? t`the day itself` : t`${day} after`)))}`

const noticeWords = (days: number) =>
  plural(
    days,
    t`${whole(days)} day before, unless the mandate says otherwise`,
    t`${whole(days)} days before, unless the mandate says otherwise`,
  )

export const sections: readonly Section[] = [
  {
    title: t`Business`,
    hint: t`Its name is on payment pages and mails; its zone decides when a day ends`,
    facts: settings => [
      [t`Name`, settings.name],
      [t`Time zone`, settings.timezone],
      [t`Its clock`, exactTime(settings.now)],
      [t`Reporting currency`, settings.reportingCurrency ?? t`not set`],
      [t`Mode`, say(settings.mode)],
      [t`Tenant id`, <CopyId key="id" label={t`tenant id`} value={settings._id} />],
    ],
    fields: settings => [
      { name: "name", label: t`Name`, kind: "text", isRequired: true, initial: settings.name },
      {
        name: "timezone",
        label: t`Time zone`,
        kind: "choice",
        isRequired: true,
        initial: settings.timezone,
        hint: t`Due dates, cycles of subscriptions and months of reports follow it`,
        choices: [...new Set([settings.timezone, "UTC", ...Intl.supportedValuesOf("timeZone")])].map(value => ({ value, label: value })),
      },
      {
        name: "reportingCurrency",
        label: t`Reporting currency`,
        kind: "currency",
        initial: settings.reportingCurrency ?? "",
        hint: t`Overview and analytics also show all currencies in this one, by the latest stored rates. Nothing is booked in it`,
      },
    ],
  },
  {
    title: t`Documents`,
    hint: t`What invoices, receipts, credit notes and payout advices say about the business`,
    facts: ({ documents }) => [
      [t`Legal name`, documents.legalName],
      [t`Address`, documents.address],
      [t`Tax ID`, documents.taxId],
      [t`Note`, documents.note],
      [t`Numbered`, documents.numbered.length === 0 ? t`no documents` : documents.numbered.map(say).join(", ")],
    ],
    fields: ({ documents }) => [
      { name: "documents.legalName", label: t`Legal name`, kind: "text", initial: documents.legalName ?? "" },
      {
        name: "documents.address",
        label: t`Address`,
        kind: "long-text",
        initial: documents.address ?? "",
        hint: t`In lines, as on an envelope`,
      },
      { name: "documents.taxId", label: t`Tax ID`, kind: "text", initial: documents.taxId ?? "" },
      { name: "documents.note", label: t`Note`, kind: "long-text", initial: documents.note ?? "", hint: t`At the end of every document` },
      {
        name: "documents.numbered",
        label: t`Numbered without gaps`,
        kind: "choices",
        initial: documents.numbered.join(","),
        emptied: [],
        choices: numberedKinds.map(value => ({ value, label: say(value) })),
        hint: t`By kind and year. Needs legal name and address; a numbered document never changes`,
      },
    ],
  },
  {
    title: t`Part payments`,
    hint: t`Whether payers may pay in parts on the payment page`,
    facts: ({ partPayments }) => [
      [t`Allowed`, yesNo(partPayments.enabled)],
      [t`At least`, t`${percentText(partPayments.minPercent)} of the whole amount at once`],
    ],
    fields: ({ partPayments }) => [
      { name: "partPayments.enabled", label: t`Payers may pay a part`, kind: "flag", initial: partPayments.enabled },
      {
        name: "partPayments.minPercent",
        label: t`At least, in percent of the whole`,
        kind: "number",
        isRequired: true,
        initial: String(partPayments.minPercent),
      },
    ],
  },
  {
    title: t`Mails to payers and partners`,
    hint: t`Which mails are sent automatically. Mails to your own people are always sent`,
    facts: ({ mails }) => [
      [t`Requests`, mails.paymentRequests ? t`for each new payment` : t`not sent`],
      [t`Reminders`, mails.reminders ? reminderWords(mails.reminderDays) : t`not sent`],
      [t`Receipts`, mails.receipts ? t`for each payment` : t`not sent`],
      [t`Refunds`, mails.refunds ? t`when the money was sent back` : t`not sent`],
      [t`Payouts`, mails.payouts ? t`to the partner` : t`not sent`],
      [t`Direct debits`, mails.debitNotices ? noticeWords(mails.debitNoticeDays) : t`not announced`],
      [t`Language`, languages.find(({ value }) => value === mails.locale)?.label ?? mails.locale],
    ],
    fields: ({ mails }) => [
      { name: "mails.paymentRequests", label: t`Send a request for each new payment`, kind: "flag", initial: mails.paymentRequests },
      { name: "mails.reminders", label: t`Send reminders around the due date`, kind: "flag", initial: mails.reminders },
      {
        name: "mails.reminderDays",
        label: t`On these days`,
        kind: "text",
        initial: mails.reminderDays.join(", "),
        hint: t`Days from the due date, such as -3, 1, 7: three days before, then one and seven after`,
      },
      { name: "mails.receipts", label: t`Send a receipt for each payment`, kind: "flag", initial: mails.receipts },
      { name: "mails.refunds", label: t`Tell the payer about a refund`, kind: "flag", initial: mails.refunds },
      { name: "mails.payouts", label: t`Tell the partner about a payout`, kind: "flag", initial: mails.payouts },
      { name: "mails.debitNotices", label: t`Tell the payer before a direct debit by file`, kind: "flag", initial: mails.debitNotices },
      {
        name: "mails.debitNoticeDays",
        label: t`Days before a direct debit`,
        kind: "number",
        isRequired: true,
        initial: String(mails.debitNoticeDays),
        hint: t`For new SEPA mandates that name no other notice`,
      },
      {
        name: "mails.locale",
        label: t`Language if the contact has none`,
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
    title: t`Bank lines`,
    hint: t`How much less than due a payment on your account may be and still pay in full`,
    facts: ({ bankTolerances }) => [
      ...Object.entries(bankTolerances).map(([currency, amount]): [string, ReactNode] => [
        currency,
        amount === 0 ? t`exactly what is due` : t`up to ${money(amount, currency)}; the rest is booked as a bank fee at once`,
      ]),
      [t`Others`, t`about ${money(5, "EUR")}, which a person accepts`],
    ],
    fields: ({ bankTolerances }) => [
      {
        name: "bankTolerances",
        label: t`Tolerances`,
        kind: "long-text",
        initial: Object.entries(bankTolerances)
          .map(([currency, amount]) => `${currency} ${amountText(amount, currency)}`)
          .join("\n"),
        hint: t`A currency and an amount in each line, such as EUR 0.10. Without a line a person accepts what is a few cents short`,
      },
    ],
    toInput: ({ bankTolerances }, settings) => ({ bankTolerances: tolerancesOf(bankTolerances, settings) }),
  },
  {
    title: t`Subscriptions`,
    hint: t`When a charge that failed is tried again, and what contacts may do in their portal`,
    facts: ({ dunningDays, portal }) => [
      [t`Retries`, dunningDays.length === 0 ? t`no retries` : t`days after the first attempt: ${listOf(dunningDays.map(whole))}`],
      [t`Canceling`, portal.cancelSubscriptions ? t`contacts may, for the end of the cycle` : t`only your own people`],
    ],
    fields: ({ dunningDays, portal }) => [
      {
        name: "dunningDays",
        label: t`Days of the retries`,
        kind: "text",
        initial: dunningDays.join(", "),
        hint: t`Days after the first attempt, such as 1, 3, 5. After the last attempt the payer gets a mail with the payment link`,
      },
      {
        name: "portal.cancelSubscriptions",
        label: t`Contacts may cancel in the portal`,
        kind: "flag",
        initial: portal.cancelSubscriptions,
      },
    ],
    toInput: ({ dunningDays, ...rest }) => ({ ...rest, ...(dunningDays !== undefined && { dunningDays: daysOf(dunningDays) }) }),
  },
  {
    title: t`Requests without a key`,
    hint: t`How long an equal request without an Idempotency-Key counts as a retry`,
    facts: ({ keylessWindowSeconds: seconds }) => [
      [t`Window`, seconds === 0 ? t`turned off` : plural(seconds, t`${whole(seconds)} second`, t`${whole(seconds)} seconds`)],
    ],
    fields: ({ keylessWindowSeconds }) => [
      {
        name: "keylessWindowSeconds",
        label: t`Seconds`,
        kind: "number",
        isRequired: true,
        initial: String(keylessWindowSeconds),
        hint: t`0 turns this off: then two equal requests make two payments`,
      },
    ],
  },
]
