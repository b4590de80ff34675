import { z } from "zod"
import { openOperation, operation } from "../../kit/operation/operation.ts"
import { audit } from "../../kit/events/audit.ts"
import { hashPassword } from "../../kit/service/password-hash.ts"
import { assertProven, checkProof, prepareProof, type Proof } from "../accounts/proof.ts"
import type { SignOutDependent } from "../sessions/ports.ts"
import { endEverySession } from "../sessions/end-sessions.ts"
import { startsSession } from "../sessions/cookie.ts"
import { sendAccountMail } from "../sessions/mails.ts"
import { confirmSession } from "../sessions/store.ts"
import { isCommonPassword } from "./common.ts"
import { forgot } from "./forgot.ts"
import { passwordChanged } from "./mails.ts"
import { resetPassword } from "./reset.ts"
import { assertAcceptable } from "./rules.ts"
import { Changed, Forgot, PasswordChange, Reset } from "./schema.ts"

const answer = "If this e-mail has an account, a link to choose a new password is on its way to it."

export const passwordOperations = (dependents: readonly SignOutDependent[]) => [
  openOperation({
    route: "POST /v1/passwords/forgot",
    label: "Ask for a new password",
    noun: "password",
    summary: "Mail a link to choose a new password; the response is the same whether or not the e-mail has an account",
    input: Forgot,
    output: z.object({ message: z.string().meta({ example: answer }) }),
    async run({ email }, visitor) {
      await forgot(email, visitor)
      return { message: answer }
    },
  }),

  openOperation({
    route: "POST /v1/passwords/reset",
    label: "Choose a password",
    noun: "password",
    summary: "Choose a new password, or the first one after an invitation, with the token of the e-mailed link; ends every session",
    refuses: ["AUT-1010"],
    input: Reset,
    output: Changed,
    async run({ token, password }, visitor) {
      await resetPassword(token, password, visitor, dependents)
      return { changed: true as const }
    },
  }),

  operation({
    route: "POST /v1/passwords/change",
    label: "Change your password",
    noun: "password",
    summary: "Change your password; ends every other session and every assistant of yours",
    forPeople: true,
    effect: "change",
    refuses: ["AUT-1006", "AUT-1008"],
    input: PasswordChange,
    output: Changed,
    headers: startsSession,
    external: {
      async prepare(ctx, { current, password }): Promise<ChangeProof> {
        assertAcceptable(password, ctx.caller.email, isCommonPassword)
        return { ...(await prepareProof(ctx, { password: current })), newPassword: password }
      },
      async call(prepared) {
        const proof = await checkProof(prepared)
        return proof.isRight ? { ...proof, newHash: await hashPassword(prepared.newPassword) } : proof
      },
    },
    async run(ctx, _input, _subject, proof) {
      const { account } = await assertProven(ctx, proof)
      const change = { password_hash: proof.newHash!, password_version: account.password_version + 1 }
      const saved = await endEverySession(ctx, account, dependents, { change, keep: ctx.caller.session })
      const { token } = await confirmSession(ctx, saved)
      audit(ctx, { action: "passwords.change", kind: "passwords", id: ctx.caller.user })
      await sendAccountMail(ctx, locale => passwordChanged(locale, false))
      return { changed: true as const, token }
    },
  }),
]

type ChangeProof = Proof & { newPassword: string; newHash?: string }
