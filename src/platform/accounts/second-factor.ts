import { randomBytes } from "node:crypto"
import { sha256 } from "../../kit/service/crypto.ts"
import { type AccountRow, unsealTotp } from "./store.ts"
import { fromBase32, stepOf, toBase32 } from "./totp.ts"

const recoveryCodes = 10

/** Each has 80 random bits, in groups that can be read out. Nobody guesses one, so a plain hash is stored. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodes }, () => toBase32(randomBytes(10)).replace(/(.{4})(?!$)/g, "$1-"))

export const recoveryHash = (code: string) => sha256(code.replace(/[\s-]/g, "").toUpperCase())

/** The changes that using this code makes in a locked account, or undefined if the code is wrong or was used. */
export function redeemCode(account: AccountRow, code: string, now: Date): Partial<AccountRow> | undefined {
  if (!account.totp_secret) return undefined
  const typed = code.replace(/\s/g, "")
  if (/^\d{6}$/.test(typed)) return redeemTotp(account, account.totp_secret, typed, now)
  const hash = recoveryHash(typed)
  if (!account.recovery_hashes.includes(hash)) return undefined
  return { recovery_hashes: account.recovery_hashes.filter(each => each !== hash) }
}

/** A code works once: using it also uses up all earlier steps. */
export function redeemTotp(account: AccountRow, sealed: string, code: string, now: Date): { totp_step: number } | undefined {
  const secret = fromBase32(unsealTotp(sealed, account))
  const step = stepOf(code.replace(/\s/g, ""), secret, now, account.totp_step)
  return step === undefined ? undefined : { totp_step: step }
}
