import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { languageFor } from "../mails/language.ts"
import { type NewMail, sendMail } from "../mails/store.ts"
import { readUser } from "../tenants/store.ts"
import { accountWords } from "./mail-words.ts"

type AccountNews = Pick<NewMail, "subject" | "paragraphs" | "rows"> & { kind?: "new-sign-in" }

/** Mails the caller about how they sign in. The mail has no link, so that nobody learns to follow such links. */
export async function sendAccountMail(ctx: Context, say: (locale: Locale) => AccountNews): Promise<void> {
  const { caller, tenant } = ctx
  const { locale, greeting } = languageFor(tenant, await readUser(ctx, caller.user))
  const { kind = "account-changed", subject, paragraphs, rows } = say(locale)
  const { notYou, footer } = accountWords[locale]
  await sendMail(ctx, {
    kind,
    recipient: caller.email,
    object: caller.user,
    locale,
    subject,
    greeting: greeting(caller.name),
    paragraphs: [...paragraphs, notYou],
    ...(rows && { rows }),
    footer: footer(tenant.name),
  })
}

export const sendNewSignInMail = (ctx: Context, { userAgent, recoveryCodesLeft }: SignInNews): Promise<void> =>
  sendAccountMail(ctx, locale => {
    const words = accountWords[locale]
    const wasRecovery = recoveryCodesLeft !== undefined
    return {
      kind: "new-sign-in",
      subject: wasRecovery ? words.recoverySubject : words.newSubject,
      paragraphs: [wasRecovery ? words.recoveryUsed(recoveryCodesLeft) : words.newPlace],
      rows: [
        [words.when, `${databaseClock.now().toISOString().slice(0, 16).replace("T", " ")} UTC`],
        [words.address, ctx.origin.address],
        [words.browser, userAgent || words.unknown],
      ],
    }
  })
type SignInNews = { userAgent: string; recoveryCodesLeft: number | undefined }
