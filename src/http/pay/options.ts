import { schemeFor } from "../../money/authorizations/rules.ts"
import type { Scheme } from "../../money/authorizations/values.ts"
import { findMandateGateway } from "../../money/authorizations/create.ts"
import type { AuthorizationRow } from "../../money/authorizations/store.ts"
import { findPayerMethods, type PayerMethod } from "../../money/gateway-connections/offered.ts"
import { type Costs, costsIn, type Offer, offersFor, ratedCurrencies } from "../../money/rates/answers.ts"
import { isLocalCurrency } from "../../money/rates/countries.ts"
import type { AccountNumber } from "../../parties/bank-accounts/formats.ts"
import { findShownAccount, unsealNumber } from "../../parties/bank-accounts/store.ts"
import { issueFormKey } from "./form-key.ts"
import { regionsOf } from "./language.ts"
import type { Opened } from "./open.ts"
import { mandatesOfPayer } from "./payer.ts"
import { type Saving, savingFor } from "./saving.ts"

/** The account that a transfer goes to, with its full number. */
export type Account = { holder: string; number: AccountNumber; bic: string | null; pixKey: string | null }

/** All that a payer can choose from while a payment is possible. */
export type Options = {
  /** Lets the page pay only once, whichever of its forms is sent. */
  formKey: string
  /** The methods that take a test value, and what each costs in installments. */
  offers: Offer[]
  tokens: readonly string[]
  /** The methods for which the payer acts on a page of the gateway, or by instructions. */
  payerMethods: PayerMethod[]
  /** Whether a card may be saved with the payment, or must be. */
  saving: Saving
  /** The smallest part that may be paid; undefined if all of it must be paid. */
  minPart: number | undefined
  /** The scheme of a new mandate; undefined if none can be signed. */
  scheme: Scheme | undefined
  /** Whether it is known that the reader is the payer. */
  isPayer: boolean
  /** Mandates that the payer signed earlier; empty for other readers. */
  mandates: AuthorizationRow[]
  account: Account | undefined
  costs: Costs | undefined
  currencies: string[]
}

type Reader = { currency: string | undefined; accepted: string | undefined; isPayer: boolean }

/** The ways to pay that are possible now. A method that takes a token needs test values, because no card number may ever reach us. */
export async function optionsOf(opened: Opened, { currency: chosen, accepted, isPayer }: Reader): Promise<Options> {
  const { tenant, intent, now } = opened
  const { currency, due } = intent
  const minPart = minPartOf(opened)
  const offers = offersFor(tenant, due, currency).filter(({ gateway, method }) => gateway.testTokens && method.starts === "token")
  const scheme = schemeFor(currency)
  const gateway = scheme && (await findMandateGateway({ tenant }, scheme, currency))
  const [payerMethods, mandates, account, currencies, saving] = await Promise.all([
    due > 0 ? findPayerMethods({ tenant }, currency) : [],
    gateway && isPayer ? mandatesOfPayer(opened) : [],
    accountFor(tenant, currency),
    ratedCurrencies(),
    savingFor(opened),
  ])
  const local = regionsOf(accepted).flatMap(region => currencies.find(code => isLocalCurrency(code, region)) ?? [])[0]
  const other = chosen ?? local
  return {
    formKey: issueFormKey(tenant, intent._id, due, now),
    offers,
    tokens: [...new Set(offers.flatMap(({ gateway }) => gateway.testTokens ?? []))],
    payerMethods,
    saving,
    minPart: minPart !== undefined && minPart < due ? minPart : undefined,
    scheme: opened.isByVisitor ? undefined : gateway && scheme,
    isPayer,
    mandates: mandates.filter(mandate => mandate.gateway === gateway?.id && (mandate.max_amount ?? due) >= due),
    account,
    costs: other === undefined ? undefined : await costsIn(other, due, currency),
    currencies: currencies.includes(currency) ? currencies.filter(code => code !== currency) : [],
  }
}

/** The account that payers transfer to, if the tenant shows one. */
export async function accountFor(tenant: { id: string }, currency: string): Promise<Account | undefined> {
  const row = await findShownAccount({ tenant_id: tenant.id, currency })
  return row && { holder: row.holder, number: unsealNumber(row), bic: row.bic, pixKey: row.pix_key }
}

/** The smallest part that may be paid. Undefined if the tenant accepts no parts, or if the payment is a plan with installments. */
export function minPartOf({ intent: { amount, installments }, minPartPercent }: Pick<Opened, "intent" | "minPartPercent">) {
  if (minPartPercent === undefined || installments.length > 0) return undefined
  return Number((BigInt(amount) * BigInt(minPartPercent) + 99n) / 100n)
}
