import { randomBytes } from "node:crypto"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { audit } from "../../kit/events/audit.ts"
import { noInput, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { qrCode } from "../../kit/service/qr-code.ts"
import { type Attempt, attemptSucceeded, attemptWithdrawn } from "../accounts/attempts-store.ts"
import { assertProven, checkProof, prepareProof, type Proof } from "../accounts/proof.ts"
import { enrolmentMs } from "../accounts/rules.ts"
import { newRecoveryCodes, recoveryHash, redeemTotp } from "../accounts/second-factor.ts"
import { type AccountRow, findAccount, lockAccount, noEnrolment, saveAccount, sealTotp } from "../accounts/store.ts"
import { toBase32 } from "../accounts/totp.ts"
import { assertMayAddFactor } from "../passkeys/own-factor.ts"
import { endEverySession } from "../sessions/end-sessions.ts"
import { sendAccountMail } from "../sessions/mails.ts"
import type { SignOutDependent } from "../sessions/ports.ts"
import { keepSession } from "../sessions/store.ts"
import { twoFactorProblem } from "./errors.ts"
import { twoFactorWords } from "./mail-words.ts"
import { AppCode, Enrolment, PasswordAndCode, RecoveryCodes, TwoFactor } from "./schema.ts"

export const twoFactorOperations = (dependents: readonly SignOutDependent[]) => [
  operation({
    route: "GET /v1/two-factor",
    label: "Get your second factor",
    noun: "twoFactor",
    summary: "Whether you sign in with a second factor, and how many recovery codes you have left",
    forPeople: true,
    worksWithoutSecondFactor: true,
    effect: "read",
    input: noInput,
    output: TwoFactor,
    run: async ctx => renderTwoFactor(await findAccount(ctx, ctx.caller.user)),
  }),

  operation({
    route: "POST /v1/two-factor/enroll",
    label: "Enroll a second factor",
    noun: "twoFactor",
    summary: "Get a secret for your authenticator app; nothing changes until you confirm it with a code",
    forPeople: true,
    worksWithoutSecondFactor: true,
    needsConfirmation: "recent",
    effect: "change",
    refuses: ["PSK-1005"],
    input: noInput,
    output: Enrolment,
    async run(ctx) {
      await assertMayAddFactor(ctx)
      const account = await lockOwnAccount(ctx)
      if (account.totp_secret) throw twoFactorProblem("TFA-1001")
      const secret = toBase32(randomBytes(20)) // as long as the hash, which RFC 4226 recommends
      saveAccount(ctx, account, { totp_pending: sealTotp(secret, account), totp_pending_at: databaseClock.now() })
      const label = encodeURIComponent(`Countersign:${ctx.caller.email}`)
      const uri = `otpauth://totp/${label}?secret=${secret}&issuer=Countersign`
      return { secret, uri, qr: qrCode(uri) }
    },
  }),

  operation({
    route: "POST /v1/two-factor/confirm",
    label: "Turn two-factor sign-in on",
    noun: "twoFactor",
    summary: "Turn two-factor sign-in on with a code of your app; shows the recovery codes once, and ends every other session of yours",
    forPeople: true,
    worksWithoutSecondFactor: true,
    needsConfirmation: "recent",
    effect: "change",
    refuses: ["TFA-", "PSK-1005", "AUT-1006", "AUT-1008"],
    input: AppCode,
    output: RecoveryCodes,
    external: {
      async prepare(ctx, typed): Promise<Proof> {
        await assertMayAddFactor(ctx)
        const proof = await prepareProof(ctx, typed)
        pendingSecretOf(proof.account) // nothing to guess without an enrolment, so no attempt is counted
        return proof
      },
      call: checkProof,
    },
    async run(ctx, { code }, _subject, { attempt }) {
      if (!attempt) throw generalProblem("AUT-1006")
      const account = await lockOwnAccount(ctx)
      const secret = await unlessOver(attempt, () => pendingSecretOf(account))
      const used = redeemTotp(account, secret, code, databaseClock.now())
      if (!used) throw generalProblem("AUT-1006")
      await attemptSucceeded(attempt)
      const recoveryCodes = newRecoveryCodes()
      const recovery_hashes = recoveryCodes.map(recoveryHash)
      const change = { ...used, totp_secret: secret, ...noEnrolment, recovery_hashes }
      const { session } = ctx.caller
      const saved = await endEverySession(ctx, account, dependents, { change, keep: session })
      if (session) keepSession(ctx, session, saved) // not confirmed: the code proves who has the secret, not who began
      await note(ctx, "enable")
      return { recoveryCodes }
    },
  }),

  operation({
    route: "POST /v1/two-factor/disable",
    label: "Turn two-factor sign-in off",
    noun: "twoFactor",
    summary: "Turn two-factor sign-in off, with your password and a code",
    forPeople: true,
    effect: "change",
    refuses: ["TFA-1003", "AUT-1006", "AUT-1008"],
    input: PasswordAndCode,
    output: TwoFactor,
    external: { prepare: prepareProof, call: checkProof },
    async run(ctx, _input, _subject, proof) {
      if (!proof.account?.totp_secret) throw twoFactorProblem("TFA-1003")
      const { account, used } = await assertProven(ctx, proof)
      const off = { totp_secret: null, ...noEnrolment, recovery_hashes: [] }
      await note(ctx, "disable")
      return renderTwoFactor(saveAccount(ctx, account, { ...used, ...off }))
    },
  }),

  operation({
    route: "POST /v1/two-factor/recovery-codes",
    label: "Make new recovery codes",
    noun: "twoFactor",
    summary: "Make new recovery codes, with your password and a code; the old ones stop working",
    forPeople: true,
    effect: "change",
    refuses: ["TFA-1003", "AUT-1006", "AUT-1008"],
    input: PasswordAndCode,
    output: RecoveryCodes,
    external: { prepare: prepareProof, call: checkProof },
    async run(ctx, _input, _subject, proof) {
      if (!proof.account?.totp_secret) throw twoFactorProblem("TFA-1003")
      const { account, used } = await assertProven(ctx, proof)
      const recoveryCodes = newRecoveryCodes()
      saveAccount(ctx, account, { ...used, recovery_hashes: recoveryCodes.map(recoveryHash) })
      await note(ctx, "recovery-codes")
      return { recoveryCodes }
    },
  }),
]

const lockOwnAccount = (ctx: Context) => lockAccount(ctx, ctx.caller.user)

/** The sealed secret of the enrolment that waits for its first code. */
function pendingSecretOf(account: AccountRow | undefined): string {
  const { totp_secret, totp_pending, totp_pending_at } = account ?? {}
  if (totp_secret) throw twoFactorProblem("TFA-1001")
  if (!totp_pending || !totp_pending_at || totp_pending_at <= databaseClock.now(-enrolmentMs)) throw twoFactorProblem("TFA-1002")
  return totp_pending
}

/**
 * Does not count the attempt if the enrolment ended meanwhile, for example because the same form was sent twice: the code was not checked.
 */
async function unlessOver<T>(attempt: Attempt, work: () => T): Promise<T> {
  try {
    return work()
  } catch (error) {
    await attemptWithdrawn(attempt)
    throw error
  }
}

const renderTwoFactor = (account: AccountRow | undefined) => ({
  enabled: Boolean(account?.totp_secret),
  recoveryCodesLeft: account?.recovery_hashes.length ?? 0,
})

/** Writes to the audit log and mails the person. */
async function note(ctx: Context, action: keyof (typeof twoFactorWords)["en"]) {
  audit(ctx, { action: `twoFactor.${action}`, kind: "twoFactor", id: ctx.caller.user })
  await sendAccountMail(ctx, locale => {
    const { subject, text } = twoFactorWords[locale][action]
    return { subject, paragraphs: [text] }
  })
}
