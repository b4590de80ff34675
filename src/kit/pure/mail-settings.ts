import { z } from "zod"

/** The languages of the service: of people, payers and partners. */
export const locales = ["en", "pt-BR", "es", "de", "fr"] as const
export type Locale = (typeof locales)[number]
export const isLocale = (tag: string): tag is Locale => locales.some(locale => locale === tag)
export const Locale = z.enum(locales, `must be one of ${locales.join(", ")}`)

const day = z.int("must be a whole number of days").min(-60, "must be at least -60").max(60, "must be at most 60")

/** Which mails payers and partners get automatically. */
export const MailSettings = z
  .object({
    paymentRequests: z.boolean().meta({ description: "Mail the payer when a payment intent is created" }),
    reminders: z.boolean().meta({ description: "Remind the payer of what is due, on the days of reminderDays" }),
    reminderDays: z
      .array(day)
      .max(10)
      .refine(days => days.every((each, i) => i === 0 || each > days[i - 1]!), "must increase from entry to entry, such as -3, 1, 7")
      .meta({ description: "Days after the due date, at nine in the morning; negative ones are before it", example: [-3, 1, 7] }),
    receipts: z.boolean().meta({ description: "Mail the payer a receipt for each payment" }),
    refunds: z.boolean().meta({ description: "Mail the payer when money was given back" }),
    payouts: z.boolean().meta({ description: "Mail the partner when a payout was paid or returned" }),
    debitNotices: z.boolean().meta({ description: "Mail the payer before each direct debit by payment file" }),
    debitNoticeDays: z
      .int("must be a whole number of days")
      .min(1, "must be at least 1")
      .max(60, "must be at most 60")
      .meta({ description: "How many days before, for new SEPA mandates that name no other notice" }),
    locale: Locale.meta({ description: "For payers and partners whose language is not known" }),
  })
  .meta({ id: "MailSettings" })
export type MailSettings = z.output<typeof MailSettings>

/** All off: an upgrade or an import of payments must not write to anybody's payers. */
export const defaultMailSettings: MailSettings = {
  paymentRequests: false,
  reminders: false,
  reminderDays: [-3, 1, 7],
  receipts: false,
  refunds: false,
  payouts: false,
  debitNotices: false,
  debitNoticeDays: 14,
  locale: "en",
}

export const MailSettingsChange = z.strictObject(MailSettings.shape).partial()
