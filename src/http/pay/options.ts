import { schemeFor } from "../../money/authorizations/rules.ts"
import type { Scheme } from "../../money/authorizations/schema.ts"
import { findMandateGateway } from "../../money/authorizations/create.ts"
import type { AuthorizationRow } from "../../money/authorizations/store.ts"
import { type Costs, costsIn, type Offer, offersFor, ratedCurrencies } from "../../money/rates/answers.ts"
import { isLocalCurrency } from "../../money/rates/countries.ts"
import type { AccountNumber } from "../../parties/bank-accounts/formats.ts"
import { findShownAccount, unsealNumber } from "../../parties/bank-accounts/store.ts"
import { issueFormKey } from "./form-key.ts"
import { regionsOf } from "./language.ts"
import type { Opened } from "./open.ts"
import { mandatesOfPayer } from "./payer.ts"

/** Where a transfer goes, with its whole number. */
export type Account = { holder: string; number: AccountNumber; bic: string | null; pixKey: string | null }

/** All that a payer can choose from while a payment is possible. */
export type Options = {
  /** Makes the page pay once, by whichever of its forms. */
  formKey: string
  /** Methods that take a test value; what each costs in installments. */
  offers: Offer[]
  tokens: readonly string[]
  /** The least that may be paid as a part; undefined where all of it is paid. */
  minPart: number | undefined
  /** How a new mandate debits; undefined where none can be signed. */
  scheme: Scheme | undefined
  /** Whether it is known that the reader is the payer. */
  isPayer: boolean
  /** Mandates that the payer has signed before; none for other readers. */
  mandates: AuthorizationRow[]
  account: Account | undefined
  costs: Costs | undefined
  currencies: string[]
}

type Reader = { currency: string | undefined; accepted: string | undefined; isPayer: boolean }

/** What can be paid here and now. A gateway without test values has no form yet: no card number may ever reach us. */
export async function optionsOf(opened: Opened, { currency: chosen, accepted, isPayer }: Reader): Promise<Options> {
  const { tenant, intent, now } = opened
  const { currency, due } = intent
  const minPart = minPartOf(opened)
  const offers = offersFor(tenant, due, currency).filter(({ gateway, method }) => gateway.testTokens && method.method !== "direct-debit")
  const scheme = schemeFor(currency)
  const gateway = scheme && findMandateGateway(tenant, scheme)
  const [mandates, account, currencies] = await Promise.all([
    gateway && isPayer ? mandatesOfPayer(opened) : [],
    accountFor(tenant, currency),
    ratedCurrencies(),
  ])
  const local = regionsOf(accepted).flatMap(region => currencies.find(code => isLocalCurrency(code, region)) ?? [])[0]
  const other = chosen ?? local
  return {
    formKey: issueFormKey(tenant, intent._id, due, now),
    offers,
    tokens: [...new Set(offers.flatMap(({ gateway }) => gateway.testTokens ?? []))],
    minPart: minPart !== undefined && minPart < due ? minPart : undefined,
    scheme: gateway && scheme,
    isPayer,
    mandates: mandates.filter(mandate => mandate.gateway === gateway?.id && (mandate.max_amount ?? due) >= due),
    account,
    costs: other === undefined ? undefined : await costsIn(other, due, currency),
    currencies: currencies.includes(currency) ? currencies.filter(code => code !== currency) : [],
  }
}

/** The account of the tenant that payers transfer to, if it shows one. */
export async function accountFor(tenant: { id: string }, currency: string): Promise<Account | undefined> {
  const row = await findShownAccount({ tenant_id: tenant.id, currency })
  return row && { holder: row.holder, number: unsealNumber(row), bic: row.bic, pixKey: row.pix_key }
}

/** The least part that may be paid. Undefined where the tenant takes no parts, or the payment is a plan, which has its installments. */
export function minPartOf({ intent: { amount, installments }, minPartPercent }: Pick<Opened, "intent" | "minPartPercent">) {
  if (minPartPercent === undefined || installments.length > 0) return undefined
  return Number((BigInt(amount) * BigInt(minPartPercent) + 99n) / 100n)
}
