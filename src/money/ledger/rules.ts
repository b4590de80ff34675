import type { PartnerDebts } from "./ports.ts"
import type { Balance, Posting } from "./schema.ts"

const debit = (account: string, amount: number): Posting => ({ account, debit: amount, credit: 0 })
const credit = (account: string, amount: number): Posting => ({ account, debit: 0, credit: amount })

/** The part before the colon, such as `cash`. */
export const accountClass = (account: string) => account.split(":", 1)[0]!

/** Whose cash account it is: each connection to a provider has one, and so has the simulator. */
export const holderOf = ({ gateway, connection_id }: { gateway: string | null; connection_id: string | null }) => connection_id ?? gateway

/** The money that a gateway holds, or that the tenant received itself. */
export const cashAccount = (gateway: string | null) => `cash:${gateway ?? "own"}`
export const receivedAccount = (intent: string) => `received:${intent}`
export const refundsAccount = (intent: string) => `refunds:${intent}`
/** What an intent lost to disputes. */
export const disputesAccount = (intent: string) => `disputes:${intent}`
/** Money that a dispute contests, as long as it is open. */
export const contestedAccount = (dispute: string) => `contested:${dispute}`
export const sharesAccount = (intent: string) => `shares:${intent}`
export const payableAccount = (partnership: string) => `payable:${partnership}`
export const creditAccount = (contact: string) => `credit:${contact}`
/** The tenant's loss when a payment is taken back after the contact has spent its credit. */
export const shortfallAccount = (contact: string) => `shortfall:${contact}`
export const unallocatedAccount = "unallocated:transfers"
/** Money that is set aside for a payout until it is sent, or for a dispute until it is decided. */
export const reservedAccount = (owner: string) => `reserved:${owner}`
/** What the tenant paid out to itself. */
export const withdrawnAccount = "withdrawn:self"
/** What a gateway kept of charges and took for refunds, disputes and payouts. */
export const feesAccount = (gateway: string) => `fees:${gateway}`
/** Between the currency that a payer paid in and the one that a provider settled in. */
export const exchangeAccount = (holder: string) => `exchange:${holder}`

/** What payouts in another currency cost more than their amounts, because they were paid at another rate; less where it is negative. */
export const exchangeDifferenceAccount = "fx:difference"

type Part = { account: string; amount: number }

/** Money came in: debits the cash account with the total, and credits each part to its account. */
export const chargePostings = (gateway: string | null, parts: readonly Part[]) => partPostings(cashAccount(gateway), parts)

/** Debits one account with the total, and credits each part to its own. */
export function partPostings(from: string, parts: readonly Part[]): Posting[] {
  const total = parts.reduce((sum, part) => sum + part.amount, 0)
  return [debit(from, total), ...parts.map(part => credit(part.account, part.amount))]
}

/** The fee that a gateway, or without one the bank, took from the money that it holds. */
export const feePostings = (gateway: string | null, fee: number): Posting[] =>
  fee > 0 ? movePostings(feesAccount(gateway ?? "own"), cashAccount(gateway), fee) : []

/** An amount leaves one account for another. */
export const movePostings = (from: string, to: string, amount: number): Posting[] => [debit(from, amount), credit(to, amount)]

/** Credits less debits of accounts, as postings. Accounts that do not change are left out. */
export const netPostings = (nets: ReadonlyMap<string, number>): Posting[] =>
  [...nets].flatMap(([account, n]) => (n === 0 ? [] : [n > 0 ? credit(account, n) : debit(account, -n)]))

/** The opposite postings, which undo the given ones. */
export const reversePostings = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ account, debit, credit }) => ({ account, debit: credit, credit: debit }))

/** A partner's share grew by `amount`, or shrank if that is negative. */
export function sharePostings(intent: string, partnership: string, amount: number): Posting[] {
  const postings = [debit(sharesAccount(intent), Math.abs(amount)), credit(payableAccount(partnership), Math.abs(amount))]
  return amount > 0 ? postings : reversePostings(postings)
}

/** The partner whose balance the postings change. An entry changes the balance of at most one partner. */
export const partnershipIn = (postings: readonly Posting[]): string | null =>
  postings.find(({ account }) => accountClass(account) === "payable")?.account.slice("payable:".length) ?? null

/** Credits less debits. */
export const net = ({ debit, credit }: Posting) => credit - debit

/** `n` is text because a sum may exceed JavaScript's safe integers. */
export type BalanceSum = { kind: string; value: string; n: string }

const sumOf = (sums: readonly BalanceSum[], currency: string, kind: string, name = "") =>
  BigInt(sums.find(sum => sum.kind === kind && sum.value === (name ? `${currency} ${name}` : currency))?.n ?? 0)

const owingOf = (debts: readonly PartnerDebts[], currency: string) => BigInt(debts.find(each => each.currency === currency)?.n ?? 0)

/** What is available is the sum of these. */
export function availableParts(sums: readonly BalanceSum[], debts: readonly PartnerDebts[], currency: string) {
  const of = (name: string) => sumOf(sums, currency, "ledger", name)
  return [
    { of: "cash", n: -of("cash") },
    { of: "payable", n: -(of("payable") + owingOf(debts, currency)) },
    { of: "reserved", n: -of("reserved") },
    { of: "credit", n: -of("credit") },
    { of: "unallocated", n: -of("unallocated") },
  ] as const
}

/** The sums without what they have changed by since. */
export const withoutLater = (sums: readonly BalanceSum[], later: readonly BalanceSum[]): BalanceSum[] =>
  sums.map(({ kind, value, n }) => {
    const since = later.find(each => each.kind === kind && each.value === value)?.n ?? 0
    return { kind, value, n: String(BigInt(n) - BigInt(since)) }
  })

export const currencyOf = ({ value }: BalanceSum) => value.slice(0, 3)

/** The balances of a tenant, by currency. A partner's debt is not available, and does not reduce what other partners are owed. */
export function balancesOf(sums: readonly BalanceSum[], debts: readonly PartnerDebts[]): Balance[] {
  const currencies = [...new Set(sums.map(currencyOf))].sort()
  return currencies.map(currency => {
    const owing = owingOf(debts, currency)
    return {
      currency,
      available: Number(availableParts(sums, debts, currency).reduce((total, { n }) => total + n, 0n)),
      pending: Number(sumOf(sums, currency, "in-flight")),
      reserved: Number(sumOf(sums, currency, "ledger", "reserved")),
      payable: Number(sumOf(sums, currency, "ledger", "payable") + owing),
      owing: Number(owing),
      fees: Number(-sumOf(sums, currency, "ledger", "fees")),
      receivable: Number(sumOf(sums, currency, "receivable")),
    }
  })
}
