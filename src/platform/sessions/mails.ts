import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import type { NewMail } from "../mails/store.ts"

type AccountNews = Pick<NewMail, "subject" | "paragraphs" | "rows"> & { kind?: "new-sign-in" }

/** A mail to the caller about how they sign in. It has no link, so that nobody learns to follow such links. */
export function accountMail({ caller, tenant }: Context, { kind, subject, paragraphs, rows }: AccountNews): NewMail {
  return {
    kind: kind ?? "account-changed",
    recipient: caller.email,
    object: caller.user,
    subject,
    greeting: `Hello ${caller.name},`,
    paragraphs: [
      ...paragraphs,
      "If this was not you, choose a new password at once: it signs out every browser and every assistant that is connected in your name.",
    ],
    ...(rows && { rows }),
    footer: `Sent by ${tenant.name} with Countersign, because it concerns how you sign in.`,
  }
}

export function newSignInMail(ctx: Context, { userAgent, recoveryCodesLeft }: SignInNews): NewMail {
  const wasRecovery = recoveryCodesLeft !== undefined
  return accountMail(ctx, {
    kind: "new-sign-in",
    subject: wasRecovery ? "A recovery code was used" : "New sign-in",
    paragraphs: [
      wasRecovery
        ? `You signed in with a recovery code, which no longer works. You have ${recoveryCodesLeft} left.`
        : "You signed in from a place that we had not seen before. If this was you, there is nothing to do.",
    ],
    rows: [
      ["When", `${databaseClock.now().toISOString().slice(0, 16).replace("T", " ")} UTC`],
      ["Address", ctx.origin.address],
      ["Browser", userAgent || "unknown"],
    ],
  })
}
type SignInNews = { userAgent: string; recoveryCodesLeft: number | undefined }
