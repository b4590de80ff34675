import { accountClass } from "../../money/ledger/rules.ts"
import type { AccountMapping } from "./schema.ts"

/** Accounts of the German chart SKR 03, for each class of ledger accounts. A tenant replaces them by those of its own chart. */
export const defaultAccounts: readonly AccountMapping[] = [
  { account: "cash:own", externalAccount: "1200", name: "Bank" },
  { account: "cash:*", externalAccount: "1360", name: "Money at gateways" },
  { account: "received:*", externalAccount: "8400", name: "Revenue" },
  { account: "refunds:*", externalAccount: "8700", name: "Refunds" },
  { account: "disputes:*", externalAccount: "2400", name: "Lost disputes" },
  { account: "contested:*", externalAccount: "1590", name: "Money in open disputes" },
  { account: "shares:*", externalAccount: "4760", name: "Partners' shares" },
  { account: "payable:*", externalAccount: "1600", name: "Owed to partners" },
  { account: "reserved:*", externalAccount: "1605", name: "Set aside for payouts and disputes" },
  { account: "credit:*", externalAccount: "1718", name: "Credit of payers" },
  { account: "shortfall:*", externalAccount: "2401", name: "Credit that was spent before it was taken back" },
  { account: "unallocated:*", externalAccount: "1591", name: "Transfers without a payment intent" },
  { account: "withdrawn:*", externalAccount: "1361", name: "Paid out to yourself" },
  { account: "fees:*", externalAccount: "4970", name: "Fees of gateways and banks" },
  { account: "exchange:*", externalAccount: "1362", name: "Between two currencies" },
  { account: "fx:*", externalAccount: "2150", name: "Exchange differences" },
]

export const defaultDatev = { consultant: 1001, client: 1, accountLength: 4, fiscalYearStart: 1 }

export type Mapping = {
  /** The account by which totals are grouped: one with a mapping of its own, or its class, such as `cash:*`. */
  groupOf(account: string): string
  externalOf(account: string): AccountMapping | undefined
}

const classPattern = (account: string) => `${accountClass(account)}:*`

/** An account itself wins over its class. */
export function mappingOf(accounts: readonly AccountMapping[]): Mapping {
  const byAccount = new Map(accounts.map(each => [each.account, each]))
  const groupOf = (account: string) => (byAccount.has(account) ? account : classPattern(account))
  return { groupOf, externalOf: account => byAccount.get(account) ?? byAccount.get(classPattern(account)) }
}

/** The accounts that are mapped by themselves. All others are mapped by their class. */
export const singleAccounts = (accounts: readonly AccountMapping[]): string[] =>
  accounts.map(({ account }) => account).filter(account => !account.endsWith(":*"))
