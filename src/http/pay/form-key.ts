import { createHmac } from "node:crypto"
import { hourMs } from "../../kit/pure/calendar.ts"
import type { Tenant } from "../../kit/pure/caller.ts"
import { isSameSecret, randomText } from "../../kit/service/crypto.ts"

/** What a form on the payment page promises: one payment of this amount, for this payment intent. */
export type FormKey = { key: string; amount: number; issuedAt: Date }

/**
 * A key that is valid for one payment. It is signed together with the payment intent, the amount that the payer saw, and the time, so it
 * can pay nothing else, and needs no row until it is used.
 */
export function issueFormKey(tenant: Signer, intent: string, amount: number, now: Date): string {
  const content = [randomText(16), amount, now.getTime()].join(".")
  return `${content}.${signatureOf(tenant, intent, content)}`
}

/** Undefined unless it was issued for this payment intent. */
export function readFormKey(tenant: Signer, intent: string, text: string): FormKey | undefined {
  const [, content, key, amount, issuedAt, signature] = /^(([\w-]{22})\.(\d{1,16})\.(\d{1,16}))\.([\w-]{43})$/.exec(text) ?? []
  if (content === undefined || key === undefined || signature === undefined) return undefined
  if (!isSameSecret(signatureOf(tenant, intent, content), signature)) return undefined
  return { key, amount: Number(amount), issuedAt: new Date(Number(issuedAt)) }
}

type Signer = Pick<Tenant, "linkKey">

const signatureOf = ({ linkKey }: Signer, intent: string, content: string) =>
  createHmac("sha256", linkKey).update(`payment form ${intent} ${content}`).digest("base64url")

/** Shorter than the life of an Idempotency-Key, so that a form is refused before its key could be used a second time. */
const formTtlMs = 12 * hourMs

export const isFormExpired = ({ issuedAt }: FormKey, now: Date) => now.getTime() - issuedAt.getTime() > formTtlMs
