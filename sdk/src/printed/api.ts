// Printed from the operations by `npm run print`. Do not edit it.

import type { List } from "../list.ts"
import type { Options } from "../options.ts"

export type ActionState = {
  action: string
  allowed: boolean
  /** Why it is not allowed now: the error that the action would answer with */
  reason: {
    code: string
    message: string
    details: { [name: string]: unknown }
  } | null
}

export type ApiKey = {
  _id: string
  name: string
  /** A built-in role (super-admin, admin, finance, operator, approver, developer, viewer), or the id of one of the tenant's own */
  role: string
  /** The first characters of the key */
  prefix: string
  last4: string
  /** The user of type api-key that the key acts as */
  user: string
  /** By the real time, even in a sandbox */
  expiresAt: string | null
  /** UTC with milliseconds */
  lastUsedAt: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

/** Whether a policy holds it, and the request to decide */
export type Approval = {
  required: boolean
  status: "pending" | "approved" | "rejected" | "canceled" | "none"
  request: string | null
}

/** Narrows which entities match: all conditions must hold, and an empty one always holds */
export type ApprovalConditions = {
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  amountMin?: number
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  amountMax?: number
  currencyMode?: "same-currency" | "fx" | "any"
  sourceCurrencies?: string[]
  targetCurrencies?: string[]
  methods?: string[]
  actions?: ("create" | "charge" | "refund" | "send" | "authorize" | "reopen")[]
  recipientTypes?: ("supplier" | "partnership" | "self")[]
  primaryTeams?: string[]
}

export type ApprovalPolicy = {
  _id: string
  name: string
  entityType: "transaction" | "payout" | "payment-split" | "authorization" | "refund-intent" | "journal-close"
  strategy: "any-of" | "all-of" | "sequential" | "round-robin" | "auto-approve"
  approvers: string[]
  conditions: ApprovalConditions
  /** When several policies match, the highest wins */
  priority: number
  enabled: boolean
  /** The only partnership that it applies to */
  partnership: string | null
  /** The people who requested or drafted it may not decide */
  fourEyes: boolean
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type ApprovalRequest = {
  _id: string
  policy: string
  policyName: string
  entityType: "transaction" | "payout" | "payment-split" | "authorization" | "refund-intent" | "journal-close"
  entity: string
  action: "create" | "charge" | "refund" | "send" | "authorize" | "reopen"
  /** In minor units; 0 when `isUnlimited` */
  amount: number
  /** ISO 4217 code */
  currency: string
  /** A mandate without a limit, which counts as larger than any amount */
  isUnlimited: boolean
  status: "pending" | "approved" | "rejected" | "canceled"
  strategy: "any-of" | "all-of" | "sequential" | "round-robin" | "auto-approve"
  approvers: string[]
  /** Whose turn it is with round-robin */
  assignee: string | null
  decisions: ({
    /** null: approved automatically */
    user: string | null
    /** The approver whose decisions were delegated to the user */
    for: string | null
    decision: "approved" | "rejected"
    comment: string | null
    /** UTC with milliseconds */
    at: string
  })[]
  /** Approvers whose approval is still needed */
  remaining: string[]
  requestedBy: string
  /** Who drafted it, when somebody else requested it */
  draftedBy: string | null
  fourEyes: boolean
  /** Why it was canceled */
  reason: string | null
  /** Why it is held, and what each decision will do */
  explanation: {
    conditions: {
      condition: string
      rule: unknown
      actual: unknown
    }[]
    alsoMatched: {
      policy: string
      name: string
      priority: number
    }[]
    onApprove: {
      code: string
      text: string
    }[]
    onReject: {
      code: string
      text: string
    }[]
  }
  /** UTC with milliseconds */
  remindedAt: string | null
  /** UTC with milliseconds */
  expiresAt: string
  /** UTC with milliseconds */
  resolvedAt: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type ApprovalSummary = {
  entityType: "transaction" | "payout" | "payment-split" | "authorization" | "refund-intent" | "journal-close"
  entity: string
  required: boolean
  awaitingApproval: boolean
  status: "pending" | "approved" | "rejected" | "canceled" | "none"
  request: string | null
  approvedBy: string[]
  remaining: string[]
  assignee: string | null
}

export type Assistant = {
  _id: string
  /** The name of the client program, as it was shown for consent */
  client: string
  /** The OAuth client id: random for a client that registered itself, otherwise its web address */
  clientId: string
  /** Where the client was sent after consent */
  redirectHost: string
  /** `read`: it may only read; `draft`: it may also raise requests and drafts */
  scope: "read" | "draft"
  /** Its tokens work only while it is connected */
  status: "connected" | "revoked" | "expired"
  /** UTC with milliseconds */
  connectedAt: string
  /** UTC with milliseconds */
  lastUsedAt: string | null
  /** Tool calls so far, including refused ones */
  calls: {
    reads: number
    writes: number
  }
  /** The drafts of this client for its person that wait for a decision */
  openDrafts: number
  /** UTC with milliseconds */
  endedAt: string | null
  /** Why it ended */
  reason: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type AuditEntry = {
  _id: string
  /** UTC with milliseconds */
  at: string
  actor: {
    user: string
    type: "person" | "api-key" | "system" | "contact" | "partner"
  }
  origin: {
    channel: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway"
    operation: string
    client: string | null
    address: string
    requestId: string
  }
  action: string
  object: {
    type: string
    id: string
  }
  before: { [name: string]: unknown } | null
  after: { [name: string]: unknown } | null
  /** UTC with milliseconds */
  createdAt: string
}

export type AuditReport = {
  ok: boolean
  /** All entries of the tenant */
  entries: number
  /** Entries in the chain; new ones are added within seconds */
  sealed: number
  /** The hash of the last link; keep a copy to prove later that nothing before it was changed */
  head: string | null
  problems: {
    seq: number
    entry: string
    problem: string
  }[]
}

export type Authorization = {
  _id: string
  contact: string
  bankAccount: {
    _id: string
    masked: string
  }
  scheme: "sepa" | "bacs" | "becs" | "ach" | "pix"
  /** That of the bank account; payment intents in it can be charged */
  currency: string
  /** The most that one charge may take; null without a limit */
  maxAmount: number | null
  reference: string | null
  /** bank-file: you hold it yourself, and its debits go into payment files */
  gateway: string
  /** The gateway connection that it was registered through */
  connection: string | null
  /** Of a mandate that you hold yourself */
  terms: {
    scheme: "core" | "b2b" | "ppd" | "ccd" | "web"
    /** When the payer signed it */
    signedOn: string
    /** It allows one debit only */
    isOneOff: boolean
    /** How many days before a debit its payer is told of it */
    noticeDays: number
    /** Bills of the contact become debits by themselves, in time for their due date */
    collectsDue: boolean
    /** What the payer's bank wants corrected (C01…): no debit is collected until you record another mandate */
    correction?: string
  } | null
  status: "pending-approval" | "pending" | "active" | "revoked" | "expired" | "failed" | "rejected" | "canceled"
  /** Why the bank refused or ended it */
  failureReason: string | null
  approval: Approval
  /** UTC with milliseconds */
  activatedAt: string | null
  /** UTC with milliseconds */
  endedAt: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type Balance = {
  /** ISO 4217 code */
  currency: string
  /** Collected, less gateways' fees, what is owed to partners and contacts and what is reserved */
  available: number
  /** Payments in progress */
  pending: number
  /** Set aside for payouts that are not sent yet, and for open disputes */
  reserved: number
  /** Owed to partners */
  payable: number
  /** Owed by partners, for payments that were taken back after they were paid out; their next payouts net it */
  owing: number
  /** What gateways kept of charges and took for refunds, disputes and payouts; available is after fees */
  fees: number
  /** What payers still owe */
  receivable: number
}

export type BalanceComparison = {
  date: string
  /** null: the provider does not tell what it holds */
  comparedAt: string | null
  /** As of now */
  currencies: ({
    /** ISO 4217 code */
    currency: string
    /** What the provider holds, available or on its way */
    provider: number
    /** The balance of cash:<connection> in the ledger */
    ledger: number
    /** provider less ledger */
    difference: number
    /** Movements of the day at the provider whose cause is not in the books; amounts after the provider's fee */
    unmatched: ({
      reference: string
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount: number
      type: string
      /** The provider's own page that shows it */
      page: string | null
    })[]
  })[]
  /** What the comparison of that day found, which runs by itself; null where it did not run */
  daily: {
    /** UTC with milliseconds */
    comparedAt: string
    currencies: {
      /** ISO 4217 code */
      currency: string
      /** What the provider holds, available or on its way */
      provider: number
      /** The balance of cash:<connection> in the ledger */
      ledger: number
      /** provider less ledger */
      difference: number
    }[]
  } | null
  /** What explains a difference without a mistake */
  notCompared: string[]
}

export type BalanceDifference = {
  connection: string
  name: string
  gateway: string
  date: string
  /** UTC with milliseconds */
  comparedAt: string
  currencies: {
    /** ISO 4217 code */
    currency: string
    /** provider less ledger */
    difference: number
  }[]
}

export type BalanceStats = {
  /** As GET /v1/balances; amounts are whole minor units */
  byCurrency: { [name: string]: {
    /** Collected, less gateways' fees, what is owed to partners and contacts and what is reserved */
    available: number
    /** Payments in progress */
    pending: number
    /** Set aside for payouts that are not sent yet, and for open disputes */
    reserved: number
    /** Owed to partners */
    payable: number
    /** Owed by partners, for payments that were taken back after they were paid out; their next payouts net it */
    owing: number
    /** What gateways kept of charges and took for refunds, disputes and payouts; available is after fees */
    fees: number
    /** What payers still owe */
    receivable: number
  } }
  converted?: ConvertedBalances
}

export type BankAccount = {
  _id: string
  holder: string
  country: string
  /** ISO 4217 code */
  currency: string
  owner: "self" | "contact" | "partnership"
  contact: string | null
  partnership: string | null
  /** The last digits of the IBAN or the account number */
  masked: string
  bic: string | null
  /** The bank and the branch, without spaces and dashes */
  routing: string | null
  accountType: "checking" | "savings" | null
  /** The holder's address, for payment files */
  address: PostalAddress | null
  status: "active" | "inactive"
  /** Whether the payment page shows its whole number to payers who pay by bank transfer */
  shownToPayers: boolean
  /** Its Pix key, which the payment page shows as a QR code with the amount */
  pixKey: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type BankAnswer = {
  _id: string
  ownAccount: string
  format: "pain.002" | "nacha"
  /** How many answers it has */
  count: number
  /** How many parts waited for a person and were dealt with */
  handled: number
  sha256: string
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type BankAnswerWithItems = {
  _id: string
  ownAccount: string
  format: "pain.002" | "nacha"
  /** How many answers it has */
  count: number
  /** How many parts waited for a person and were dealt with */
  handled: number
  sha256: string
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
  /** applying: the worker is at it; waiting: a part waits for a person; applied */
  status: "applying" | "waiting" | "applied"
  /** How many parts wait for a person */
  waiting: number
  items: ({
    /** Its place in the answer, the first being 1 */
    item: number
    /** The reason or status of the bank */
    code: string
    /** What the code means, or why a person has to decide */
    words: string
    paymentFile: string | null
    payout: string | null
    transaction: string | null
    /** What it did; null until it is applied; waiting: for a person */
    effect: "rejected" | "returned" | "accepted" | "correction" | "known" | "waiting" | null
    /** Who has dealt with a part that waited */
    handled: {
      /** The user */
      by: string
      /** UTC with milliseconds */
      at: string
      note: string
    } | null
  })[]
}

export type BankLine = {
  _id: string
  ownAccount: string
  statement: string
  format: "camt.053" | "camt.054" | "mt940" | "ofx" | "csv"
  /** Where it stands in the file */
  line: number
  /** The bank's booking day, at midnight UTC */
  bookedAt: string
  /** UTC with milliseconds */
  valueAt: string | null
  /** Negative: money left the account */
  amount: number
  /** ISO 4217 code */
  currency: string
  counterparty: {
    name: string | null
    account: string | null
  }
  text: string
  references: {
    /** Of the payer, or ours on what we sent */
    endToEndId?: string
    /** RF and check digits (ISO 11649) */
    creditorReference?: string
    /** The bank's own reference of the booking */
    bank?: string
    /** The bank's own reference of one payment of a batch */
    payment?: string
    instruction?: string
    mandate?: string
    /** A batch of a payment file */
    paymentInformation?: string
  }
  /** Why a payment came back, such as AC04 */
  returnCode: string | null
  isReversal: boolean
  /** A line of another format on the same day with the same amount */
  possibleDuplicate: string | null
  status: "new" | "suggested" | "matched" | "ignored"
  match: ({
    kind: "paymentIntent" | "payout" | "refundIntent" | "transaction" | "paymentFile"
    object: string
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
    /** Why it was matched */
    evidence: string
    effect: "paid" | "confirmed" | "returned" | "noted"
    /** The payment that this match booked */
    transaction: string | null
    bankTransfer: string | null
    /** The user, or system where the evidence was sure */
    by: string
    /** UTC with milliseconds */
    at: string
  })[]
  candidates: ({
    kind: "paymentIntent" | "payout" | "refundIntent" | "transaction" | "paymentFile"
    object: string
    /** Its number */
    label: string
    /** The part of the line that it would get */
    amount: number
    evidence: string
    /** 100 is sure */
    score: number
  })[]
  /** What the bank kept of a payment, or took for it */
  charges: number
  note: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type BankReconciliation = {
  /** ISO 4217 code */
  currency: string
  /** The last closing balances of all own accounts in this currency; null: none is known */
  bank: number | null
  /** What the ledger has as cash:own in this currency */
  ledger: number
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  difference: number | null
  /** Lines that are new or suggested */
  waiting: {
    count: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
  }
  ignored: {
    count: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
  }
}

export type BankStatement = {
  _id: string
  number: string
  ownAccount: string
  format: "camt.053" | "camt.054" | "mt940" | "ofx" | "csv"
  /** ISO 4217 code */
  currency: string
  from: string
  to: string
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  opening: number | null
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  closing: number | null
  /** Opening and lines make closing; null: the format has not both balances */
  balanced: boolean | null
  lines: number
  /** Lines that this file added */
  new: number
  /** Lines that an earlier file had already added */
  known: number
  /** Gaps before it and overlaps with earlier statements */
  warnings: string[]
  sha256: string
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type BankStatementPreview = {
  format: "camt.053" | "camt.054" | "mt940" | "ofx" | "csv"
  /** ISO 4217 code */
  currency: string
  /** How the CSV was read; null: the file has another format, which needs no profile */
  profile: CsvDraft | null
  /** Where the profile is from */
  source: "given" | "saved" | "guessed" | null
  /** The first lines as cells */
  rows: {
    line: number
    cells: string[]
  }[]
  /** The first bookings, as an import would store them */
  bookings: ({
    line: number
    bookedOn: string
    valueOn: string | null
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    balance: number | null
    name: string | null
    account: string | null
    text: string
    reference: string | null
  })[]
  /** Why these lines can't be imported by this profile */
  problem: {
    line: number | null
    reason: string
  } | null
}

export type BankTransfer = {
  _id: string
  /** What the payer wrote; the first 200 characters are stored */
  reference: string
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  amount: number
  /** ISO 4217 code */
  currency: string
  /** The gateway that reported it and holds the money; own: it is on your own account, by a bank statement */
  gateway: string
  status: "allocated" | "unallocated" | "reversed"
  paymentIntent: string | null
  transaction: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type BillingInvoice = {
  _id: string
  /** Numbered without gaps within the tenant */
  number: string
  plan: string
  /** The first moment of the month, in the tenant's time zone */
  periodStart: string
  /** The first moment of the next month */
  periodEnd: string
  lines: {
    description: string
    quantity: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    unitAmount: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
  }[]
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  total: number
  /** ISO 4217 code */
  currency: string
  /** An invoice of 0 is paid when it is issued */
  status: "open" | "paid" | "void"
  /** UTC with milliseconds */
  issuedAt: string
  /** UTC with milliseconds */
  dueAt: string
  /** UTC with milliseconds */
  paidAt: string | null
  /** How it was paid, or why it is void */
  reference: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type BillingPlan = {
  plan: string
  name: string
  /** ISO 4217 code */
  currency: string
  /** Charged each month, whatever the usage */
  baseFee: number
  usage: {
    payments: {
      /** How many are free each month */
      included: number
      /** The price of each further one */
      unitAmount: number
    }
    payouts: {
      /** How many are free each month */
      included: number
      /** The price of each further one */
      unitAmount: number
    }
  }
}

export type BillingStats = {
  /** The sum of the open invoices */
  balance: number
  /** ISO 4217 code */
  currency: string
  /** The invoice of the current month, if nothing more is used */
  upcoming: {
    /** The first moment of the month, in the tenant's time zone */
    periodStart: string
    /** The first moment of the next month */
    periodEnd: string
    lines: {
      description: string
      quantity: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      unitAmount: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount: number
    }[]
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    total: number
  }
}

export type BillingSubscription = {
  _id: string
  plan: BillingPlan
  /** past-due: an open invoice is past its due date */
  status: "active" | "past-due"
  /** The plan from nextPlanFrom on, where it changes */
  nextPlan: string | null
  /** UTC with milliseconds */
  nextPlanFrom: string | null
  /** The first moment of the month, in the tenant's time zone */
  periodStart: string
  /** The first moment of the next month */
  periodEnd: string
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type BuiltInRole = {
  role: "super-admin" | "admin" | "finance" | "operator" | "approver" | "developer" | "viewer"
  name: string
  description: string
  permissions: ("contacts.view" | "paymentIntents.view" | "transactions.view" | "orders.view" | "services.view" | "partnerships.view" | "splits.view" | "refunds.view" | "disputes.view" | "subscriptions.view" | "authorizations.view" | "bankAccounts.view" | "gateways.view" | "journal.view" | "notes.view" | "approvals.view" | "webhooks.view" | "apiKeys.view" | "users.view" | "settings.view" | "contacts.edit" | "paymentIntents.edit" | "transactions.edit" | "orders.edit" | "services.edit" | "partnerships.edit" | "splits.edit" | "refunds.edit" | "disputes.edit" | "subscriptions.edit" | "authorizations.edit" | "bankAccounts.edit" | "gateways.edit" | "journal.edit" | "notes.edit" | "approvals.edit" | "webhooks.edit" | "apiKeys.edit" | "users.edit" | "settings.edit" | "refunds.approve" | "approvals.decide" | "payouts.send" | "analytics.view" | "audit.view" | "billing.admin" | "tenant.own")[]
  /** Those of them that move money, or decide whether it moves */
  movesMoney: ("contacts.view" | "paymentIntents.view" | "transactions.view" | "orders.view" | "services.view" | "partnerships.view" | "splits.view" | "refunds.view" | "disputes.view" | "subscriptions.view" | "authorizations.view" | "bankAccounts.view" | "gateways.view" | "journal.view" | "notes.view" | "approvals.view" | "webhooks.view" | "apiKeys.view" | "users.view" | "settings.view" | "contacts.edit" | "paymentIntents.edit" | "transactions.edit" | "orders.edit" | "services.edit" | "partnerships.edit" | "splits.edit" | "refunds.edit" | "disputes.edit" | "subscriptions.edit" | "authorizations.edit" | "bankAccounts.edit" | "gateways.edit" | "journal.edit" | "notes.edit" | "approvals.edit" | "webhooks.edit" | "apiKeys.edit" | "users.edit" | "settings.edit" | "refunds.approve" | "approvals.decide" | "payouts.send" | "analytics.view" | "audit.view" | "billing.admin" | "tenant.own")[]
}

export type CallingUser = {
  _id: string
  type: "person" | "api-key"
  /** E-mail address */
  email: string
  name: string
  /** The language of the person's mails and dashboard; null if they chose none */
  locale: "en" | "pt-BR" | "es" | "de" | "fr" | null
  /** A built-in role (super-admin, admin, finance, operator, approver, developer, viewer), or the id of one of the tenant's own */
  role: string
  /** The name of the role for people */
  roleName: string
  permissions: ("contacts.view" | "paymentIntents.view" | "transactions.view" | "orders.view" | "services.view" | "partnerships.view" | "splits.view" | "refunds.view" | "disputes.view" | "subscriptions.view" | "authorizations.view" | "bankAccounts.view" | "gateways.view" | "journal.view" | "notes.view" | "approvals.view" | "webhooks.view" | "apiKeys.view" | "users.view" | "settings.view" | "contacts.edit" | "paymentIntents.edit" | "transactions.edit" | "orders.edit" | "services.edit" | "partnerships.edit" | "splits.edit" | "refunds.edit" | "disputes.edit" | "subscriptions.edit" | "authorizations.edit" | "bankAccounts.edit" | "gateways.edit" | "journal.edit" | "notes.edit" | "approvals.edit" | "webhooks.edit" | "apiKeys.edit" | "users.edit" | "settings.edit" | "refunds.approve" | "approvals.decide" | "payouts.send" | "analytics.view" | "audit.view" | "billing.admin" | "tenant.own")[]
  teams: string[]
  /** A disabled user can do nothing, and neither can its API key */
  status: "active" | "disabled"
  /** false when it is disabled, or once its API key was deleted */
  active: boolean
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
  tenant: {
    _id: string
    name: string
    mode: "sandbox" | "live"
    timezone: string
    /** UTC with milliseconds */
    now: string
  }
  /** From when on the person can do nothing else before they have set up a second factor; null if they have one, or need none */
  secondFactorDueAt: string | null
}

export type Checkpoint = {
  tenant: string
  /** 1 for the first one, without gaps */
  number: number
  /** By the real clock, in sandboxes, too */
  at: string
  ledger: {
    /** How many entries the chain had */
    entries: number
    /** The hash of its last link; "countersign" for a chain without entries */
    hash: string
  }
  audit: {
    /** How many entries the chain had */
    entries: number
    /** The hash of its last link; "countersign" for a chain without entries */
    hash: string
  }
  history: {
    /** Another one begins when a backup is restored */
    id: string
    /** The time of the backup that it began with */
    restoredFrom: string | null
  }
  /** The hash of the checkpoint before it */
  previous: string | null
  /** The id of the key that signed it */
  keyId: string
  /** Ed25519, base64url */
  signature: string
  _id: string
  /** UTC with milliseconds */
  createdAt: string
}

export type CheckpointSettings = {
  /** Whether anybody may read the checkpoints: hashes and counts, nothing else */
  public: boolean
  /** Where they are, once they are public */
  url: string
  /** Where the public keys are, always */
  keysUrl: string
  /** The program that checks an export by them */
  verifierUrl: string
}

export type CheckpointStatus = {
  /** null: nothing was signed yet */
  last: Checkpoint | null
  /** Entries that no checkpoint covers yet */
  waiting: {
    ledger: number
    audit: number
  }
  /** When the oldest of them was recorded, by the tenant's clock */
  waitingSince: string | null
  /** Entries wait although the last checkpoint is more than two hours old: look at the worker */
  isLate: boolean
}

export type Clock = {
  /** The time of the tenant's clock */
  now: string
  /** moving: work that falls due on the way is running, and `now` is the current position */
  status: "idle" | "moving"
  /** Where the clock is moving to */
  target: string | null
  /** The share of the way that is done, from 0 to 1 */
  progress: number
  /** How many due actions the current or the last move has run */
  done: number
  /** When the current or the last move began, by the real time */
  startedAt: string | null
  /** When it ended, by the real time */
  endedAt: string | null
}

export type Contact = {
  _id: string
  /** E-mail address */
  email: string
  profile: {
    firstName?: string
    lastName?: string
    phone?: string
  }
  /** What was received from the contact beyond what was due, by currency; {} when there is none */
  credit: { [name: string]: number }
  /** The language of mails to it; null: the language of the tenant's settings */
  locale: "en" | "pt-BR" | "es" | "de" | "fr" | null
  /** When its personal data was erased; then the name and the e-mail are placeholders */
  erasedAt: string | null
  /** A visitor of a payment link gave this e-mail, and has not paid yet; it is erased after 7 days unless they do */
  draft: boolean
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type ContactAccount = {
  contact: string
  /** UTC with milliseconds */
  asOf: string
  timezone: string
  byCurrency: { [name: string]: {
    /** What is open: not yet due and late */
    owed: number
    /** The part of `owed` that is not due yet */
    notDue: number
    /** The part of `owed` that is past its due date: the sum of the four below */
    late: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    late0to30: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    late31to60: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    late61to90: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    lateOver90: number
    /** How many payment intents are open; a plan counts by its installments */
    openCount: number
    lateCount: number
    /** The earliest due date of what is open */
    oldestDueAt: string | null
    /** What was paid of payment intents that are not canceled, before refunds */
    paid: number
    /** What the contact has paid too much and not spent yet */
    credit: number
  } }
}

export type ContactExport = {
  /** UTC with milliseconds */
  exportedAt: string
  contact: Contact
  /** Every stored row about the contact, by what it is: payment intents, mails, mandates, sessions of the portal and others */
  records: { [name: string]: { [name: string]: unknown }[] }
  /** What happened to the contact, and what the contact did, newest first */
  auditEntries: AuditEntry[]
  /** false where more than 10,000 records of a kind are stored: then those are left out */
  isComplete: boolean
}

export type ContactStatement = {
  contact: string
  month: string
  timezone: string
  /** UTC with milliseconds */
  periodStart: string
  /** The first moment of the next month */
  periodEnd: string
  byCurrency: { [name: string]: {
    /** What the contact owes; negative: its credit */
    opening: number
    lines: ({
      /** UTC with milliseconds */
      at: string
      kind: "payment-request" | "cancellation" | "payment" | "reversal" | "credit-note" | "refund" | "dispute"
      /** The number of the payment intent */
      reference: string
      /** By how much the contact owes more; negative: less */
      amount: number
      /** What the contact owes; negative: its credit */
      balance: number
    })[]
    /** What the contact owes; negative: its credit */
    closing: number
  } }
}

export type ConvertedBalances = {
  /** The tenant's reporting currency */
  currency: string
  /** Converted figures are to read, not to book: the amounts by currency are exact */
  approximate: true
  /** The day of the oldest rate that was used; null if nothing had to be converted */
  date: string | null
  rates: {
    /** ISO 4217 code */
    currency: string
    /** How much of the reporting currency one unit is worth: the mid-market rate */
    rate: number
    /** The day that the rate is of */
    date: string
  }[]
  /** Currencies without a stored rate, whose amounts are not in the totals */
  leftOut: string[]
  totals: {
    /** Collected, less gateways' fees, what is owed to partners and contacts and what is reserved */
    available: number
    /** Payments in progress */
    pending: number
    /** Set aside for payouts that are not sent yet, and for open disputes */
    reserved: number
    /** Owed to partners */
    payable: number
    /** Owed by partners, for payments that were taken back after they were paid out; their next payouts net it */
    owing: number
    /** What gateways kept of charges and took for refunds, disputes and payouts; available is after fees */
    fees: number
    /** What payers still owe */
    receivable: number
  }
}

export type ConvertedBilling = {
  /** The tenant's reporting currency */
  currency: string
  /** Converted figures are to read, not to book: the amounts by currency are exact */
  approximate: true
  /** The day of the oldest rate that was used; null if nothing had to be converted */
  date: string | null
  rates: {
    /** ISO 4217 code */
    currency: string
    /** How much of the reporting currency one unit is worth: the mid-market rate */
    rate: number
    /** The day that the rate is of */
    date: string
  }[]
  /** Currencies without a stored rate, whose amounts are not in the totals */
  leftOut: string[]
  totals: {
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    billed: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    paid: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    outstanding: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    overdue: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    canceled: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    refunded: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    net: number
  }
}

export type CreatedApiKey = {
  _id: string
  name: string
  /** A built-in role (super-admin, admin, finance, operator, approver, developer, viewer), or the id of one of the tenant's own */
  role: string
  /** The first characters of the key */
  prefix: string
  last4: string
  /** The user of type api-key that the key acts as */
  user: string
  /** By the real time, even in a sandbox */
  expiresAt: string | null
  /** UTC with milliseconds */
  lastUsedAt: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
  /** Shown only in this response */
  key: string
}

export type CreatedWebhook = {
  _id: string
  /** User, password and the values of the query are *** for callers without webhooks.edit */
  url: string
  events: string[]
  description: string
  /** disabled: by a user, or because it answered 410; inactive: it failed for more than 24 hours */
  status: "active" | "disabled" | "inactive"
  reason: string | null
  /** UTC with milliseconds */
  failingSince: string | null
  /** UTC with milliseconds */
  lastSuccessAt: string | null
  /** UTC with milliseconds */
  lastFailureAt: string | null
  /** Events that happened while it was not active; they are not delivered later */
  discarded: number
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
  /** Shown only in this response */
  secret: string
}

export type CsvDraft = {
  separator: ";" | "," | "\t" | "|"
  encoding: "utf-8" | "windows-1252" | "utf-16le"
  decimal: "," | "."
  dateOrder: "dmy" | "mdy" | "ymd"
  /** Lines before the header line */
  skip: number
  /** Whether a line names the columns */
  header: boolean
  columns: {
    /** The name in the header line, or the place of the column, the first being 1 */
    date?: string
    /** The name in the header line, or the place of the column, the first being 1 */
    valueDate?: string
    /** With its sign; instead of it, debit and credit, or amount and indicator */
    amount?: string
    /** What left the account, without a sign or negative */
    debit?: string
    /** What came in */
    credit?: string
    /** Says whether the amount is a debit: D, DBIT, S, debit, or a minus sign */
    indicator?: string
    /** The name in the header line, or the place of the column, the first being 1 */
    currency?: string
    /** The balance after the booking, by which a file is checked */
    balance?: string
    /** The name in the header line, or the place of the column, the first being 1 */
    name?: string
    /** The name in the header line, or the place of the column, the first being 1 */
    account?: string
    text: string[]
    /** What the bank identifies the booking by */
    reference?: string
    /** The name in the header line, or the place of the column, the first being 1 */
    endToEndId?: string
  }
}

export type CsvProfile = {
  separator: ";" | "," | "\t" | "|"
  encoding: "utf-8" | "windows-1252" | "utf-16le"
  decimal: "," | "."
  dateOrder: "dmy" | "mdy" | "ymd"
  /** Lines before the header line */
  skip: number
  /** Whether a line names the columns */
  header: boolean
  columns: {
    /** The name in the header line, or the place of the column, the first being 1 */
    date: string
    /** The name in the header line, or the place of the column, the first being 1 */
    valueDate?: string
    /** With its sign; instead of it, debit and credit, or amount and indicator */
    amount?: string
    /** What left the account, without a sign or negative */
    debit?: string
    /** What came in */
    credit?: string
    /** Says whether the amount is a debit: D, DBIT, S, debit, or a minus sign */
    indicator?: string
    /** The name in the header line, or the place of the column, the first being 1 */
    currency?: string
    /** The balance after the booking, by which a file is checked */
    balance?: string
    /** The name in the header line, or the place of the column, the first being 1 */
    name?: string
    /** The name in the header line, or the place of the column, the first being 1 */
    account?: string
    text: string[]
    /** What the bank identifies the booking by */
    reference?: string
    /** The name in the header line, or the place of the column, the first being 1 */
    endToEndId?: string
  }
}

export type Delegation = {
  _id: string
  user: string
  to: string
  /** UTC with milliseconds */
  from: string
  /** UTC with milliseconds */
  until: string
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type Delivery = {
  /** The messageId */
  _id: string
  webhook: string
  event: string
  eventId: string
  status: "pending" | "delivered" | "abandoned" | "canceled"
  attempts: ({
    n: number
    /** UTC with milliseconds */
    at: string
    ms: number
    /** The HTTP status; null when the endpoint did not answer */
    status: number | null
    error: string | null
    /** Of a response that was not a success: content-type, date, location, retry-after and server; null without webhooks.edit */
    headers: { [name: string]: string } | null
  })[]
  /** The first 8 KiB of the last response body; null for callers without webhooks.edit */
  answer: string | null
  /** UTC with milliseconds */
  nextAttemptAt: string | null
  /** UTC with milliseconds */
  finishedAt: string | null
  /** UTC with milliseconds */
  createdAt: string
}

export type DeviceLogin = {
  /** The code that the machine shows */
  code: string
  /** How the machine names itself; nobody has checked it */
  machine: string
  /** The address that it asked from */
  address: string
  /** Whether this request comes from the same network */
  sameNetwork: boolean
  /** The role that it asks for */
  role: string | null
  /** How many days it wants the key to work */
  days: number | null
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  expiresAt: string
}

export type Dispute = {
  _id: string
  /** Human-readable number; unique in the tenant and increasing */
  number: string
  /** The charge whose money the payer's bank contests */
  transaction: string
  paymentIntent: string
  contact: string
  /** The gateway that reported it */
  gateway: string
  /** The gateway connection of its charge */
  connection: string | null
  /** How the gateway names it */
  reference: string
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  amount: number
  /** ISO 4217 code */
  currency: string
  /** Why the payer contests the charge, as the gateway says it */
  reason: string
  /** needs-response: waits for evidence; under-review: the payer's bank decides */
  status: "needs-response" | "under-review" | "won" | "lost" | "accepted"
  /** inquiry: the bank only asks, and no money moves; appeal: a lost dispute is contested, and its money stays lost meanwhile */
  stage: "inquiry" | "dispute" | "appeal"
  /** What was sent to the payer's bank */
  evidence: {
    text: string
    documents: (string | {
      name: string
      url: string
      kind?: string
    })[]
    /** UTC with milliseconds */
    submittedAt: string
  } | null
  /** The dispute is lost without evidence by then */
  evidenceDueAt: string
  /** What the gateway took for the dispute */
  fees: number
  /** What the provider made of it in its own books, where they are in another currency */
  settlement: {
    /** What its balance changed by so far */
    net: number
    fee: number
    /** ISO 4217 code */
    currency: string
  } | null
  /** When it was won, lost or accepted */
  closedAt: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type DocumentSettings = {
  /** As registered; null: the tenant's name */
  legalName: string | null
  /** In lines, as on an envelope */
  address: string | null
  /** Such as a VAT number or a CNPJ */
  taxId: string | null
  /** A text at the end of every document */
  note: string | null
  /** Documents of these kinds get numbers without gaps, by kind and year, and are never made again */
  numbered: ("invoice" | "receipt" | "credit-note" | "advice")[]
}

export type Event = {
  _id: string
  event: string
  object: string
  data: { [name: string]: unknown }
  version: "v1"
  /** UTC with milliseconds */
  createdAt: string
}

export type Explanation = {
  object: {
    type: "payment-intents" | "payment-splits" | "transactions" | "payouts" | "refund-intents" | "disputes" | "subscriptions" | "approvals/requests" | "balances" | "partnerships" | "contacts" | "authorizations" | "saved-methods" | "journal-closes"
    id: string
  }
  reasons: ExplanationReason[]
}

export type ExplanationPart = {
  /** With amounts in minor units, as in the messages of errors */
  message: string
  /** The same with the names of details in braces, to format them for a reader */
  sentence: string
  details: { [name: string]: unknown }
  /** The object that says so */
  link: {
    type: "payment-intents" | "payment-splits" | "transactions" | "payouts" | "refund-intents" | "disputes" | "subscriptions" | "approvals/requests" | "balances" | "partnerships" | "contacts" | "authorizations" | "saved-methods" | "journal-closes"
    id: string
  } | null
  /** What it adds, or takes away */
  amount: number
}

export type ExplanationReason = {
  about: "status" | "hold" | "fee" | "schedule" | "charge" | "failure" | "money" | "object" | "policy" | "condition" | "decision" | "amount" | "paid" | "refunded" | "disputed" | "accrued" | "outstanding" | "available"
  /** With amounts in minor units, as in the messages of errors */
  message: string
  /** The same with the names of details in braces, to format them for a reader */
  sentence: string
  details: { [name: string]: unknown }
  /** The object that says so */
  link: {
    type: "payment-intents" | "payment-splits" | "transactions" | "payouts" | "refund-intents" | "disputes" | "subscriptions" | "approvals/requests" | "balances" | "partnerships" | "contacts" | "authorizations" | "saved-methods" | "journal-closes"
    id: string
  } | null
  /** The figure; its parts add up to it */
  amount: number | null
  /** ISO 4217 code */
  currency: string | null
  parts: ExplanationPart[]
}

export type FinancingSimulation = {
  /** 1 is a lump sum */
  nInstallments: number
  installmentAmount: number
  /** Takes the remainder, so that all of them sum to the total */
  firstInstallmentAmount: number
  total: number
  /** Per month: 0.035 is 3.5 percent, 0 is interest-free */
  interestRate: number
  /** The interest as a share of the amount: total ÷ amount − 1 */
  feePercentage: number
  gateway: string
  method: string
}

export type FxRate = {
  gateway: string
  /** The amount that arrives, in minor units of the target currency */
  targetAmount: number
  /** All-in: nothing else is deducted */
  rate: number
  comparison: {
    /** 1 is best */
    rank: number
    isBestRate: boolean
    /** From the best rate: 0 for the best, negative for the others */
    differencePercentage: number
  }
  provider: {
    name: string
    logos: {
      normal: {
        /** null when the provider has no logo: show its name instead */
        svgUrl: string | null
        /** null when the provider has no logo: show its name instead */
        pngUrl: string | null
      }
    }
    /** The provider and its rate are invented: say so where you show them */
    illustrative: boolean
  }
}

export type Gateway = {
  gateway: string
  name: string
  currencies: string[]
  methods: ({
    method: string
    name: string
    currencies: string[]
    /** The maximum number of installments */
    installments: number
    /** How a payer begins: with a token, on a page of the gateway (redirect), with instructions such as a QR code, or by a mandate */
    starts: "token" | "redirect" | "instructions" | "mandate"
    /** Whether a payer can save it with a payment, for later charges */
    savesMethod: boolean
    /** The gateway connection that serves it; null for the simulator */
    connection: string | null
  })[]
  /** The methods by which it sends money out, and the currencies in which the money can arrive */
  payouts: {
    method: string
    currencies: string[]
  }[]
}

export type GatewayConnection = {
  _id: string
  gateway: string
  name: string
  /** The account at the provider; rotated credentials must belong to the same one */
  account: {
    id: string
    name: string
    country: string | null
  }
  mode: "sandbox" | "live"
  /** paused: by a person; failing: the provider refuses the credentials; neither charges, but what is open is still looked up */
  status: "active" | "paused" | "failing" | "disconnecting" | "disconnected"
  /** What was given, by field. The values are sealed and never shown again */
  credentials: { [name: string]: {
    last4: string
    fingerprint: string
    /** UTC with milliseconds */
    setAt: string
  } }
  methods: {
    method: string
    currencies: string[]
    enabled: boolean
  }[]
  /** Where the provider sends its messages */
  eventsUrl: string
  /** UTC with milliseconds */
  lastEventAt: string | null
  lastCheck: {
    /** UTC with milliseconds */
    at: string
    ok: boolean
    /** What does not work, in sentences; empty where all is well */
    problems: string[]
  } | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type GatewayMessage = {
  /** The provider's id of the message */
  _id: string
  type: string
  /** The provider's id of what changed */
  reference: string
  /** ignored: it is about nothing of ours */
  status: "pending" | "applied" | "ignored"
  effect: string | null
  /** UTC with milliseconds */
  receivedAt: string
}

export type GatewayProvider = {
  gateway: string
  name: string
  credentials: ({
    field: string
    label: string
    hint: string
    isOptional: boolean
    isLong: boolean
    /** Whether a form hides what is typed. Every field is sealed */
    isSecret: boolean
    /** The only values that it takes */
    choices: {
      value: string
      label: string
    }[] | null
    /** What an empty one stands for */
    whenEmpty: string | null
  })[]
  methods: {
    method: string
    name: string
    currencies: string[]
  }[]
}

export type Import = {
  _id: string
  kind: "contacts" | "partnerships" | "services" | "payment-intents" | "subscriptions" | "authorizations"
  fileName: string
  status: "draft" | "checking" | "running" | "done" | "canceled" | "failed"
  columns: string[]
  /** By field, the column that it comes from */
  mapping: { [name: string]: string }
  /** By field, the value where the cell is empty or no column has it */
  defaults: { [name: string]: string }
  /** Columns that no field comes from */
  unmapped: string[]
  decimal: "." | ","
  dates: "ymd" | "dmy" | "mdy"
  /** Payers get the mails that the tenant's settings turn on */
  mails: boolean
  rows: number
  /** Rows that were worked off, of the import or of the dry run that goes on */
  done: number
  /** What became of the rows that are done */
  counts: {
    created: number
    /** Such an object existed, and no import had made it */
    existing: number
    /** An earlier row with the same key and the same content made it */
    unchanged: number
    /** An earlier row with the same key had other content; nothing was changed */
    differs: number
    refused: number
  }
  /** What a dry run with this mapping has found; null without one */
  check: {
    created: number
    /** Such an object existed, and no import had made it */
    existing: number
    /** An earlier row with the same key and the same content made it */
    unchanged: number
    /** An earlier row with the same key had other content; nothing was changed */
    differs: number
    refused: number
  } | null
  /** Why it stopped; started again, it goes on. Of a draft: why its dry run stopped */
  failure: string | null
  /** UTC with milliseconds */
  startedAt: string | null
  /** UTC with milliseconds */
  endedAt: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type ImportPreview = {
  /** The fields that a column can be mapped to, besides metadata.<name> */
  fields: string[]
  rows: ({
    line: number
    /** By which the row is known again */
    key: string | null
    /** What would be sent to create the object */
    input: { [name: string]: unknown } | null
    /** Why the row would be refused, as far as the row alone says it */
    error: string | null
  })[]
}

export type ImportReport = {
  rows: ImportRow[]
}

export type ImportRow = {
  _id: string
  /** The line of the file that the row begins in */
  line: number
  key: string | null
  dryRun: boolean
  outcome: "created" | "existing" | "unchanged" | "differs" | "refused"
  /** The object that was created, or that exists */
  object: string | null
  /** The error code of a refusal */
  code: string | null
  message: string | null
}

export type Journal = {
  from: string
  to: string
  timezone: string
  lines: JournalLine[]
  /** null on the last page; otherwise send it as startingAfter */
  next: string | null
}

export type JournalAccounts = {
  accounts: {
    /** An account of the ledger, or a class of them; an account wins over its class */
    account: string
    externalAccount: string
    name: string
  }[]
  /** What the header of a DATEV file says */
  datev: {
    /** Beraternummer */
    consultant: number
    /** Mandantennummer */
    client: number
    /** Digits of an account number */
    accountLength: number
    /** The month in which the fiscal year begins */
    fiscalYearStart: number
  }
  /** Nobody has changed the accounts of the chart SKR 03 that a tenant begins with */
  isDefault: boolean
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
}

export type JournalClose = {
  _id: string
  month: string
  /** closing: no entry is added any more, and the totals follow in seconds; reopening: waits for the approval of a second person */
  status: "closing" | "closed" | "reopening" | "reopened"
  lines: number | null
  totals: {
    /** ISO 4217 code */
    currency: string
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    debit: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    credit: number
  }[] | null
  /** Of the bytes of the month's CSV export */
  sha256: string | null
  /** The accounts with which it was closed; its files use them for good */
  accounts: {
    /** An account of the ledger, or a class of them; an account wins over its class */
    account: string
    externalAccount: string
    name: string
  }[]
  closedBy: string
  /** UTC with milliseconds */
  closedAt: string
  approval: Approval
  reopening: {
    requestedBy: string
    reason: string
    approvedBy: string | null
    /** UTC with milliseconds */
    reopenedAt: string | null
  } | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type JournalLine = {
  /** The day on which it is booked, by the tenant's calendar */
  date: string
  /** Its own day, where that lies in a month that was closed before it became known */
  factDate: string | null
  /** The ledger entry; its lines balance */
  entry: string
  kind: "charge" | "charge-undone" | "charge-again" | "reversal" | "transfer" | "allocation" | "split" | "split-reversal" | "refund" | "refund-failure" | "settlement" | "payout-reserve" | "payout" | "payout-undone" | "payout-again" | "payout-release" | "payout-return" | "payout-exchange" | "dispute" | "dispute-won" | "dispute-lost" | "dispute-fee" | "withdrawal" | "withdrawal-return"
  /** The account of the ledger */
  account: string
  /** Its account in your accounting program; null where it is not mapped */
  externalAccount: string | null
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  debit: number
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  credit: number
  /** ISO 4217 code */
  currency: string
  objectType: string
  /** The id of the object that caused it */
  object: string
  text: string
}

export type JournalTotals = {
  from: string
  to: string
  timezone: string
  accounts: ({
    /** An account of the ledger, or a class of them */
    account: string
    /** Its account in your accounting program; null where it is not mapped */
    externalAccount: string | null
    name: string | null
    /** ISO 4217 code */
    currency: string
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    debit: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    credit: number
  })[]
  /** The accounts without an external account */
  unmapped: string[]
}

export type LatestRelease = {
  /** The version of this service; null until it has a section in the changelog */
  version: string | null
  /** The day of its release */
  date: string | null
  /** What was added, each in a sentence or two, as plain text */
  changes: string[]
  /** Whether the person worked here before this version and has not closed its list */
  isNew: boolean
}

export type LedgerEntry = {
  _id: string
  kind: "charge" | "charge-undone" | "charge-again" | "reversal" | "transfer" | "allocation" | "split" | "split-reversal" | "refund" | "refund-failure" | "settlement" | "payout-reserve" | "payout" | "payout-undone" | "payout-again" | "payout-release" | "payout-return" | "payout-exchange" | "dispute" | "dispute-won" | "dispute-lost" | "dispute-fee" | "withdrawal" | "withdrawal-return"
  source: {
    type: string
    id: string
  }
  /** ISO 4217 code */
  currency: string
  /** UTC with milliseconds */
  effectiveAt: string
  /** The day on which it is booked, by the tenant's calendar */
  date: string
  /** Its own day, where that lies in a month that was closed before it became known */
  factDate: string | null
  postings: {
    account: string
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    debit: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    credit: number
  }[]
  /** UTC with milliseconds */
  createdAt: string
}

export type LedgerReport = {
  ok: boolean
  /** How many entries, payment intents, transactions, refund intents, disputes, contacts with credit, bank transfers, payouts and splits were checked */
  checked: number
  differences: {
    object: string
    what: string
    expected: string
    found: string
  }[]
}

export type ListedBankAnswer = {
  _id: string
  ownAccount: string
  format: "pain.002" | "nacha"
  /** How many answers it has */
  count: number
  /** How many parts waited for a person and were dealt with */
  handled: number
  sha256: string
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
  /** applying: the worker is at it; waiting: a part waits for a person; applied */
  status: "applying" | "waiting" | "applied"
  /** How many parts wait for a person */
  waiting: number
}

export type Mail = {
  /** Its Message-ID begins with this id */
  _id: string
  kind: "payment-request" | "reminder" | "receipt" | "refund" | "debit-notice" | "subscription-started" | "charge-failed" | "authentication-needed" | "sign-in-link" | "confirm-email" | "email-changed" | "payout-sent" | "payout-returned" | "partner-sign-in-link" | "partner-email-changed" | "payout-failed" | "refund-failed" | "approval-needed" | "approval-decided" | "dispute-opened" | "dispute-due" | "dispute-undelivered" | "mention" | "endpoint-deactivated" | "endpoint-activated" | "import-ended" | "connection-failing" | "balance-differs" | "settlement-differs" | "weekly-summary" | "invitation" | "password-reset" | "new-sign-in" | "account-changed" | "other"
  recipient: string
  subject: string
  text: string
  html: string
  /** The object that the mail is about */
  object: string
  /** The type of that object, as in the audit log */
  objectType: string
  status: "queued" | "sending" | "kept" | "sent" | "failed" | "bounced"
  /** Why the last attempt failed, or why it came back */
  error: string | null
  /** How often it was handed to the SMTP server */
  attempts: number
  /** UTC with milliseconds */
  sentAt: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type MailSettings = {
  /** Mail the payer when a payment intent is created */
  paymentRequests: boolean
  /** Remind the payer of what is due, on the days of reminderDays */
  reminders: boolean
  /** Days after the due date, at nine in the morning; negative ones are before it */
  reminderDays: number[]
  /** Mail the payer a receipt for each payment */
  receipts: boolean
  /** Mail the payer when money was given back */
  refunds: boolean
  /** Mail the partner when a payout was paid or returned */
  payouts: boolean
  /** Mail the payer before each direct debit by payment file */
  debitNotices: boolean
  /** How many days before, for new SEPA mandates that name no other notice */
  debitNoticeDays: number
  /** For payers and partners whose language is not known */
  locale: "en" | "pt-BR" | "es" | "de" | "fr"
}

export type MovedSettings = {
  _id: string
  name: string
  mode: "sandbox" | "live"
  timezone: string
  /** For how long an equal request without an Idempotency-Key counts as a retry; 0 turns this off */
  keylessWindowSeconds: number
  /** On which days after its first attempt a failed charge of a subscription is retried */
  dunningDays: number[]
  /** How payers and partners see the tenant, on pages and in mails; the logo is an address of this service */
  branding: {
    logo: string | null
    colour: string | null
    supportEmail: string | null
  }
  /** Whether payers may pay a part on the payment page, and the minimum of each part in percent of the whole amount */
  partPayments: {
    enabled: boolean
    minPercent: number
  }
  mails: MailSettings
  /** Whether contacts may cancel their subscriptions in the contact portal, at the end of the current cycle */
  portal: {
    cancelSubscriptions: boolean
  }
  documents: DocumentSettings
  /** How much less than due still pays in full, by currency: only those that were set; others have the usual tolerance */
  bankTolerances: { [name: string]: number }
  /** Into which currency reports convert their totals, besides showing each currency; null: into none */
  reportingCurrency: string | null
  /** From when on everybody needs a second factor, by the real time; null if the tenant does not require it */
  twoFactor: {
    /** UTC with milliseconds */
    requiredFrom: string | null
  }
  /** The time of the tenant's clock */
  now: string
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
  clock: Clock
}

export type Note = {
  _id: string
  /** The path of the object's API after /v1/ */
  type: string
  object: string
  author: string
  text: string
  /** The users who are mentioned; each of them gets one mail */
  mentions: string[]
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type Notice = {
  _id: string
  kind: "approval-needed" | "approval-decided" | "mention" | "payout-failed" | "refund-failed" | "dispute-opened" | "dispute-due" | "dispute-undelivered" | "connection-failing" | "balance-differs" | "settlement-differs" | "endpoint-deactivated" | "endpoint-activated" | "import-ended" | "weekly-summary"
  title: string
  /** The path of the object's API after /v1/ */
  type: string
  /** The object that it is about */
  object: string
  /** The page of the object in the dashboard */
  path: string
  read: boolean
  /** UTC with milliseconds */
  readAt: string | null
  /** UTC with milliseconds */
  createdAt: string
}

export type NoticeChoices = {
  choices: ({
    kind: "approval-needed" | "approval-decided" | "mention" | "payout-failed" | "refund-failed" | "dispute-opened" | "dispute-due" | "dispute-undelivered" | "connection-failing" | "balance-differs" | "settlement-differs" | "endpoint-deactivated" | "endpoint-activated" | "import-ended" | "weekly-summary"
    /** It comes as a mail */
    mail: boolean
    /** It appears under the bell of the dashboard */
    page: boolean
  })[]
}

export type Order = {
  _id: string
  number: string
  contact: string
  source: "manual" | "portal" | "ecommerce" | "workflow"
  status: "open" | "completed" | "canceled"
  items: OrderItem[]
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type OrderItem = {
  _id: string
  service: string
  name: string
  category: string
  supplier: string | null
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  amount: number | null
  /** ISO 4217 code */
  currency: string | null
  tax?: {
    /** A percentage as decimal text */
    rate: string
    code: string
  }
  /** The first of its payment intents */
  paymentIntent: string | null
  /** The payment intents that bill it, such as a deposit and the rest */
  paymentIntents: string[]
  /** UTC with milliseconds */
  createdAt: string
}

export type OwnAccount = {
  _id: string
  name: string
  holder: string
  country: string
  /** ISO 4217 code */
  currency: string
  /** The last digits of the IBAN or the account number */
  masked: string
  bic: string | null
  routing: string | null
  company: {
    /** The company id for NACHA files, as the bank assigned it */
    id: string
    /** The company's name for NACHA files, up to 16 characters */
    name: string
  } | null
  /** The creditor id, for SEPA direct debits */
  creditorId: string | null
  address: PostalAddress | null
  /** How the bank wants payment files; null: none are made for it */
  profile: "sepa" | "sepa-agent-notprovided" | "sepa-single-booking" | "nacha" | "nacha-company-origin" | null
  status: "active" | "archived"
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type Partnership = {
  _id: string
  name: string
  code: string
  kind: "agent" | "institution" | "supplier"
  email: string | null
  country: string | null
  currency: string | null
  team: string | null
  splitTerms: {
    type: "percentage"
    /** Hundredths of a percent: 250 is 2.5 % */
    basisPoints: number
  } | {
    type: "fixed"
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
    /** ISO 4217 code */
    currency: string
  } | null
  /** The language of mails to it; null: the language of the tenant's settings */
  locale: "en" | "pt-BR" | "es" | "de" | "fr" | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type PartnershipAccount = {
  partnership: string
  /** UTC with milliseconds */
  asOf: string
  byCurrency: { [name: string]: {
    /** The partner's balance in the ledger, without open payouts; negative: what the partner owes */
    owed: number
    /** Shares that can be paid out now, before debts */
    due: number
    /** In payouts that are not sent yet or on their way */
    inPayouts: number
    /** In payouts that have arrived */
    paid: number
    /** The oldest payout that has not ended */
    nextPayout: {
      payout: string
      number: string
      status: "draft" | "pending-approval" | "processing" | "paid" | "failed" | "returned" | "canceled" | "rejected"
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount: number
      /** ISO 4217 code */
      currency: string
    } | null
  } }
}

export type Passkey = {
  _id: string
  /** By which you find it again */
  name: string
  /** It is also on the person's other devices, so a lost one does not lose it */
  synced: boolean
  /** UTC with milliseconds */
  lastUsedAt: string | null
  /** UTC with milliseconds */
  createdAt: string
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON` */
export type PasskeyCreationOptions = {
  /** Works once, for five minutes, in this session */
  challenge: string
  rp: {
    id: string
    name: string
  }
  user: {
    id: string
    name: string
    displayName: string
  }
  pubKeyCredParams: {
    type: "public-key"
    alg: number
  }[]
  /** Milliseconds */
  timeout: number
  excludeCredentials: {
    type: "public-key"
    id: string
    transports: string[]
  }[]
  authenticatorSelection: {
    residentKey: "required"
    requireResidentKey: true
    userVerification: "required"
  }
  attestation: "none"
}

/** For `PublicKeyCredential.parseRequestOptionsFromJSON` */
export type PasskeyRequestOptions = {
  /** Works once, for five minutes, in this session */
  challenge: string
  rpId: string
  /** Milliseconds */
  timeout: number
  allowCredentials: {
    type: "public-key"
    id: string
    transports: string[]
  }[]
  userVerification: "required"
}

export type PaymentFile = {
  _id: string
  /** Human-readable number; unique in the tenant and increasing */
  number: string
  ownAccount: string
  /** credits: it holds payouts; debits: it collects */
  direction: "credits" | "debits"
  format: "pain.001" | "pain.008" | "nacha"
  executionDate: string
  /** ISO 4217 code */
  currency: string
  count: number
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  total: number
  /** The hash of its bytes, in hexadecimal digits */
  sha256: string
  status: "made" | "sent" | "accepted" | "partly" | "rejected" | "settled" | "canceled"
  /** UTC with milliseconds */
  sentAt: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type PaymentFileWithLines = {
  _id: string
  /** Human-readable number; unique in the tenant and increasing */
  number: string
  ownAccount: string
  /** credits: it holds payouts; debits: it collects */
  direction: "credits" | "debits"
  format: "pain.001" | "pain.008" | "nacha"
  executionDate: string
  /** ISO 4217 code */
  currency: string
  count: number
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  total: number
  /** The hash of its bytes, in hexadecimal digits */
  sha256: string
  status: "made" | "sent" | "accepted" | "partly" | "rejected" | "settled" | "canceled"
  /** UTC with milliseconds */
  sentAt: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
  lines: ({
    payout: string | null
    /** The debit, in a file of debits */
    transaction: string | null
    /** Of a debit: the first of its mandate, a later one, the only one, the last */
    sequence: "FRST" | "RCUR" | "OOFF" | "FNAL" | null
    /** The payout's or the debit's id; in NACHA files the trace number */
    endToEndId: string
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
    /** The recipient as the file names it, in the characters that banks take */
    name: string
    /** The last digits of the recipient's account */
    account: string
    /** What the recipient's statement shows */
    remittance: string
    status: "made" | "sent" | "accepted" | "rejected" | "settled" | "returned" | "canceled"
    /** Why the bank did not execute it, or sent it back */
    reason: string | null
  })[]
}

export type PaymentIntent = {
  _id: string
  /** Human-readable number; unique in the tenant and increasing */
  number: string
  /** ISO 11649, for bank transfers: a statement that carries it pays this intent */
  creditorReference: string
  intentType: "ad-hoc" | "payment-plan" | "installment" | "subscription"
  contact: string
  /** ISO 4217 code */
  currency: string
  status: "due" | "overdue" | "paid-partial" | "paid-full" | "canceled"
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  amount: number
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  paid: number
  /** What is left to pay; 0 once fully paid */
  due: number
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  refunded: number
  refundStatus: "none" | "partial" | "full"
  /** What was lost to disputes, including accepted ones; an open one does not count */
  disputed: number
  isOverdue: boolean
  /** UTC with milliseconds */
  dueAt: string
  items: {
    name: string
    description: string
    category: string
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
    service?: string
    supplier?: string
    orderItem?: string
    tax?: {
      /** A percentage as decimal text */
      rate: string
      code: string
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      net: number
      /** The tax: net and tax add up to the line */
      amount: number
    }
  }[]
  /** The tax in the lines by rate and code; absent if no line carries a tax */
  taxes?: {
    /** A percentage as decimal text */
    rate: string
    code: string
    /** The sum of the lines with this rate and code */
    gross: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    net: number
    /** The sum of the taxes of these lines */
    amount: number
  }[]
  reference: string | null
  description: string | null
  team: string | null
  order: string | null
  /** The payment plan that this installment belongs to */
  plan: string | null
  /** The installments of a payment plan, in the order of its schedule */
  installments: string[]
  /** The subscription that raised it */
  subscription: string | null
  /** The cycle of the subscription that it is for; the first is 1 */
  cycle: number | null
  /** UTC with milliseconds */
  remindedAt: string | null
  /** Why it was canceled, if a reason was given */
  cancelReason: "duplicate" | "requested-by-customer" | "abandoned" | "fraudulent" | "mistake" | "other" | null
  links: {
    /** Canonical payment URL */
    long: string
    /** Short URL that redirects to the long one */
    short: string
  }
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type PaymentIntentStats = {
  format: "consolidated" | "month-by-month" | "payer-behavior" | "by-services" | "calendar-by-day" | "cancellations" | "customer-payments-by-month" | "cash-velocity" | "revenue-by-service" | "receivables-forecast" | "fx-corridor-margin"
  /** UTC with milliseconds */
  asOf: string
  /** The tenant's, in which days and months begin */
  timezone: string
  from: string
  to: string
  /** By the currencies that have figures; amounts are whole minor units */
  byCurrency: { [name: string]: {
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    billed: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    paid: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    outstanding: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    overdue: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    canceled: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    refunded: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    net: number
    count: number
    paidCount: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    averageTicket: number
  } | {
    months: {
      /** In the tenant's time zone */
      month: string
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      billed: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      paid: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      outstanding: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      refunded: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      net: number
      count: number
      /** What arrived in the month, whatever it paid */
      received: number
    }[]
  } | {
    onTime: number
    late: number
    unpaid: number
    averageDaysToPay: number
    medianDaysToPay: number
    topLate: {
      contact: string
      count: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount: number
    }[]
  } | {
    services: ({
      /** null for discounts and for lines without a service */
      service: string | null
      name: string
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      billed: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      paid: number
      count: number
    })[]
  } | {
    days: {
      day: string
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      due: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      paid: number
      count: number
    }[]
  } | {
    count: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
    /** A part of the whole: 0.25 is a quarter */
    rate: number
    byMonth: {
      /** In the tenant's time zone */
      month: string
      count: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount: number
    }[]
    byReason: {
      reason: string
      count: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount: number
    }[]
  } | {
    customers: {
      contact: string
      months: {
        /** In the tenant's time zone */
        month: string
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        paid: number
      }[]
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      total: number
    }[]
  } | {
    medianDays: number
    p90Days: number
    histogram: ({
      fromDay: number
      toDay: number | null
      count: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount: number
    })[]
  } | {
    services: ({
      /** null for discounts and for lines without a service */
      service: string | null
      name: string
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      revenue: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      refunded: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      net: number
      /** A part of the whole: 0.25 is a quarter */
      share: number
    })[]
  } | {
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    overdue: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    scheduled: number
    buckets: ({
      /** Days from today */
      from: number
      /** null: all that is due later */
      to: number | null
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount: number
      count: number
    })[]
  } | {
    corridors: ({
      /** ISO 4217 code */
      source: string
      /** ISO 4217 code */
      target: string
      count: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      sourceAmount: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      targetAmount: number
      averageRate: number
      /** The mid-market rate that the service has now; null for a currency without one */
      midRate: number | null
      /** A part of the whole: 0.25 is a quarter */
      margin: number | null
    })[]
  } }
  converted?: ConvertedBilling
}

export type PaymentLink = {
  _id: string
  number: string
  slug: string
  /** The public address, which you give to payers */
  url: string
  name: string
  description: string
  status: "active" | "inactive"
  /** open, or why it sells nothing now */
  availability: "open" | "inactive" | "not-yet" | "ended" | "used-up" | "sold-out"
  /** ISO 4217 code */
  currency: string
  lines: ({
    _id: string
    service: string
    name: string
    category: string
    supplier: string | null
    tax: {
      /** A percentage as decimal text */
      rate: string
      code: string
    } | null
    /** The price of a unit; null if the payer chooses the amount */
    amount: number | null
    quantity: {
      min: number
      max: number
    }
    stock: number | null
    /** Units that purchases hold or have paid */
    taken: number
  })[]
  /** The payer chooses the amount of the only line, between these bounds */
  openAmount: {
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    min: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    max: number
    /** Amounts that the page offers */
    presets: number[]
  } | null
  fields: ({
    key: string
    label: string
    type: "text" | "choice" | "checkbox"
    required: boolean
    options: string[]
  })[]
  maxUses: number | null
  /** Purchases that are paid, or hold their units until they are */
  uses: number
  /** UTC with milliseconds */
  opensAt: string | null
  /** UTC with milliseconds */
  closesAt: string | null
  /** An unpaid purchase is canceled after these minutes, and its units are free again */
  holdMinutes: number
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type PaymentLinkPurchase = {
  _id: string
  paymentLink: string
  contact: string
  order: string
  paymentIntent: string
  /** The name that the visitor gave */
  name: string
  /** E-mail address */
  email: string
  lines: {
    line: string
    name: string
    quantity: number
  }[]
  answers: {
    key: string
    label: string
    value: string
  }[]
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  amount: number
  /** ISO 4217 code */
  currency: string
  status: "open" | "paid" | "released"
  /** When it is released if it is unpaid */
  expiresAt: string
  /** Where the visitor pays */
  payUrl: string
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type PaymentSplit = {
  _id: string
  paymentIntent: string
  partnership: string
  origin: "calculated" | "fixed"
  /** ISO 4217 code */
  currency: string
  /** Owed once the payment intent is paid in full */
  amount: number
  /** Earned from what was paid so far; reversed has what refunds and disputes took back */
  accrued: number
  /** Total that was taken back because money went back to the payer */
  reversed: number
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  paidOut: number
  /** Earned, not taken back and not paid out; negative if more was paid out than is owed now */
  outstanding: number
  /** The split terms of the partnership at the time of the sale */
  terms: {
    type: "percentage"
    /** Hundredths of a percent: 250 is 2.5 % */
    basisPoints: number
  } | {
    type: "fixed"
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
    /** ISO 4217 code */
    currency: string
  }
  status: "pending" | "due" | "scheduled" | "paid" | "reversed" | "canceled" | "pending-approval" | "rejected"
  payout: string | null
  approval: Approval
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type PaymentSplitStats = {
  /** UTC with milliseconds */
  asOf: string
  /** The tenant's, in which days and months begin */
  timezone: string
  from: string
  to: string
  /** By the currencies that have figures; amounts are whole minor units */
  byCurrency: { [name: string]: {
    summary: {
      /** Earned by what was paid, less what was taken back */
      owed: number
      /** Paid out */
      paid: number
      /** Owed and not paid out */
      outstanding: number
      /** Taken back because payments were refunded or reversed */
      reversed: number
      count: number
    }
    cohorts: {
      /** In the tenant's time zone */
      month: string
      /** Earned by what was paid, less what was taken back */
      owed: number
      /** Paid out */
      paid: number
      /** Owed and not paid out */
      outstanding: number
      /** Taken back because payments were refunded or reversed */
      reversed: number
      count: number
    }[]
    partners: {
      partnership: string
      name: string
      /** Earned by what was paid, less what was taken back */
      owed: number
      /** Paid out */
      paid: number
      /** Owed and not paid out */
      outstanding: number
      /** Taken back because payments were refunded or reversed */
      reversed: number
      count: number
    }[]
    teams: ({
      team: string | null
      name: string | null
      /** Earned by what was paid, less what was taken back */
      owed: number
      /** Paid out */
      paid: number
      /** Owed and not paid out */
      outstanding: number
      /** Taken back because payments were refunded or reversed */
      reversed: number
      count: number
    })[]
    reconciliation: {
      /** What the ledger says was earned by the same splits */
      ledger: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      splits: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      difference: number
    }
  } }
}

export type Payout = {
  _id: string
  /** Human-readable number; unique in the tenant and increasing */
  number: string
  recipientType: "supplier" | "partnership" | "self"
  partnership: string | null
  bankAccount: {
    _id: string
    masked: string
  } | null
  method: "bank-transfer" | "sepa" | "ach" | "wire" | "pix" | "spei" | "bank-file" | "manual"
  /** null: sent by hand or with a payment file */
  gateway: string | null
  /** With method bank-file: the payment file that holds it; null while it waits for one */
  file: string | null
  /** ISO 4217 code */
  currency: string
  /** What is sent: the splits less debtNetted */
  amount: number
  /** ISO 4217 code */
  targetCurrency: string
  fx: {
    /** Units of the target currency for one unit of the currency */
    rate: number
    /** What arrives, in minor units of the target currency */
    targetAmount: number
  } | null
  splits: string[]
  /** How much of each split it pays or nets; they sum to the amount. Empty for a payout to yourself */
  allocations: {
    paymentSplit: string
    /** Negative: a debt that is netted */
    amount: number
  }[]
  /** What the partner owed from payments that were taken back after they were paid out */
  debtNetted: number
  /** What the gateway took for it, in addition to the amount */
  fees: number
  /** What it cost more than the amount, because it was paid at another rate than it was created at; less where it is negative */
  exchangeDifference: number
  status: "draft" | "pending-approval" | "processing" | "paid" | "failed" | "returned" | "canceled" | "rejected"
  /** unknown: the gateway did not respond, and is asked until it does */
  outcome: "unknown"
  failureReason: string | null
  /** The gateway's reference, or the one given with the confirmation */
  reference: string | null
  approval: Approval
  /** With method bank-file: when its file was sent */
  sentAt: string | null
  /** UTC with milliseconds */
  paidAt: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type PostalAddress = {
  street?: string
  /** The number of the building */
  building?: string
  postCode?: string
  town: string
  country: string
}

export type ReadyDebits = {
  ownAccount: string
  format: "pain.001" | "pain.008" | "nacha"
  /** ISO 4217 code */
  currency: string
  executionDate: string
  /** Why a file can't be executed on this date */
  dateProblem: string | null
  earliestDate: string
  /** The payments without a problem */
  count: number
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  total: number
  /** Whether more payouts wait than one file holds */
  hasMore: boolean
  debits: ({
    transaction: string
    number: number
    paymentIntent: string
    /** The reference of the mandate */
    mandate: string
    sequence: "FRST" | "RCUR" | "OOFF" | "FNAL"
    dueOn: string
    /** The payer as the bank account names it */
    holder: string
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
    /** The recipient as the file names it, in the characters that banks take */
    name: string
    /** The last digits of the recipient's account */
    account: string
    /** What the recipient's statement shows */
    remittance: string
    /** Why it can't be in the file */
    problem: string | null
  })[]
}

export type ReadyPayments = {
  ownAccount: string
  format: "pain.001" | "pain.008" | "nacha"
  /** ISO 4217 code */
  currency: string
  executionDate: string
  /** Why a file can't be executed on this date */
  dateProblem: string | null
  earliestDate: string
  /** The payments without a problem */
  count: number
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  total: number
  /** Whether more payouts wait than one file holds */
  hasMore: boolean
  payments: ({
    payout: string
    number: string
    /** The recipient as the bank account names it */
    holder: string
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
    /** The recipient as the file names it, in the characters that banks take */
    name: string
    /** The last digits of the recipient's account */
    account: string
    /** What the recipient's statement shows */
    remittance: string
    /** Why it can't be in the file */
    problem: string | null
  })[]
}

export type Receivables = {
  /** UTC with milliseconds */
  asOf: string
  timezone: string
  byCurrency: { [name: string]: {
    /** What is open: not yet due and late */
    owed: number
    /** The part of `owed` that is not due yet */
    notDue: number
    /** The part of `owed` that is past its due date: the sum of the four below */
    late: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    late0to30: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    late31to60: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    late61to90: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    lateOver90: number
    /** How many payment intents are open; a plan counts by its installments */
    openCount: number
    lateCount: number
    /** The earliest due date of what is open */
    oldestDueAt: string | null
    /** How many contacts the sums are about */
    contactCount: number
    /** Those who are late with most, at most 1,000 */
    contacts: ({
      /** What is open: not yet due and late */
      owed: number
      /** The part of `owed` that is not due yet */
      notDue: number
      /** The part of `owed` that is past its due date: the sum of the four below */
      late: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      late0to30: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      late31to60: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      late61to90: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      lateOver90: number
      /** How many payment intents are open; a plan counts by its installments */
      openCount: number
      lateCount: number
      /** The earliest due date of what is open */
      oldestDueAt: string | null
      contact: string
    })[]
  } }
}

export type RecoveryCodes = {
  /** Shown only now; each works once in place of a code */
  recoveryCodes: string[]
}

export type RefundIntent = {
  _id: string
  /** The charge whose money goes back */
  transaction: string
  paymentIntent: string
  contact: string
  /** ISO 4217 code */
  currency: string
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  amount: number
  /** The refunded amount of each line: the named lines, or all in proportion to what is left of them; negative for a discount */
  items: {
    /** Index of the line on the payment intent; the first is 0 */
    line: number
    name: string
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
    /** The tax in the amount; absent if the line carries none */
    tax?: number
  }[]
  /** What the gateway keeps or charges for the refund */
  fees: number
  /** The tax in the refunded lines; 0 if they carry none */
  taxes: number
  reason: string | null
  /** draft: waits for a person; processing: released, and not known to be paid yet */
  status: "draft" | "approved" | "processing" | "settled" | "failed" | "rejected" | "canceled"
  approval: Approval
  /** The gateway that gives the money back; null: a person pays and settles it, or it becomes the contact's credit again */
  gateway: string | null
  /** The transaction of type refund, once it is settled; reversed where the refund failed later */
  refundTransaction: string | null
  failure: {
    code: string
    message: string
  } | null
  draftedBy: {
    user: string
    channel: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway"
    /** The program of the agent that drafted it */
    client: string | null
  }
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type RevenueStats = {
  /** UTC with milliseconds */
  asOf: string
  /** The tenant's, in which days and months begin */
  timezone: string
  from: string
  to: string
  /** By the currencies that have figures; amounts are whole minor units */
  byCurrency: { [name: string]: {
    summary: {
      /** Monthly recurring revenue at the end: what running cycles of subscriptions bill, per month */
      mrr: number
      /** MRR of contacts that had none before */
      newMrr: number
      /** How much more MRR contacts have than before */
      expansion: number
      /** How much less MRR contacts have than before, of those that still have some */
      contraction: number
      /** MRR of contacts that have none any more */
      churned: number
      /** (churned + contraction) ÷ MRR at the beginning; over several months the average month */
      mrrChurnRate: number
      /** Contacts with MRR at the end */
      subscribers: number
      newSubscribers: number
      lostSubscribers: number
      /** Settled payments that arrived, without those from credit */
      received: number
      /** Refunds that were settled, without those to credit */
      refunded: number
      /** received − refunded */
      netRevenue: number
      /** Contacts that have paid, and that paid in the 90 days before the end or have MRR then */
      payers: number
      /** Payers whose first payment arrived in this time */
      newPayers: number
      /** Payers that had paid before, but were none at the beginning */
      returnedPayers: number
      /** Payers at the beginning that are none at the end */
      lostPayers: number
      /** lostPayers ÷ payers at the beginning; over several months the average month */
      payerChurnRate: number
    }
    /** The same of the period of equal length before: whole months if the range begins with a month */
    previous: {
      from: string
      to: string
      /** Monthly recurring revenue at the end: what running cycles of subscriptions bill, per month */
      mrr: number
      /** MRR of contacts that had none before */
      newMrr: number
      /** How much more MRR contacts have than before */
      expansion: number
      /** How much less MRR contacts have than before, of those that still have some */
      contraction: number
      /** MRR of contacts that have none any more */
      churned: number
      /** (churned + contraction) ÷ MRR at the beginning; over several months the average month */
      mrrChurnRate: number
      /** Contacts with MRR at the end */
      subscribers: number
      newSubscribers: number
      lostSubscribers: number
      /** Settled payments that arrived, without those from credit */
      received: number
      /** Refunds that were settled, without those to credit */
      refunded: number
      /** received − refunded */
      netRevenue: number
      /** Contacts that have paid, and that paid in the 90 days before the end or have MRR then */
      payers: number
      /** Payers whose first payment arrived in this time */
      newPayers: number
      /** Payers that had paid before, but were none at the beginning */
      returnedPayers: number
      /** Payers at the beginning that are none at the end */
      lostPayers: number
      /** lostPayers ÷ payers at the beginning; over several months the average month */
      payerChurnRate: number
    }
    months: {
      /** In the tenant's time zone */
      month: string
      /** Monthly recurring revenue at the end: what running cycles of subscriptions bill, per month */
      mrr: number
      /** MRR of contacts that had none before */
      newMrr: number
      /** How much more MRR contacts have than before */
      expansion: number
      /** How much less MRR contacts have than before, of those that still have some */
      contraction: number
      /** MRR of contacts that have none any more */
      churned: number
      /** (churned + contraction) ÷ MRR at the beginning; over several months the average month */
      mrrChurnRate: number
      /** Contacts with MRR at the end */
      subscribers: number
      newSubscribers: number
      lostSubscribers: number
      /** Settled payments that arrived, without those from credit */
      received: number
      /** Refunds that were settled, without those to credit */
      refunded: number
      /** received − refunded */
      netRevenue: number
      /** Contacts that have paid, and that paid in the 90 days before the end or have MRR then */
      payers: number
      /** Payers whose first payment arrived in this time */
      newPayers: number
      /** Payers that had paid before, but were none at the beginning */
      returnedPayers: number
      /** Payers at the beginning that are none at the end */
      lostPayers: number
      /** lostPayers ÷ payers at the beginning; over several months the average month */
      payerChurnRate: number
    }[]
  } }
}

export type Role = {
  /** What `role` of a user or a key is */
  _id: string
  name: string
  description: string
  permissions: ("contacts.view" | "paymentIntents.view" | "transactions.view" | "orders.view" | "services.view" | "partnerships.view" | "splits.view" | "refunds.view" | "disputes.view" | "subscriptions.view" | "authorizations.view" | "bankAccounts.view" | "gateways.view" | "journal.view" | "notes.view" | "approvals.view" | "webhooks.view" | "apiKeys.view" | "users.view" | "settings.view" | "contacts.edit" | "paymentIntents.edit" | "transactions.edit" | "orders.edit" | "services.edit" | "partnerships.edit" | "splits.edit" | "refunds.edit" | "disputes.edit" | "subscriptions.edit" | "authorizations.edit" | "bankAccounts.edit" | "gateways.edit" | "journal.edit" | "notes.edit" | "approvals.edit" | "webhooks.edit" | "apiKeys.edit" | "users.edit" | "settings.edit" | "refunds.approve" | "approvals.decide" | "payouts.send" | "analytics.view" | "audit.view" | "billing.admin" | "tenant.own")[]
  /** Those of them that move money, or decide whether it moves */
  movesMoney: ("contacts.view" | "paymentIntents.view" | "transactions.view" | "orders.view" | "services.view" | "partnerships.view" | "splits.view" | "refunds.view" | "disputes.view" | "subscriptions.view" | "authorizations.view" | "bankAccounts.view" | "gateways.view" | "journal.view" | "notes.view" | "approvals.view" | "webhooks.view" | "apiKeys.view" | "users.view" | "settings.view" | "contacts.edit" | "paymentIntents.edit" | "transactions.edit" | "orders.edit" | "services.edit" | "partnerships.edit" | "splits.edit" | "refunds.edit" | "disputes.edit" | "subscriptions.edit" | "authorizations.edit" | "bankAccounts.edit" | "gateways.edit" | "journal.edit" | "notes.edit" | "approvals.edit" | "webhooks.edit" | "apiKeys.edit" | "users.edit" | "settings.edit" | "refunds.approve" | "approvals.decide" | "payouts.send" | "analytics.view" | "audit.view" | "billing.admin" | "tenant.own")[]
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type SavedCsvProfile = {
  _id: string
  ownAccount: string
  profile: CsvProfile
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type SavedMethod = {
  _id: string
  contact: string
  /** The method of the gateway that it is charged by */
  method: string
  gateway: string
  /** The gateway connection that keeps it; null for the simulator */
  connection: string | null
  /** As the gateway names it */
  brand: string | null
  /** The last four digits */
  last4: string | null
  expiryMonth: number | null
  expiryYear: number | null
  status: "pending" | "active" | "failed" | "expired" | "detached" | "removed"
  /** The payment that the payer saved it with */
  transaction: string
  consent: {
    /** The words that the payer agreed to */
    text: string
    /** page: the payer agreed on the payment page; otherwise the tenant says that the payer did */
    channel: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway"
    /** UTC with milliseconds */
    at: string
  }
  /** UTC with milliseconds */
  endedAt: string | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type SavedView = {
  _id: string
  /** The path of the list after /v1/ */
  list: string
  name: string
  /** The user who saved it */
  owner: string
  /** All people of the tenant see it */
  shared: boolean
  /** Filters, sort order and search text, as the dashboard has them in its address */
  query: { [name: string]: string }
  /** The columns in their order; null for those of the list itself */
  columns: string[] | null
  density: "comfortable" | "compact"
  /** The caller may change and delete it */
  mayEdit: boolean
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type SentDelivery = {
  /** The messageId */
  _id: string
  webhook: string
  event: string
  eventId: string
  status: "pending" | "delivered" | "abandoned" | "canceled"
  attempts: ({
    n: number
    /** UTC with milliseconds */
    at: string
    ms: number
    /** The HTTP status; null when the endpoint did not answer */
    status: number | null
    error: string | null
    /** Of a response that was not a success: content-type, date, location, retry-after and server; null without webhooks.edit */
    headers: { [name: string]: string } | null
  })[]
  /** The first 8 KiB of the last response body; null for callers without webhooks.edit */
  answer: string | null
  /** UTC with milliseconds */
  nextAttemptAt: string | null
  /** UTC with milliseconds */
  finishedAt: string | null
  /** UTC with milliseconds */
  createdAt: string
  /** null once the event is no longer kept */
  request: {
    /** User, password and the values of the query are *** for callers without webhooks.edit */
    url: string
    /** Of the last attempt, without the time and the signatures */
    headers: { [name: string]: string }
    /** The same bytes at every attempt */
    body: string
  } | null
}

export type Service = {
  _id: string
  name: string
  description: string
  category: string
  price: {
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
    /** ISO 4217 code */
    currency: string
  } | null
  /** The partnership that provides it */
  supplier: string | null
  /** The tax that the price includes; lines and order items copy it */
  tax: {
    /** A percentage as decimal text */
    rate: string
    code: string
  } | null
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type Session = {
  _id: string
  user: string
  /** Whether it is the session of this request */
  current: boolean
  /** Where it began */
  address: string
  /** The browser, as it names itself */
  userAgent: string
  /** The passkey that last proved who it is, if one did */
  passkey: string | null
  /** When the person last proved who they are */
  confirmedAt: string
  /** To the minute */
  lastUsedAt: string
  /** UTC with milliseconds */
  expiresAt: string
  /** UTC with milliseconds */
  createdAt: string
}

export type Settings = {
  _id: string
  name: string
  mode: "sandbox" | "live"
  timezone: string
  /** For how long an equal request without an Idempotency-Key counts as a retry; 0 turns this off */
  keylessWindowSeconds: number
  /** On which days after its first attempt a failed charge of a subscription is retried */
  dunningDays: number[]
  /** How payers and partners see the tenant, on pages and in mails; the logo is an address of this service */
  branding: {
    logo: string | null
    colour: string | null
    supportEmail: string | null
  }
  /** Whether payers may pay a part on the payment page, and the minimum of each part in percent of the whole amount */
  partPayments: {
    enabled: boolean
    minPercent: number
  }
  mails: MailSettings
  /** Whether contacts may cancel their subscriptions in the contact portal, at the end of the current cycle */
  portal: {
    cancelSubscriptions: boolean
  }
  documents: DocumentSettings
  /** How much less than due still pays in full, by currency: only those that were set; others have the usual tolerance */
  bankTolerances: { [name: string]: number }
  /** Into which currency reports convert their totals, besides showing each currency; null: into none */
  reportingCurrency: string | null
  /** From when on everybody needs a second factor, by the real time; null if the tenant does not require it */
  twoFactor: {
    /** UTC with milliseconds */
    requiredFrom: string | null
  }
  /** The time of the tenant's clock */
  now: string
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type SignedIn = {
  _id: string
  user: string
  /** Whether it is the session of this request */
  current: boolean
  /** Where it began */
  address: string
  /** The browser, as it names itself */
  userAgent: string
  /** The passkey that last proved who it is, if one did */
  passkey: string | null
  /** When the person last proved who they are */
  confirmedAt: string
  /** To the minute */
  lastUsedAt: string
  /** UTC with milliseconds */
  expiresAt: string
  /** UTC with milliseconds */
  createdAt: string
  /** The tenant of this session */
  tenant: {
    _id: string
    name: string
  }
}

export type SingleSignOn = {
  connected: boolean
  /** The address of the provider, as its own documentation writes it; its configuration is under /.well-known/openid-configuration */
  issuer: string | null
  /** The client that you have made for Countersign there */
  clientId: string | null
  domains: string[]
  defaultRole: string | null
  asksSecondFactor: boolean
  /** Allow it at the provider */
  redirectUri: string
  /** Where your people sign in */
  signInUrl: string
  /** With single sign-on only: the one person who may also sign in with a password or a passkey; null if everybody may */
  onlyExcept: string | null
  /** UTC with milliseconds */
  updatedAt: string | null
}

export type SourceStats = {
  /** UTC with milliseconds */
  asOf: string
  /** The tenant's, in which days and months begin */
  timezone: string
  from: string
  to: string
  /** By the currencies that have figures; amounts are whole minor units */
  byCurrency: { [name: string]: {
    sources: ({
      /** That of the order; none: the payment intent has no order */
      source: "manual" | "portal" | "ecommerce" | "workflow" | "none"
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      billed: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      paid: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      refunded: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      net: number
      count: number
    })[]
  } }
}

export type Statement = {
  partnership: string
  month: string
  timezone: string
  /** UTC with milliseconds */
  periodStart: string
  /** The first moment of the next month */
  periodEnd: string
  byCurrency: { [name: string]: {
    /** What the partner is owed; negative: what it owes */
    opening: number
    lines: ({
      /** UTC with milliseconds */
      at: string
      /** The kind of the ledger entry */
      kind: "charge" | "charge-undone" | "charge-again" | "reversal" | "transfer" | "allocation" | "split" | "split-reversal" | "refund" | "refund-failure" | "settlement" | "payout-reserve" | "payout" | "payout-undone" | "payout-again" | "payout-release" | "payout-return" | "payout-exchange" | "dispute" | "dispute-won" | "dispute-lost" | "dispute-fee" | "withdrawal" | "withdrawal-return"
      /** The number of the payout, or of the payment intent in which the partner has a share */
      reference: string
      /** By how much the partner's balance grows; negative if it shrinks */
      amount: number
      /** What the partner is owed; negative: what it owes */
      balance: number
    })[]
    /** What the partner is owed; negative: what it owes */
    closing: number
  } }
}

export type Subscription = {
  _id: string
  /** Human-readable number; unique in the tenant and increasing */
  number: string
  contact: string
  /** ISO 4217 code */
  currency: string
  /** What each cycle asks for */
  amount: number
  items: {
    name: string
    description: string
    category: string
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    amount: number
    service?: string
    supplier?: string
    tax?: {
      /** A percentage as decimal text */
      rate: string
      code: string
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      net: number
      /** The tax: net and tax add up to the line */
      amount: number
    }
  }[]
  cadence: {
    every: number
    unit: "day" | "week" | "month" | "year"
  }
  /** When the first cycle begins; the dates of all others count from it */
  startAt: string
  /** No cycle begins at this time or later */
  endAt: string | null
  /** How many cycles there are in all */
  cycles: number | null
  /** 0: a request is due at the end of the day of its cycle, in the tenant's time zone */
  dueAfterDays: number
  mode: "request" | "auto-charge"
  /** What the mode auto-charge charges by; null for the mode request */
  chargeBy: "authorization" | "saved-method" | null
  authorization: string | null
  /** The card that each cycle is charged to. null with chargeBy saved-method: the payer saves one with the next payment */
  savedMethod: string | null
  status: "active" | "paused" | "completed" | "canceled"
  /** Cycles raised so far */
  cycle: number
  /** null unless it is active */
  nextCycleAt: string | null
  /** When it ends, or ended, because it was canceled */
  cancelAt: string | null
  /** The payment intent of the last cycle */
  lastIntent: string | null
  /** The last automatic charge that failed, and why */
  lastFailure: {
    paymentIntent: string
    code: string
    message: string
    /** UTC with milliseconds */
    at: string
  } | null
  description: string | null
  team: string | null
  stats?: SubscriptionStats
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type SubscriptionStats = {
  /** Payment requests raised so far */
  raised: number
  /** Those that are fully paid */
  paid: number
  /** Those past their due date and not fully paid */
  overdue: number
  /** Open requests whose automatic charge has failed */
  failed: number
  /** Amounts of all requests that are not canceled */
  byCurrency: { [name: string]: {
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    billed: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    paid: number
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    outstanding: number
  } }
}

export type Tags = {
  /** The path of the object's API after /v1/ */
  type: string
  object: string
  tags: string[]
}

export type TaxStats = {
  /** UTC with milliseconds */
  asOf: string
  /** The tenant's, in which days and months begin */
  timezone: string
  from: string
  to: string
  /** By the currencies that have figures; amounts are whole minor units */
  byCurrency: { [name: string]: {
    rates: ({
      /** A percentage as decimal text; null: lines that carry no tax */
      rate: string | null
      code: string
      /** The gross amount of the lines */
      billed: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      net: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      tax: number
      /** What was refunded of the gross amount */
      refunded: number
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      refundedTax: number
    })[]
    months: ({
      /** In the tenant's time zone */
      month: string
      rates: ({
        /** A percentage as decimal text; null: lines that carry no tax */
        rate: string | null
        code: string
        /** The gross amount of the lines */
        billed: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        net: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        tax: number
        /** What was refunded of the gross amount */
        refunded: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        refundedTax: number
      })[]
    })[]
  } }
}

export type Team = {
  _id: string
  name: string
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type Transaction = {
  _id: string
  number: number
  paymentIntent: string
  contact: string
  transactionType: "charge" | "refund"
  method: string
  gateway: string | null
  /** The gateway connection that it went through */
  connection: string | null
  /** The mandate that a direct debit was charged by */
  authorization: string | null
  /** The payment file that holds a debit by a mandate that you hold yourself */
  file: string | null
  /** The saved card that was charged, or that the payer saved with this payment */
  savedMethod: string | null
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  amount: number
  /** The part that exceeded what was due and became the contact's credit */
  credited: number
  /** What the gateway kept of the amount, or took for the refund; a reversal does not give it back */
  fee: number
  /** ISO 4217 code */
  currency: string
  status: "pending-approval" | "processing" | "succeeded" | "failed" | "reversed" | "canceled" | "expired"
  /** unknown: the gateway did not respond; the charge is looked up there, not repeated */
  outcome: "unknown"
  /** What the payer must do while it is processing */
  action: {
    type: "redirect"
    /** By the gateway's clock; null where it does not expire */
    expiresAt: string | null
    url: string
  } | {
    type: "qr"
    /** By the gateway's clock; null where it does not expire */
    expiresAt: string | null
    /** The text of the code, which can be copied too */
    payload: string
  } | {
    type: "voucher"
    /** By the gateway's clock; null where it does not expire */
    expiresAt: string | null
    line: string
    barcode: string
    url: string | null
  } | {
    type: "bank-details"
    /** By the gateway's clock; null where it does not expire */
    expiresAt: string | null
    accountHolder: string
    iban?: string
    account?: string
    bic: string | null
    reference: string
  } | {
    type: "wait"
    /** By the gateway's clock; null where it does not expire */
    expiresAt: string | null
  } | null
  /** What the provider made of it in its own books, once it has told */
  settlement: {
    /** What is left for the tenant, in the settlement's currency */
    net: number
    fee: number
    /** ISO 4217 code */
    currency: string
    /** What converted the charge's currency; null where it is the same */
    rate: string | null
    /** UTC with milliseconds */
    availableAt: string | null
  } | null
  /** The provider reported amounts that do not add up to the charge; nothing of that is booked until a person has compared them */
  settlementDiffers: boolean
  failure: {
    code: string
    message: string
  } | null
  fx: {
    /** ISO 4217 code */
    sourceCurrency: string
    /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
    sourceAmount: number
    rate: number
  } | null
  /** The terms of a charge in installments: the payer pays total, and amount is paid down. null: paid at once */
  installments: {
    /** 1 is a lump sum */
    nInstallments: number
    installmentAmount: number
    /** Takes the remainder, so that all of them sum to the total */
    firstInstallmentAmount: number
    total: number
    /** Per month: 0.035 is 3.5 percent, 0 is interest-free */
    interestRate: number
    /** The interest as a share of the amount: total ÷ amount − 1 */
    feePercentage: number
  } | null
  approval: Approval
  /** Of a refund: the charge whose money went back */
  refundOf: string | null
  reference: string | null
  /** UTC with milliseconds */
  receivedAt: string
  documents: (string | {
    name: string
    url: string
  })[]
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type TransactionStats = {
  /** UTC with milliseconds */
  asOf: string
  /** The tenant's, in which days and months begin */
  timezone: string
  from: string
  to: string
  /** By the currencies that have figures; amounts are whole minor units */
  byCurrency: { [name: string]: {
    byStatus: {
      "pending-approval": {
        count: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
      }
      processing: {
        count: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
      }
      succeeded: {
        count: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
      }
      failed: {
        count: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
      }
      reversed: {
        count: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
      }
      canceled: {
        count: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
      }
      expired: {
        count: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
      }
    }
    byType: {
      charge: {
        count: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
      }
      refund: {
        count: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
      }
    }
  } }
}

export type TwoFactor = {
  enabled: boolean
  /** Make new ones before you use the last */
  recoveryCodesLeft: number
}

export type TwoFactorEnrolment = {
  /** To type into an authenticator app */
  secret: string
  /** The same as an address */
  uri: string
  /** The same as an image to scan, as a data: address of an SVG */
  qr: string
}

export type TypeConditions = {
  entityType: "transaction" | "payout" | "payment-split" | "authorization" | "refund-intent" | "journal-close"
  /** The conditions that a policy of this type may have */
  conditions: ("amountMin" | "amountMax" | "currencyMode" | "sourceCurrencies" | "targetCurrencies" | "methods" | "actions" | "recipientTypes" | "primaryTeams")[]
  /** The values that such an entity can have */
  currencyModes: ("same-currency" | "fx" | "any")[]
  /** The values that such an entity can have */
  actions: ("create" | "charge" | "refund" | "send" | "authorize" | "reopen")[]
  /** The values that such an entity can have */
  recipientTypes: ("supplier" | "partnership" | "self")[]
  /** Whether a policy of this type may be scoped to a partnership */
  hasPartnership: boolean
}

export type UpcomingCycle = {
  cycle: number
  /** UTC with milliseconds */
  at: string
  /** UTC with milliseconds */
  dueAt: string
  /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
  amount: number
  /** ISO 4217 code */
  currency: string
}

export type User = {
  _id: string
  type: "person" | "api-key"
  /** E-mail address */
  email: string
  name: string
  /** The language of the person's mails and dashboard; null if they chose none */
  locale: "en" | "pt-BR" | "es" | "de" | "fr" | null
  /** A built-in role (super-admin, admin, finance, operator, approver, developer, viewer), or the id of one of the tenant's own */
  role: string
  /** The name of the role for people */
  roleName: string
  permissions: ("contacts.view" | "paymentIntents.view" | "transactions.view" | "orders.view" | "services.view" | "partnerships.view" | "splits.view" | "refunds.view" | "disputes.view" | "subscriptions.view" | "authorizations.view" | "bankAccounts.view" | "gateways.view" | "journal.view" | "notes.view" | "approvals.view" | "webhooks.view" | "apiKeys.view" | "users.view" | "settings.view" | "contacts.edit" | "paymentIntents.edit" | "transactions.edit" | "orders.edit" | "services.edit" | "partnerships.edit" | "splits.edit" | "refunds.edit" | "disputes.edit" | "subscriptions.edit" | "authorizations.edit" | "bankAccounts.edit" | "gateways.edit" | "journal.edit" | "notes.edit" | "approvals.edit" | "webhooks.edit" | "apiKeys.edit" | "users.edit" | "settings.edit" | "refunds.approve" | "approvals.decide" | "payouts.send" | "analytics.view" | "audit.view" | "billing.admin" | "tenant.own")[]
  teams: string[]
  /** A disabled user can do nothing, and neither can its API key */
  status: "active" | "disabled"
  /** false when it is disabled, or once its API key was deleted */
  active: boolean
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type Waiting = {
  _id: string
  /** When it happens, by the tenant's clock */
  at: string
  kind: string
  /** What happens */
  text: string
  /** The event that this publishes, if its object does not change until then */
  event: string | null
  /** The id of its object */
  object: string | null
}

export type Webhook = {
  _id: string
  /** User, password and the values of the query are *** for callers without webhooks.edit */
  url: string
  events: string[]
  description: string
  /** disabled: by a user, or because it answered 410; inactive: it failed for more than 24 hours */
  status: "active" | "disabled" | "inactive"
  reason: string | null
  /** UTC with milliseconds */
  failingSince: string | null
  /** UTC with milliseconds */
  lastSuccessAt: string | null
  /** UTC with milliseconds */
  lastFailureAt: string | null
  /** Events that happened while it was not active; they are not delivered later */
  discarded: number
  /** Grows with every change; send it as If-Match to refuse a stale update */
  version: number
  /** UTC with milliseconds */
  createdAt: string
  /** UTC with milliseconds */
  updatedAt: string
  /** Up to 50 strings of up to 500 characters, yours to use */
  metadata: { [name: string]: string }
}

export type WebhookHealth = {
  /** 24 hours ago, by the tenant's clock */
  since: string
  delivered: number
  /** Not attempted yet */
  waiting: number
  /** Attempted without success: retried, abandoned or canceled */
  failing: number
  /** Of the deliveries that arrived */
  attempts: number
  /** How long half of the replies take at most */
  medianMs: number | null
  /** How long 95 of 100 replies take at most */
  p95Ms: number | null
  /** The 24 hours, the oldest first, by when the event happened */
  hours: {
    delivered: number
    /** Not attempted yet */
    waiting: number
    /** Attempted without success: retried, abandoned or canceled */
    failing: number
    /** UTC with milliseconds */
    at: string
  }[]
  /** While it fails: when it becomes inactive if nothing is delivered until then */
  turnsOffAt: string | null
}

/** Each operation by its route. */
export type Api = {
  "POST /v1/contacts/create": {
    input: {
      /** E-mail address */
      email: string
      profile: {
        firstName?: string | undefined
        lastName?: string | undefined
        /** International format; kept as E.164 */
        phone?: string | undefined
      }
      locale?: "en" | "pt-BR" | "es" | "de" | "fr" | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Contact
  }
  "GET /v1/contacts": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value, ignoring case */
      email?: string | undefined
      /** Not equal to this value */
      "email[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "email[in]"?: readonly string[] | undefined
      /** Equal to this value */
      locale?: "en" | "pt-BR" | "es" | "de" | "fr" | undefined
      /** Not equal to this value */
      "locale[ne]"?: "en" | "pt-BR" | "es" | "de" | "fr" | undefined
      /** Equal to one of these values, separated by commas */
      "locale[in]"?: readonly ("en" | "pt-BR" | "es" | "de" | "fr")[] | undefined
      /** Equal to this value */
      draft?: boolean | undefined
      /** Not equal to this value */
      "draft[ne]"?: boolean | undefined
      /** Equal to one of these values, separated by commas */
      "draft[in]"?: readonly boolean[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Contact[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/contacts/{id}": {
    input: Record<string, never>
    output: Contact
  }
  "POST /v1/contacts/{id}/update": {
    input: {
      /** E-mail address */
      email?: string | undefined
      profile?: {
        firstName?: string | undefined
        lastName?: string | undefined
        /** International format; kept as E.164; "" removes it */
        phone?: string | undefined
      } | undefined
      locale?: "en" | "pt-BR" | "es" | "de" | "fr" | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Contact
  }
  "GET /v1/contacts/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/contacts/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/partnerships/create": {
    input: {
      name: string
      code: string
      kind: "agent" | "institution" | "supplier"
      /** E-mail address */
      email?: string | null | undefined
      country?: string | null | undefined
      /** ISO 4217 code */
      currency?: string | null | undefined
      team?: string | null | undefined
      /** What the partner is owed of each line that it supplies */
      splitTerms?: {
        type: "percentage"
        /** Hundredths of a percent: 250 is 2.5 % */
        basisPoints: number
      } | {
        type: "fixed"
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
        /** ISO 4217 code */
        currency: string
      } | null | undefined
      locale?: "en" | "pt-BR" | "es" | "de" | "fr" | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Partnership
  }
  "GET /v1/partnerships": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value, ignoring case */
      name?: string | undefined
      /** Not equal to this value */
      "name[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "name[in]"?: readonly string[] | undefined
      /** Equal to this value, ignoring case */
      code?: string | undefined
      /** Not equal to this value */
      "code[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "code[in]"?: readonly string[] | undefined
      /** Equal to this value */
      kind?: "agent" | "institution" | "supplier" | undefined
      /** Not equal to this value */
      "kind[ne]"?: "agent" | "institution" | "supplier" | undefined
      /** Equal to one of these values, separated by commas */
      "kind[in]"?: readonly ("agent" | "institution" | "supplier")[] | undefined
      /** Equal to this value, ignoring case */
      email?: string | undefined
      /** Not equal to this value */
      "email[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "email[in]"?: readonly string[] | undefined
      /** Equal to this value */
      country?: string | undefined
      /** Not equal to this value */
      "country[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "country[in]"?: readonly string[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      locale?: "en" | "pt-BR" | "es" | "de" | "fr" | undefined
      /** Not equal to this value */
      "locale[ne]"?: "en" | "pt-BR" | "es" | "de" | "fr" | undefined
      /** Equal to one of these values, separated by commas */
      "locale[in]"?: readonly ("en" | "pt-BR" | "es" | "de" | "fr")[] | undefined
      /** Equal to this value */
      team?: string | undefined
      /** Not equal to this value */
      "team[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "team[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Partnership[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/partnerships/{id}": {
    input: Record<string, never>
    output: Partnership
  }
  "POST /v1/partnerships/{id}/update": {
    input: {
      name?: string | undefined
      code?: string | undefined
      kind?: "agent" | "institution" | "supplier" | undefined
      /** E-mail address */
      email?: string | null | undefined
      country?: string | null | undefined
      /** ISO 4217 code */
      currency?: string | null | undefined
      team?: string | null | undefined
      /** What the partner is owed of each line that it supplies */
      splitTerms?: {
        type: "percentage"
        /** Hundredths of a percent: 250 is 2.5 % */
        basisPoints: number
      } | {
        type: "fixed"
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
        /** ISO 4217 code */
        currency: string
      } | null | undefined
      locale?: "en" | "pt-BR" | "es" | "de" | "fr" | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Partnership
  }
  "GET /v1/partnerships/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/partnerships/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/bank-accounts/create": {
    input: {
      /** The name that the account is held in */
      holder: string
      country: string
      /** ISO 4217 code */
      currency: string
      /** Instead of accountNumber and routing */
      iban?: string | undefined
      bic?: string | undefined
      /** In Mexico the CLABE; in Brazil with its check digit */
      accountNumber?: string | undefined
      /** ABA number, sort code, BSB; in Brazil the codes of bank and branch: 341-2545 */
      routing?: string | undefined
      /** For NACHA files to an account in the US; checking when absent */
      accountType?: "checking" | "savings" | undefined
      address?: {
        street?: string | undefined
        /** The number of the building */
        building?: string | undefined
        postCode?: string | undefined
        town: string
        country: string
      } | undefined
      owner: "self" | "contact" | "partnership"
      /** Contact id or e-mail, for the owner contact */
      contact?: string | undefined
      /** Partnership id, code or name, for the owner partnership */
      partnership?: string | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: BankAccount
  }
  "GET /v1/bank-accounts": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      owner?: "self" | "contact" | "partnership" | undefined
      /** Not equal to this value */
      "owner[ne]"?: "self" | "contact" | "partnership" | undefined
      /** Equal to one of these values, separated by commas */
      "owner[in]"?: readonly ("self" | "contact" | "partnership")[] | undefined
      /** Equal to this value */
      contact?: string | undefined
      /** Not equal to this value */
      "contact[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "contact[in]"?: readonly string[] | undefined
      /** Equal to this value */
      partnership?: string | undefined
      /** Not equal to this value */
      "partnership[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "partnership[in]"?: readonly string[] | undefined
      /** Equal to this value */
      country?: string | undefined
      /** Not equal to this value */
      "country[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "country[in]"?: readonly string[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      status?: "active" | "inactive" | undefined
      /** Not equal to this value */
      "status[ne]"?: "active" | "inactive" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("active" | "inactive")[] | undefined
      /** Equal to this value */
      holder?: string | undefined
      /** Not equal to this value */
      "holder[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "holder[in]"?: readonly string[] | undefined
      /** Equal to this value */
      shownToPayers?: boolean | undefined
      /** Not equal to this value */
      "shownToPayers[ne]"?: boolean | undefined
      /** Equal to one of these values, separated by commas */
      "shownToPayers[in]"?: readonly boolean[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: BankAccount[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/bank-accounts/{id}": {
    input: Record<string, never>
    output: BankAccount
  }
  "POST /v1/bank-accounts/{id}/update": {
    input: {
      /** The name that the account is held in */
      holder?: string | undefined
      /** For NACHA files to an account in the US; checking when absent */
      accountType?: "checking" | "savings" | null | undefined
      address?: {
        street?: string | undefined
        /** The number of the building */
        building?: string | undefined
        postCode?: string | undefined
        town: string
        country: string
      } | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: BankAccount
  }
  "POST /v1/bank-accounts/{id}/show-to-payers": {
    input: {
      /** For an account in BRL: e-mail, +55 phone number, CPF, CNPJ or random key; null removes it */
      pixKey?: string | null | undefined
    }
    output: BankAccount
  }
  "POST /v1/bank-accounts/{id}/hide-from-payers": {
    input: Record<string, never>
    output: BankAccount
  }
  "POST /v1/bank-accounts/{id}/deactivate": {
    input: Record<string, never>
    output: BankAccount
  }
  "GET /v1/bank-accounts/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/bank-accounts/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/own-accounts/create": {
    input: {
      /** What your people call it */
      name: string
      /** The name that the account is held in; the name when absent */
      holder?: string | undefined
      /** ISO 4217 code */
      currency: string
      /** The IBAN's country when absent, and US for an account with routing */
      country?: string | undefined
      /** Instead of account and routing */
      iban?: string | undefined
      bic?: string | undefined
      /** The account number, where there is no IBAN */
      account?: string | undefined
      /** ABA number, sort code, BSB; in Brazil the codes of bank and branch: 341-2545 */
      routing?: string | undefined
      /** Required for NACHA files */
      company?: {
        /** The company id for NACHA files, as the bank assigned it */
        id: string
        /** The company's name for NACHA files, up to 16 characters */
        name: string
      } | undefined
      /** For SEPA direct debits; its check digits are checked */
      creditorId?: string | undefined
      address?: {
        street?: string | undefined
        /** The number of the building */
        building?: string | undefined
        postCode?: string | undefined
        town: string
        country: string
      } | undefined
      /** How the bank wants payment files; when absent, sepa for an IBAN in EUR, nacha for a US account with company, else null */
      profile?: "sepa" | "sepa-agent-notprovided" | "sepa-single-booking" | "nacha" | "nacha-company-origin" | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: OwnAccount
  }
  "GET /v1/own-accounts": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      name?: string | undefined
      /** Not equal to this value */
      "name[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "name[in]"?: readonly string[] | undefined
      /** Equal to this value */
      country?: string | undefined
      /** Not equal to this value */
      "country[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "country[in]"?: readonly string[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      profile?: "sepa" | "sepa-agent-notprovided" | "sepa-single-booking" | "nacha" | "nacha-company-origin" | undefined
      /** Not equal to this value */
      "profile[ne]"?: "sepa" | "sepa-agent-notprovided" | "sepa-single-booking" | "nacha" | "nacha-company-origin" | undefined
      /** Equal to one of these values, separated by commas */
      "profile[in]"?: readonly ("sepa" | "sepa-agent-notprovided" | "sepa-single-booking" | "nacha" | "nacha-company-origin")[] | undefined
      /** Equal to this value */
      status?: "active" | "archived" | undefined
      /** Not equal to this value */
      "status[ne]"?: "active" | "archived" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("active" | "archived")[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: OwnAccount[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/own-accounts/{id}": {
    input: Record<string, never>
    output: OwnAccount
  }
  "POST /v1/own-accounts/{id}/update": {
    input: {
      name?: string | undefined
      /** The name that the account is held in, which payment files carry */
      holder?: string | undefined
      bic?: string | null | undefined
      company?: {
        /** The company id for NACHA files, as the bank assigned it */
        id: string
        /** The company's name for NACHA files, up to 16 characters */
        name: string
      } | null | undefined
      /** For SEPA direct debits; its check digits are checked */
      creditorId?: string | null | undefined
      address?: {
        street?: string | undefined
        /** The number of the building */
        building?: string | undefined
        postCode?: string | undefined
        town: string
        country: string
      } | null | undefined
      /** How the bank wants payment files; null: make none for it */
      profile?: "sepa" | "sepa-agent-notprovided" | "sepa-single-booking" | "nacha" | "nacha-company-origin" | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: OwnAccount
  }
  "POST /v1/own-accounts/{id}/archive": {
    input: Record<string, never>
    output: OwnAccount
  }
  "POST /v1/own-accounts/{id}/restore": {
    input: Record<string, never>
    output: OwnAccount
  }
  "GET /v1/own-accounts/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/own-accounts/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/approvals/policies/create": {
    input: {
      name: string
      entityType: "transaction" | "payout" | "payment-split" | "authorization" | "refund-intent" | "journal-close"
      strategy: "any-of" | "all-of" | "sequential" | "round-robin" | "auto-approve"
      /** User ids, 1 to 100; none with auto-approve */
      approvers?: readonly string[] | undefined
      /** Narrows which entities match: all conditions must hold, and an empty one always holds */
      conditions?: {
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amountMin?: number | undefined
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amountMax?: number | undefined
        currencyMode?: "same-currency" | "fx" | "any" | undefined
        sourceCurrencies?: readonly string[] | undefined
        targetCurrencies?: readonly string[] | undefined
        methods?: readonly string[] | undefined
        actions?: readonly ("create" | "charge" | "refund" | "send" | "authorize" | "reopen")[] | undefined
        recipientTypes?: readonly ("supplier" | "partnership" | "self")[] | undefined
        primaryTeams?: readonly string[] | undefined
      } | undefined
      priority?: number | undefined
      enabled?: boolean | undefined
      /** Partnership id, code or name */
      partnership?: string | null | undefined
      fourEyes?: boolean | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: ApprovalPolicy
  }
  "GET /v1/approvals/policies": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      entityType?: "transaction" | "payout" | "payment-split" | "authorization" | "refund-intent" | "journal-close" | undefined
      /** Not equal to this value */
      "entityType[ne]"?: "transaction" | "payout" | "payment-split" | "authorization" | "refund-intent" | "journal-close" | undefined
      /** Equal to one of these values, separated by commas */
      "entityType[in]"?: readonly ("transaction" | "payout" | "payment-split" | "authorization" | "refund-intent" | "journal-close")[] | undefined
      /** Equal to this value */
      strategy?: "any-of" | "all-of" | "sequential" | "round-robin" | "auto-approve" | undefined
      /** Not equal to this value */
      "strategy[ne]"?: "any-of" | "all-of" | "sequential" | "round-robin" | "auto-approve" | undefined
      /** Equal to one of these values, separated by commas */
      "strategy[in]"?: readonly ("any-of" | "all-of" | "sequential" | "round-robin" | "auto-approve")[] | undefined
      /** Equal to this value */
      enabled?: boolean | undefined
      /** Not equal to this value */
      "enabled[ne]"?: boolean | undefined
      /** Equal to one of these values, separated by commas */
      "enabled[in]"?: readonly boolean[] | undefined
      /** Equal to this value */
      partnership?: string | undefined
      /** Not equal to this value */
      "partnership[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "partnership[in]"?: readonly string[] | undefined
      /** Equal to this value */
      name?: string | undefined
      /** Not equal to this value */
      "name[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "name[in]"?: readonly string[] | undefined
      /** Equal to this value */
      fourEyes?: boolean | undefined
      /** Not equal to this value */
      "fourEyes[ne]"?: boolean | undefined
      /** Equal to one of these values, separated by commas */
      "fourEyes[in]"?: readonly boolean[] | undefined
      /** Equal to this value */
      priority?: number | undefined
      /** Not equal to this value */
      "priority[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "priority[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "priority[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "priority[gte]"?: number | undefined
      /** Less or earlier than this value */
      "priority[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "priority[lte]"?: number | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: {
        policies: ApprovalPolicy[]
      }
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/approvals/policies/{id}": {
    input: Record<string, never>
    output: ApprovalPolicy
  }
  "POST /v1/approvals/policies/{id}/update": {
    input: {
      name?: string | undefined
      entityType?: "transaction" | "payout" | "payment-split" | "authorization" | "refund-intent" | "journal-close" | undefined
      strategy?: "any-of" | "all-of" | "sequential" | "round-robin" | "auto-approve" | undefined
      approvers?: readonly string[] | undefined
      /** Narrows which entities match: all conditions must hold, and an empty one always holds */
      conditions?: {
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amountMin?: number | undefined
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amountMax?: number | undefined
        currencyMode?: "same-currency" | "fx" | "any" | undefined
        sourceCurrencies?: readonly string[] | undefined
        targetCurrencies?: readonly string[] | undefined
        methods?: readonly string[] | undefined
        actions?: readonly ("create" | "charge" | "refund" | "send" | "authorize" | "reopen")[] | undefined
        recipientTypes?: readonly ("supplier" | "partnership" | "self")[] | undefined
        primaryTeams?: readonly string[] | undefined
      } | undefined
      priority?: number | undefined
      enabled?: boolean | undefined
      /** Partnership id, code or name */
      partnership?: string | null | undefined
      fourEyes?: boolean | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: ApprovalPolicy
  }
  "POST /v1/approvals/policies/{id}/delete": {
    input: Record<string, never>
    output: {
      _id: string
      deleted: true
    }
  }
  "POST /v1/approvals/policies/preview": {
    input: {
      name?: string | undefined
      entityType: "transaction" | "payout" | "payment-split" | "authorization" | "refund-intent" | "journal-close"
      strategy: "any-of" | "all-of" | "sequential" | "round-robin" | "auto-approve"
      /** User ids, 1 to 100; none with auto-approve */
      approvers?: readonly string[] | undefined
      /** Narrows which entities match: all conditions must hold, and an empty one always holds */
      conditions?: {
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amountMin?: number | undefined
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amountMax?: number | undefined
        currencyMode?: "same-currency" | "fx" | "any" | undefined
        sourceCurrencies?: readonly string[] | undefined
        targetCurrencies?: readonly string[] | undefined
        methods?: readonly string[] | undefined
        actions?: readonly ("create" | "charge" | "refund" | "send" | "authorize" | "reopen")[] | undefined
        recipientTypes?: readonly ("supplier" | "partnership" | "self")[] | undefined
        primaryTeams?: readonly string[] | undefined
      } | undefined
      priority?: number | undefined
      enabled?: boolean | undefined
      /** Partnership id, code or name */
      partnership?: string | null | undefined
      fourEyes?: boolean | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
      days?: number | undefined
    }
    output: {
      /** Entities of the type that were created in these days, 10,000 at most */
      examined: number
      /** How many of them the policy would have held */
      held: number
      /** The newest 100 of them */
      rows: ({
        entity: string
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
        /** ISO 4217 code */
        currency: string
        isUnlimited: boolean
        /** UTC with milliseconds */
        at: string
        requestedBy: string | null
      })[]
      /** What to know before it is saved */
      warnings: ({
        code: "approver-may-not-decide" | "maker-is-only-approver" | "never-matches"
        message: string
      })[]
    }
  }
  "GET /v1/approvals/conditions": {
    input: Record<string, never>
    output: TypeConditions[]
  }
  "GET /v1/approvals/policies/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/approvals/policies/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/approvals/requests": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      status?: "pending" | "approved" | "rejected" | "canceled" | undefined
      /** Not equal to this value */
      "status[ne]"?: "pending" | "approved" | "rejected" | "canceled" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("pending" | "approved" | "rejected" | "canceled")[] | undefined
      /** Equal to this value */
      entityType?: "transaction" | "payout" | "payment-split" | "authorization" | "refund-intent" | "journal-close" | undefined
      /** Not equal to this value */
      "entityType[ne]"?: "transaction" | "payout" | "payment-split" | "authorization" | "refund-intent" | "journal-close" | undefined
      /** Equal to one of these values, separated by commas */
      "entityType[in]"?: readonly ("transaction" | "payout" | "payment-split" | "authorization" | "refund-intent" | "journal-close")[] | undefined
      /** Equal to this value */
      entity?: string | undefined
      /** Not equal to this value */
      "entity[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "entity[in]"?: readonly string[] | undefined
      /** Equal to this value */
      policy?: string | undefined
      /** Not equal to this value */
      "policy[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "policy[in]"?: readonly string[] | undefined
      /** Equal to this value */
      assignee?: string | undefined
      /** Not equal to this value */
      "assignee[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "assignee[in]"?: readonly string[] | undefined
      /** Equal to this value */
      requestedBy?: string | undefined
      /** Not equal to this value */
      "requestedBy[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestedBy[in]"?: readonly string[] | undefined
      /** Equal to this value */
      approver?: string | undefined
      /** Not equal to this value */
      "approver[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "approver[in]"?: readonly string[] | undefined
      /** Equal to this value */
      strategy?: "any-of" | "all-of" | "sequential" | "round-robin" | "auto-approve" | undefined
      /** Not equal to this value */
      "strategy[ne]"?: "any-of" | "all-of" | "sequential" | "round-robin" | "auto-approve" | undefined
      /** Equal to one of these values, separated by commas */
      "strategy[in]"?: readonly ("any-of" | "all-of" | "sequential" | "round-robin" | "auto-approve")[] | undefined
      /** Equal to this value */
      action?: "create" | "charge" | "refund" | "send" | "authorize" | "reopen" | undefined
      /** Not equal to this value */
      "action[ne]"?: "create" | "charge" | "refund" | "send" | "authorize" | "reopen" | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly ("create" | "charge" | "refund" | "send" | "authorize" | "reopen")[] | undefined
      /** Equal to this value */
      amount?: number | undefined
      /** Not equal to this value */
      "amount[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "amount[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "amount[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "amount[gte]"?: number | undefined
      /** Less or earlier than this value */
      "amount[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "amount[lte]"?: number | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      expiresAt?: string | undefined
      /** Not equal to this value */
      "expiresAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "expiresAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "expiresAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "expiresAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "expiresAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "expiresAt[lte]"?: string | undefined
      /** Equal to this value */
      resolvedAt?: string | undefined
      /** Not equal to this value */
      "resolvedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "resolvedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "resolvedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "resolvedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "resolvedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "resolvedAt[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: {
        requests: ApprovalRequest[]
      }
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/approvals/requests/{id}": {
    input: Record<string, never>
    output: ApprovalRequest
  }
  "POST /v1/approvals/requests/{id}/approve": {
    input: {
      comment?: string | undefined
      /** The approver who delegated to you; needed when several did, or when you are an approver too and would decide for yourself */
      for?: string | undefined
    }
    output: ApprovalRequest
  }
  "POST /v1/approvals/requests/{id}/reject": {
    input: {
      comment?: string | undefined
      /** The approver who delegated to you; needed when several did, or when you are an approver too and would decide for yourself */
      for?: string | undefined
    }
    output: ApprovalRequest
  }
  "POST /v1/approvals/requests/{id}/cancel": {
    input: {
      reason?: string | undefined
    }
    output: ApprovalRequest
  }
  "POST /v1/approvals/requests/{id}/remind": {
    input: Record<string, never>
    output: ApprovalRequest
  }
  "GET /v1/approvals/summary/{entityType}/{id}": {
    input: Record<string, never>
    output: ApprovalSummary
  }
  "GET /v1/approvals/requests/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/approvals/requests/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/users/{id}/delegate": {
    input: {
      to: string
      /** ISO 8601 with a zone; seconds are optional */
      from: string
      /** ISO 8601 with a zone; seconds are optional */
      until: string
    }
    output: Delegation
  }
  "GET /v1/users/{id}/delegations": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      to?: string | undefined
      /** Not equal to this value */
      "to[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "to[in]"?: readonly string[] | undefined
      /** Equal to this value */
      from?: string | undefined
      /** Not equal to this value */
      "from[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "from[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "from[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "from[gte]"?: string | undefined
      /** Less or earlier than this value */
      "from[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "from[lte]"?: string | undefined
      /** Equal to this value */
      until?: string | undefined
      /** Not equal to this value */
      "until[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "until[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "until[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "until[gte]"?: string | undefined
      /** Less or earlier than this value */
      "until[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "until[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Delegation[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/approvals/delegations": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      to?: string | undefined
      /** Not equal to this value */
      "to[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "to[in]"?: readonly string[] | undefined
      /** Equal to this value */
      from?: string | undefined
      /** Not equal to this value */
      "from[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "from[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "from[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "from[gte]"?: string | undefined
      /** Less or earlier than this value */
      "from[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "from[lte]"?: string | undefined
      /** Equal to this value */
      until?: string | undefined
      /** Not equal to this value */
      "until[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "until[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "until[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "until[gte]"?: string | undefined
      /** Less or earlier than this value */
      "until[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "until[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Delegation[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "POST /v1/users/{id}/delegations/{delegation}/delete": {
    input: Record<string, never>
    output: {
      _id: string
      deleted: true
    }
  }
  "POST /v1/services/create": {
    input: {
      name: string
      description?: string | undefined
      category?: string | undefined
      price?: {
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
        /** ISO 4217 code */
        currency: string
      } | null | undefined
      /** Partnership id, code, name or the beginning of its name */
      supplier?: string | null | undefined
      /** The tax that the amount includes */
      tax?: {
        /** A percentage as decimal text */
        rate: string
        /** Your own code for it, as in your books */
        code?: string | undefined
      } | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Service
  }
  "GET /v1/services": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value, ignoring case */
      name?: string | undefined
      /** Not equal to this value */
      "name[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "name[in]"?: readonly string[] | undefined
      /** Equal to this value */
      category?: string | undefined
      /** Not equal to this value */
      "category[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "category[in]"?: readonly string[] | undefined
      /** Equal to this value */
      supplier?: string | undefined
      /** Not equal to this value */
      "supplier[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "supplier[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Service[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/services/{id}": {
    input: Record<string, never>
    output: Service
  }
  "POST /v1/services/{id}/update": {
    input: {
      name?: string | undefined
      description?: string | undefined
      category?: string | undefined
      price?: {
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
        /** ISO 4217 code */
        currency: string
      } | null | undefined
      /** Partnership id, code, name or the beginning of its name */
      supplier?: string | null | undefined
      /** The tax that the amount includes */
      tax?: {
        /** A percentage as decimal text */
        rate: string
        /** Your own code for it, as in your books */
        code?: string | undefined
      } | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Service
  }
  "GET /v1/services/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/services/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/orders/create": {
    input: {
      /** Contact id or e-mail */
      contact: string
      /** manual; the others are reserved */
      source: "manual" | "portal" | "ecommerce" | "workflow"
      /** One item is created for each */
      services?: readonly string[] | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Order
  }
  "GET /v1/orders": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      contact?: string | undefined
      /** Not equal to this value */
      "contact[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "contact[in]"?: readonly string[] | undefined
      /** Equal to this value */
      status?: "open" | "completed" | "canceled" | undefined
      /** Not equal to this value */
      "status[ne]"?: "open" | "completed" | "canceled" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("open" | "completed" | "canceled")[] | undefined
      /** Equal to this value */
      source?: "manual" | "portal" | "ecommerce" | "workflow" | undefined
      /** Not equal to this value */
      "source[ne]"?: "manual" | "portal" | "ecommerce" | "workflow" | undefined
      /** Equal to one of these values, separated by commas */
      "source[in]"?: readonly ("manual" | "portal" | "ecommerce" | "workflow")[] | undefined
      /** Equal to this value */
      number?: string | undefined
      /** Not equal to this value */
      "number[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "number[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Order[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/orders/{id}": {
    input: Record<string, never>
    output: Order
  }
  "POST /v1/orders/{id}/update": {
    input: {
      /** Contact id or e-mail; it can be changed only while the order has no payment intent */
      contact?: string | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Order
  }
  "POST /v1/orders/{id}/items/create": {
    input: {
      /** Service id or name */
      service: string
      /** Partnership id, code, name or the beginning of its name */
      supplier?: string | undefined
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount?: number | undefined
      /** ISO 4217 code */
      currency?: string | undefined
      /** The tax that the amount includes; by default that of the service, and null means none */
      tax?: {
        /** A percentage as decimal text */
        rate: string
        /** Your own code for it, as in your books */
        code?: string | undefined
      } | null | undefined
    }
    output: OrderItem
  }
  "POST /v1/orders/{id}/items/{itemId}/update": {
    input: {
      /** Service id or name */
      service?: string | undefined
      /** Partnership id, code, name or the beginning of its name */
      supplier?: string | null | undefined
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount?: number | undefined
      /** ISO 4217 code */
      currency?: string | undefined
      /** The tax that the amount includes; by default that of the service, and null means none */
      tax?: {
        /** A percentage as decimal text */
        rate: string
        /** Your own code for it, as in your books */
        code?: string | undefined
      } | null | undefined
    }
    output: OrderItem
  }
  "POST /v1/orders/{id}/items/{itemId}/delete": {
    input: Record<string, never>
    output: {
      _id: string
      deleted: true
    }
  }
  "POST /v1/orders/{id}/complete": {
    input: Record<string, never>
    output: Order
  }
  "POST /v1/orders/{id}/cancel": {
    input: Record<string, never>
    output: Order
  }
  "GET /v1/orders/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/orders/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/balances": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** As it was known then: what was recorded later is left out. By default now */
      asOf?: string | undefined
    }
    output: {
      data: Balance[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/ledger/entries": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      kind?: "charge" | "charge-undone" | "charge-again" | "reversal" | "transfer" | "allocation" | "split" | "split-reversal" | "refund" | "refund-failure" | "settlement" | "payout-reserve" | "payout" | "payout-undone" | "payout-again" | "payout-release" | "payout-return" | "payout-exchange" | "dispute" | "dispute-won" | "dispute-lost" | "dispute-fee" | "withdrawal" | "withdrawal-return" | undefined
      /** Not equal to this value */
      "kind[ne]"?: "charge" | "charge-undone" | "charge-again" | "reversal" | "transfer" | "allocation" | "split" | "split-reversal" | "refund" | "refund-failure" | "settlement" | "payout-reserve" | "payout" | "payout-undone" | "payout-again" | "payout-release" | "payout-return" | "payout-exchange" | "dispute" | "dispute-won" | "dispute-lost" | "dispute-fee" | "withdrawal" | "withdrawal-return" | undefined
      /** Equal to one of these values, separated by commas */
      "kind[in]"?: readonly ("charge" | "charge-undone" | "charge-again" | "reversal" | "transfer" | "allocation" | "split" | "split-reversal" | "refund" | "refund-failure" | "settlement" | "payout-reserve" | "payout" | "payout-undone" | "payout-again" | "payout-release" | "payout-return" | "payout-exchange" | "dispute" | "dispute-won" | "dispute-lost" | "dispute-fee" | "withdrawal" | "withdrawal-return")[] | undefined
      /** Equal to this value */
      source?: string | undefined
      /** Not equal to this value */
      "source[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "source[in]"?: readonly string[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      effectiveAt?: string | undefined
      /** Not equal to this value */
      "effectiveAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "effectiveAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "effectiveAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "effectiveAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "effectiveAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "effectiveAt[lte]"?: string | undefined
      /** Equal to this value */
      date?: string | undefined
      /** Not equal to this value */
      "date[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "date[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: LedgerEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "POST /v1/payment-intents/create": {
    input: {
      intentType: "ad-hoc" | "payment-plan"
      /** Contact id or e-mail */
      contact: string
      /** ISO 4217 code */
      currency: string
      /** ISO 8601 with a zone; seconds are optional */
      dueAt: string
      items: readonly ({
        name: string
        description?: string | undefined
        category?: string | undefined
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY; a discount is negative */
        amount: number
        /** Service id or name */
        service?: string | undefined
        /** The supplier: partnership id, code, name or the beginning of its name */
        supplier?: string | undefined
        /** The item of the order that the line bills */
        orderItem?: string | undefined
        /** The tax that the amount includes; by default that of the service, and null means none */
        tax?: {
          /** A percentage as decimal text */
          rate: string
          /** Your own code for it, as in your books */
          code?: string | undefined
        } | null | undefined
      })[]
      /** Required for a payment-plan: one installment for each entry; the amounts must add up to the items */
      schedule?: readonly {
        /** ISO 8601 with a zone; seconds are optional */
        dueAt: string
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
      }[] | undefined
      /** Id or number of the order it belongs to */
      order?: string | undefined
      /** Your own number for it */
      reference?: string | null | undefined
      description?: string | null | undefined
      /** The team it belongs to */
      team?: string | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: PaymentIntent
  }
  "POST /v1/orders/{id}/payment-intents/create": {
    input: {
      /** ISO 8601 with a zone; seconds are optional */
      dueAt: string
      /** Order item ids; without it, all items that are not billed yet */
      items?: readonly string[] | undefined
      /** Your own number for it */
      reference?: string | null | undefined
      description?: string | null | undefined
      /** The team it belongs to */
      team?: string | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: PaymentIntent
  }
  "POST /v1/orders/{id}/repeat": {
    input: {
      /** What the buyer has seen; if the services cost something else now, nothing is ordered */
      total?: number | undefined
    }
    output: PaymentIntent
  }
  "GET /v1/payment-intents": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-dueAt" | "dueAt" | "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      status?: "due" | "overdue" | "paid-partial" | "paid-full" | "canceled" | undefined
      /** Not equal to this value */
      "status[ne]"?: "due" | "overdue" | "paid-partial" | "paid-full" | "canceled" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("due" | "overdue" | "paid-partial" | "paid-full" | "canceled")[] | undefined
      /** Equal to this value */
      contact?: string | undefined
      /** Not equal to this value */
      "contact[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "contact[in]"?: readonly string[] | undefined
      /** Equal to this value */
      intentType?: "ad-hoc" | "payment-plan" | "installment" | "subscription" | undefined
      /** Not equal to this value */
      "intentType[ne]"?: "ad-hoc" | "payment-plan" | "installment" | "subscription" | undefined
      /** Equal to one of these values, separated by commas */
      "intentType[in]"?: readonly ("ad-hoc" | "payment-plan" | "installment" | "subscription")[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      amount?: number | undefined
      /** Not equal to this value */
      "amount[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "amount[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "amount[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "amount[gte]"?: number | undefined
      /** Less or earlier than this value */
      "amount[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "amount[lte]"?: number | undefined
      /** Equal to this value */
      paid?: number | undefined
      /** Not equal to this value */
      "paid[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "paid[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "paid[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "paid[gte]"?: number | undefined
      /** Less or earlier than this value */
      "paid[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "paid[lte]"?: number | undefined
      /** Equal to this value */
      due?: number | undefined
      /** Not equal to this value */
      "due[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "due[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "due[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "due[gte]"?: number | undefined
      /** Less or earlier than this value */
      "due[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "due[lte]"?: number | undefined
      /** Equal to this value */
      refunded?: number | undefined
      /** Not equal to this value */
      "refunded[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "refunded[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "refunded[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "refunded[gte]"?: number | undefined
      /** Less or earlier than this value */
      "refunded[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "refunded[lte]"?: number | undefined
      /** Equal to this value */
      refundStatus?: "none" | "partial" | "full" | undefined
      /** Not equal to this value */
      "refundStatus[ne]"?: "none" | "partial" | "full" | undefined
      /** Equal to one of these values, separated by commas */
      "refundStatus[in]"?: readonly ("none" | "partial" | "full")[] | undefined
      /** Equal to this value */
      disputed?: number | undefined
      /** Not equal to this value */
      "disputed[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "disputed[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "disputed[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "disputed[gte]"?: number | undefined
      /** Less or earlier than this value */
      "disputed[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "disputed[lte]"?: number | undefined
      /** Equal to this value */
      dueAt?: string | undefined
      /** Not equal to this value */
      "dueAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "dueAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "dueAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "dueAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "dueAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "dueAt[lte]"?: string | undefined
      /** Equal to this value */
      isOverdue?: boolean | undefined
      /** Not equal to this value */
      "isOverdue[ne]"?: boolean | undefined
      /** Equal to one of these values, separated by commas */
      "isOverdue[in]"?: readonly boolean[] | undefined
      /** Equal to this value */
      number?: string | undefined
      /** Not equal to this value */
      "number[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "number[in]"?: readonly string[] | undefined
      /** Equal to this value */
      creditorReference?: string | undefined
      /** Not equal to this value */
      "creditorReference[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "creditorReference[in]"?: readonly string[] | undefined
      /** Equal to this value */
      reference?: string | undefined
      /** Not equal to this value */
      "reference[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "reference[in]"?: readonly string[] | undefined
      /** Equal to this value */
      team?: string | undefined
      /** Not equal to this value */
      "team[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "team[in]"?: readonly string[] | undefined
      /** Equal to this value */
      order?: string | undefined
      /** Not equal to this value */
      "order[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "order[in]"?: readonly string[] | undefined
      /** Equal to this value */
      plan?: string | undefined
      /** Not equal to this value */
      "plan[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "plan[in]"?: readonly string[] | undefined
      /** Equal to this value */
      subscription?: string | undefined
      /** Not equal to this value */
      "subscription[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "subscription[in]"?: readonly string[] | undefined
      /** Equal to this value */
      cycle?: number | undefined
      /** Not equal to this value */
      "cycle[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "cycle[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "cycle[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "cycle[gte]"?: number | undefined
      /** Less or earlier than this value */
      "cycle[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "cycle[lte]"?: number | undefined
      /** Equal to this value */
      remindedAt?: string | undefined
      /** Not equal to this value */
      "remindedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "remindedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "remindedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "remindedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "remindedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "remindedAt[lte]"?: string | undefined
      /** Equal to this value */
      cancelReason?: "duplicate" | "requested-by-customer" | "abandoned" | "fraudulent" | "mistake" | "other" | undefined
      /** Not equal to this value */
      "cancelReason[ne]"?: "duplicate" | "requested-by-customer" | "abandoned" | "fraudulent" | "mistake" | "other" | undefined
      /** Equal to one of these values, separated by commas */
      "cancelReason[in]"?: readonly ("duplicate" | "requested-by-customer" | "abandoned" | "fraudulent" | "mistake" | "other")[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: PaymentIntent[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/payment-intents/{id}": {
    input: {
      /** As it was known then: what was recorded later is left out. By default now */
      asOf?: string | undefined
    }
    output: PaymentIntent
  }
  "POST /v1/payment-intents/{id}/update": {
    input: {
      /** ISO 8601 with a zone; seconds are optional */
      dueAt?: string | undefined
      /** Your own number for it */
      reference?: string | null | undefined
      description?: string | null | undefined
      /** The team it belongs to */
      team?: string | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: PaymentIntent
  }
  "POST /v1/payment-intents/{id}/cancel": {
    input: {
      /** Why, for the report of cancellations */
      reason?: "duplicate" | "requested-by-customer" | "abandoned" | "fraudulent" | "mistake" | "other" | undefined
    }
    output: PaymentIntent
  }
  "POST /v1/payment-intents/{id}/delete": {
    input: Record<string, never>
    output: {
      _id: string
      deleted: true
    }
  }
  "POST /v1/payment-intents/{id}/remind": {
    input: Record<string, never>
    output: PaymentIntent
  }
  "GET /v1/payment-intents/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/payment-intents/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/payment-splits/create": {
    input: {
      /** Payment intent id or number */
      paymentIntent: string
      /** Partnership id, code, name or the beginning of its name */
      partnership: string
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount: number
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: PaymentSplit
  }
  "GET /v1/payment-splits": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      paymentIntent?: string | undefined
      /** Not equal to this value */
      "paymentIntent[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "paymentIntent[in]"?: readonly string[] | undefined
      /** Equal to this value */
      partnership?: string | undefined
      /** Not equal to this value */
      "partnership[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "partnership[in]"?: readonly string[] | undefined
      /** Equal to this value */
      status?: "pending" | "due" | "scheduled" | "paid" | "reversed" | "canceled" | "pending-approval" | "rejected" | undefined
      /** Not equal to this value */
      "status[ne]"?: "pending" | "due" | "scheduled" | "paid" | "reversed" | "canceled" | "pending-approval" | "rejected" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("pending" | "due" | "scheduled" | "paid" | "reversed" | "canceled" | "pending-approval" | "rejected")[] | undefined
      /** Equal to this value */
      origin?: "calculated" | "fixed" | undefined
      /** Not equal to this value */
      "origin[ne]"?: "calculated" | "fixed" | undefined
      /** Equal to one of these values, separated by commas */
      "origin[in]"?: readonly ("calculated" | "fixed")[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      amount?: number | undefined
      /** Not equal to this value */
      "amount[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "amount[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "amount[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "amount[gte]"?: number | undefined
      /** Less or earlier than this value */
      "amount[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "amount[lte]"?: number | undefined
      /** Equal to this value */
      accrued?: number | undefined
      /** Not equal to this value */
      "accrued[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "accrued[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "accrued[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "accrued[gte]"?: number | undefined
      /** Less or earlier than this value */
      "accrued[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "accrued[lte]"?: number | undefined
      /** Equal to this value */
      reversed?: number | undefined
      /** Not equal to this value */
      "reversed[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "reversed[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "reversed[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "reversed[gte]"?: number | undefined
      /** Less or earlier than this value */
      "reversed[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "reversed[lte]"?: number | undefined
      /** Equal to this value */
      paidOut?: number | undefined
      /** Not equal to this value */
      "paidOut[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "paidOut[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "paidOut[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "paidOut[gte]"?: number | undefined
      /** Less or earlier than this value */
      "paidOut[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "paidOut[lte]"?: number | undefined
      /** Equal to this value */
      outstanding?: number | undefined
      /** Not equal to this value */
      "outstanding[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "outstanding[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "outstanding[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "outstanding[gte]"?: number | undefined
      /** Less or earlier than this value */
      "outstanding[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "outstanding[lte]"?: number | undefined
      /** Equal to this value */
      payout?: string | undefined
      /** Not equal to this value */
      "payout[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "payout[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: PaymentSplit[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/payment-splits/{id}": {
    input: {
      /** As it was known then: what was recorded later is left out. By default now */
      asOf?: string | undefined
    }
    output: PaymentSplit
  }
  "POST /v1/payment-splits/{id}/update": {
    input: {
      /** Of a fixed split that is in no payout */
      amount?: number | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: PaymentSplit
  }
  "POST /v1/payment-splits/{id}/delete": {
    input: Record<string, never>
    output: {
      _id: string
      deleted: true
    }
  }
  "POST /v1/payment-splits/preview": {
    input: {
      /** Id or number of an existing payment intent */
      paymentIntent?: string | undefined
      /** ISO 4217 code */
      currency?: string | undefined
      items?: readonly ({
        name: string
        description?: string | undefined
        category?: string | undefined
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY; a discount is negative */
        amount: number
        /** Service id or name */
        service?: string | undefined
        /** The supplier: partnership id, code, name or the beginning of its name */
        supplier?: string | undefined
        /** The item of the order that the line bills */
        orderItem?: string | undefined
        /** The tax that the amount includes; by default that of the service, and null means none */
        tax?: {
          /** A percentage as decimal text */
          rate: string
          /** Your own code for it, as in your books */
          code?: string | undefined
        } | null | undefined
      })[] | undefined
    }
    output: {
      /** ISO 4217 code */
      currency: string
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount: number
      /** Total that partners get */
      shared: number
      /** What the tenant keeps */
      kept: number
      splits: ({
        partnership: string
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
        terms: {
          type: "percentage"
          /** Hundredths of a percent: 250 is 2.5 % */
          basisPoints: number
        } | {
          type: "fixed"
          /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
          amount: number
          /** ISO 4217 code */
          currency: string
        }
      })[]
    }
  }
  "GET /v1/payment-splits/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/payment-splits/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/transactions/create": {
    input: {
      /** Id or number of the payment intent that is paid */
      paymentIntent: string
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount: number
      /** How it was paid; contact-credit pays from the contact's credit */
      method: string
      /** The currency of the payment intent; another currency needs fx */
      currency?: string | undefined
      fx?: {
        /** ISO 4217 code */
        sourceCurrency: string
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        sourceAmount: number
        /** Units of the intent's currency for one unit of the source currency */
        rate: number
      } | undefined
      status?: "succeeded" | "processing" | undefined
      /** ISO 8601 with a zone; seconds are optional */
      receivedAt?: string | undefined
      /** What the bank statement says */
      reference?: string | null | undefined
      documents?: readonly (string | {
        name: string
        url: string
      })[] | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Transaction
  }
  "GET /v1/transactions": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      number?: number | undefined
      /** Not equal to this value */
      "number[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "number[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "number[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "number[gte]"?: number | undefined
      /** Less or earlier than this value */
      "number[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "number[lte]"?: number | undefined
      /** Equal to this value */
      paymentIntent?: string | undefined
      /** Not equal to this value */
      "paymentIntent[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "paymentIntent[in]"?: readonly string[] | undefined
      /** Equal to this value */
      contact?: string | undefined
      /** Not equal to this value */
      "contact[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "contact[in]"?: readonly string[] | undefined
      /** Equal to this value */
      status?: "pending-approval" | "processing" | "succeeded" | "failed" | "reversed" | "canceled" | "expired" | undefined
      /** Not equal to this value */
      "status[ne]"?: "pending-approval" | "processing" | "succeeded" | "failed" | "reversed" | "canceled" | "expired" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("pending-approval" | "processing" | "succeeded" | "failed" | "reversed" | "canceled" | "expired")[] | undefined
      /** Equal to this value */
      transactionType?: "charge" | "refund" | undefined
      /** Not equal to this value */
      "transactionType[ne]"?: "charge" | "refund" | undefined
      /** Equal to one of these values, separated by commas */
      "transactionType[in]"?: readonly ("charge" | "refund")[] | undefined
      /** Equal to this value */
      refundOf?: string | undefined
      /** Not equal to this value */
      "refundOf[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "refundOf[in]"?: readonly string[] | undefined
      /** Equal to this value */
      method?: string | undefined
      /** Not equal to this value */
      "method[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "method[in]"?: readonly string[] | undefined
      /** Equal to this value */
      gateway?: string | undefined
      /** Not equal to this value */
      "gateway[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "gateway[in]"?: readonly string[] | undefined
      /** Equal to this value */
      settlementDiffers?: boolean | undefined
      /** Not equal to this value */
      "settlementDiffers[ne]"?: boolean | undefined
      /** Equal to one of these values, separated by commas */
      "settlementDiffers[in]"?: readonly boolean[] | undefined
      /** Equal to this value */
      connection?: string | undefined
      /** Not equal to this value */
      "connection[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "connection[in]"?: readonly string[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      amount?: number | undefined
      /** Not equal to this value */
      "amount[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "amount[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "amount[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "amount[gte]"?: number | undefined
      /** Less or earlier than this value */
      "amount[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "amount[lte]"?: number | undefined
      /** Equal to this value */
      fee?: number | undefined
      /** Not equal to this value */
      "fee[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "fee[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "fee[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "fee[gte]"?: number | undefined
      /** Less or earlier than this value */
      "fee[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "fee[lte]"?: number | undefined
      /** Equal to this value */
      outcome?: string | undefined
      /** Not equal to this value */
      "outcome[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "outcome[in]"?: readonly string[] | undefined
      /** Equal to this value */
      authorization?: string | undefined
      /** Not equal to this value */
      "authorization[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "authorization[in]"?: readonly string[] | undefined
      /** Equal to this value */
      file?: string | undefined
      /** Not equal to this value */
      "file[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "file[in]"?: readonly string[] | undefined
      /** Equal to this value */
      savedMethod?: string | undefined
      /** Not equal to this value */
      "savedMethod[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "savedMethod[in]"?: readonly string[] | undefined
      /** Equal to this value */
      reference?: string | undefined
      /** Not equal to this value */
      "reference[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "reference[in]"?: readonly string[] | undefined
      /** Equal to this value */
      receivedAt?: string | undefined
      /** Not equal to this value */
      "receivedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "receivedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "receivedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "receivedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "receivedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "receivedAt[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Transaction[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/transactions/{id}": {
    input: Record<string, never>
    output: Transaction
  }
  "POST /v1/transactions/{id}/update": {
    input: {
      /** What the bank statement says */
      reference?: string | null | undefined
      documents?: readonly (string | {
        name: string
        url: string
      })[] | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Transaction
  }
  "POST /v1/transactions/{id}/confirm": {
    input: Record<string, never>
    output: Transaction
  }
  "POST /v1/transactions/{id}/fail": {
    input: {
      reason?: string | undefined
    }
    output: Transaction
  }
  "GET /v1/transactions/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/transactions/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/gateways": {
    input: {
      /** Rows per page */
      limit?: number | undefined
    }
    output: {
      data: Gateway[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/gateway-connections/differences": {
    input: {
      /** Rows per page */
      limit?: number | undefined
    }
    output: {
      data: BalanceDifference[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/gateway-connections/providers": {
    input: {
      /** Rows per page */
      limit?: number | undefined
    }
    output: {
      data: GatewayProvider[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/gateway-connections/orders": {
    input: {
      /** Rows per page */
      limit?: number | undefined
    }
    output: {
      data: {
        method: string
        currency: string
        connections: string[]
      }[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/gateway-connections": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      gateway?: string | undefined
      /** Not equal to this value */
      "gateway[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "gateway[in]"?: readonly string[] | undefined
      /** Equal to this value */
      status?: "active" | "paused" | "failing" | "disconnecting" | "disconnected" | undefined
      /** Not equal to this value */
      "status[ne]"?: "active" | "paused" | "failing" | "disconnecting" | "disconnected" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("active" | "paused" | "failing" | "disconnecting" | "disconnected")[] | undefined
      /** Equal to this value */
      name?: string | undefined
      /** Not equal to this value */
      "name[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "name[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: GatewayConnection[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/gateway-connections/{id}": {
    input: Record<string, never>
    output: GatewayConnection
  }
  "GET /v1/gateway-connections/{id}/messages": {
    input: {
      /** Rows per page */
      limit?: number | undefined
    }
    output: {
      data: GatewayMessage[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "POST /v1/gateway-connections/create": {
    input: {
      /** One of GET /v1/gateway-connections/providers */
      gateway: string
      name: string
      /** What GET /v1/gateway-connections/providers asks for */
      credentials: { [name: string]: string }
      /** All that the gateway offers when absent */
      currencies?: readonly string[] | undefined
      /** All that the gateway offers when absent */
      methods?: readonly (string | {
        method: string
        currencies?: readonly string[] | undefined
        enabled?: boolean | undefined
      })[] | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: GatewayConnection
  }
  "POST /v1/gateway-connections/{id}/update": {
    input: {
      name?: string | undefined
      /** All that the gateway offers when absent */
      currencies?: readonly string[] | undefined
      /** All that the gateway offers when absent */
      methods?: readonly (string | {
        method: string
        currencies?: readonly string[] | undefined
        enabled?: boolean | undefined
      })[] | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: GatewayConnection
  }
  "POST /v1/gateway-connections/{id}/test": {
    input: Record<string, never>
    output: GatewayConnection
  }
  "POST /v1/gateway-connections/{id}/rotate": {
    input: {
      /** What GET /v1/gateway-connections/providers asks for */
      credentials: { [name: string]: string }
    }
    output: GatewayConnection
  }
  "POST /v1/gateway-connections/{id}/rotate-secret": {
    input: Record<string, never>
    output: GatewayConnection
  }
  "POST /v1/gateway-connections/{id}/pause": {
    input: Record<string, never>
    output: GatewayConnection
  }
  "POST /v1/gateway-connections/{id}/resume": {
    input: Record<string, never>
    output: GatewayConnection
  }
  "POST /v1/gateway-connections/{id}/disconnect": {
    input: Record<string, never>
    output: GatewayConnection
  }
  "POST /v1/gateway-connections/order": {
    input: {
      method: string
      /** ISO 4217 code */
      currency: string
      /** The first active one that offers the method serves it; empty: the oldest one */
      connections: readonly string[]
    }
    output: {
      method: string
      currency: string
      connections: string[]
    }
  }
  "GET /v1/gateway-connections/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/gateway-connections/{id}/reconciliation": {
    input: {
      /** A day in UTC; today when absent */
      date?: string | undefined
    }
    output: BalanceComparison
  }
  "GET /v1/gateway-connections/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/fx-rates": {
    input: {
      /** The amount sent, in minor units of the source currency */
      sourceAmount: number
      /** ISO 4217, one of 28 */
      sourceCurrency: string
      /** The country it is sent to: ISO 3166-1 alpha-2 */
      targetCountry: string
      /** ISO 4217, another one of the 28 */
      targetCurrency: string
    }
    output: { [name: string]: FxRate }
  }
  "GET /v1/financing-rates": {
    input: {
      /** The amount to pay, in minor units */
      amount: number
      /** BRL */
      currency: string
      /** As in GET /v1/gateways */
      gateway: string
      /** A method of that gateway */
      method: string
    }
    output: {
      simulations: FinancingSimulation[]
    }
  }
  "GET /v1/bank-transfers": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      status?: "allocated" | "unallocated" | "reversed" | undefined
      /** Not equal to this value */
      "status[ne]"?: "allocated" | "unallocated" | "reversed" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("allocated" | "unallocated" | "reversed")[] | undefined
      /** Equal to this value */
      reference?: string | undefined
      /** Not equal to this value */
      "reference[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "reference[in]"?: readonly string[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      gateway?: string | undefined
      /** Not equal to this value */
      "gateway[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "gateway[in]"?: readonly string[] | undefined
      /** Equal to this value */
      amount?: number | undefined
      /** Not equal to this value */
      "amount[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "amount[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "amount[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "amount[gte]"?: number | undefined
      /** Less or earlier than this value */
      "amount[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "amount[lte]"?: number | undefined
      /** Equal to this value */
      paymentIntent?: string | undefined
      /** Not equal to this value */
      "paymentIntent[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "paymentIntent[in]"?: readonly string[] | undefined
      /** Equal to this value */
      transaction?: string | undefined
      /** Not equal to this value */
      "transaction[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "transaction[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: BankTransfer[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/bank-transfers/{id}": {
    input: Record<string, never>
    output: BankTransfer
  }
  "POST /v1/bank-transfers/{id}/allocate": {
    input: {
      /** Id or number of the payment intent that it pays; a surplus becomes its contact's credit */
      paymentIntent: string
    }
    output: BankTransfer
  }
  "POST /v1/simulations/bank-transfers/create": {
    input: {
      reference: string
      /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
      amount: number
      /** ISO 4217 code */
      currency: string
    }
    output: BankTransfer
  }
  "GET /v1/bank-transfers/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/bank-transfers/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/authorizations/create": {
    input: {
      /** Contact id or e-mail: who gives the permission */
      contact: string
      /** A bank account that the contact owns */
      bankAccount: string
      scheme: "sepa" | "bacs" | "becs" | "ach" | "pix"
      /** The most that one charge may take; any amount when absent */
      maxAmount?: number | null | undefined
      /** The reference of the mandate on the payer's documents */
      reference?: string | null | undefined
      /** You hold the signed mandate yourself: it is active at once, and debits by it go into files */
      terms?: {
        /** core or b2b with the scheme sepa; with ach ppd for persons, ccd for companies, web for a consent given online */
        scheme: "core" | "b2b" | "ppd" | "ccd" | "web"
        /** When the payer signed it */
        signedOn: string
        /** It allows one debit only */
        isOneOff?: boolean | undefined
        /** How many days before a debit its payer is told of it: 14 for SEPA unless you agreed on fewer, 0 for ACH */
        noticeDays?: number | undefined
        /** Bills of the contact become debits by themselves, in time for their due date */
        collectsDue?: boolean | undefined
      } | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Authorization
  }
  "GET /v1/authorizations": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      contact?: string | undefined
      /** Not equal to this value */
      "contact[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "contact[in]"?: readonly string[] | undefined
      /** Equal to this value */
      bankAccount?: string | undefined
      /** Not equal to this value */
      "bankAccount[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "bankAccount[in]"?: readonly string[] | undefined
      /** Equal to this value */
      status?: "pending-approval" | "pending" | "active" | "revoked" | "expired" | "failed" | "rejected" | "canceled" | undefined
      /** Not equal to this value */
      "status[ne]"?: "pending-approval" | "pending" | "active" | "revoked" | "expired" | "failed" | "rejected" | "canceled" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("pending-approval" | "pending" | "active" | "revoked" | "expired" | "failed" | "rejected" | "canceled")[] | undefined
      /** Equal to this value */
      scheme?: "sepa" | "bacs" | "becs" | "ach" | "pix" | undefined
      /** Not equal to this value */
      "scheme[ne]"?: "sepa" | "bacs" | "becs" | "ach" | "pix" | undefined
      /** Equal to one of these values, separated by commas */
      "scheme[in]"?: readonly ("sepa" | "bacs" | "becs" | "ach" | "pix")[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      reference?: string | undefined
      /** Not equal to this value */
      "reference[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "reference[in]"?: readonly string[] | undefined
      /** Equal to this value */
      gateway?: string | undefined
      /** Not equal to this value */
      "gateway[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "gateway[in]"?: readonly string[] | undefined
      /** Equal to this value */
      connection?: string | undefined
      /** Not equal to this value */
      "connection[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "connection[in]"?: readonly string[] | undefined
      /** Equal to this value */
      maxAmount?: number | undefined
      /** Not equal to this value */
      "maxAmount[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "maxAmount[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "maxAmount[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "maxAmount[gte]"?: number | undefined
      /** Less or earlier than this value */
      "maxAmount[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "maxAmount[lte]"?: number | undefined
      /** Equal to this value */
      activatedAt?: string | undefined
      /** Not equal to this value */
      "activatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "activatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "activatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "activatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "activatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "activatedAt[lte]"?: string | undefined
      /** Equal to this value */
      endedAt?: string | undefined
      /** Not equal to this value */
      "endedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "endedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "endedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "endedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "endedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "endedAt[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Authorization[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/authorizations/{id}": {
    input: Record<string, never>
    output: Authorization
  }
  "POST /v1/authorizations/{id}/update": {
    input: {
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Authorization
  }
  "POST /v1/authorizations/{id}/cancel": {
    input: Record<string, never>
    output: Authorization
  }
  "POST /v1/authorizations/{id}/revoke": {
    input: Record<string, never>
    output: Authorization
  }
  "POST /v1/simulations/authorizations/{id}/revoke": {
    input: Record<string, never>
    output: Authorization
  }
  "GET /v1/authorizations/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/authorizations/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/saved-methods": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      contact?: string | undefined
      /** Not equal to this value */
      "contact[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "contact[in]"?: readonly string[] | undefined
      /** Equal to this value */
      status?: "pending" | "active" | "failed" | "expired" | "detached" | "removed" | undefined
      /** Not equal to this value */
      "status[ne]"?: "pending" | "active" | "failed" | "expired" | "detached" | "removed" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("pending" | "active" | "failed" | "expired" | "detached" | "removed")[] | undefined
      /** Equal to this value */
      method?: string | undefined
      /** Not equal to this value */
      "method[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "method[in]"?: readonly string[] | undefined
      /** Equal to this value */
      gateway?: string | undefined
      /** Not equal to this value */
      "gateway[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "gateway[in]"?: readonly string[] | undefined
      /** Equal to this value */
      connection?: string | undefined
      /** Not equal to this value */
      "connection[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "connection[in]"?: readonly string[] | undefined
      /** Equal to this value */
      transaction?: string | undefined
      /** Not equal to this value */
      "transaction[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "transaction[in]"?: readonly string[] | undefined
      /** Equal to this value */
      last4?: string | undefined
      /** Not equal to this value */
      "last4[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "last4[in]"?: readonly string[] | undefined
      /** Equal to this value */
      endedAt?: string | undefined
      /** Not equal to this value */
      "endedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "endedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "endedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "endedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "endedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "endedAt[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: SavedMethod[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/saved-methods/{id}": {
    input: Record<string, never>
    output: SavedMethod
  }
  "POST /v1/saved-methods/{id}/remove": {
    input: Record<string, never>
    output: SavedMethod
  }
  "POST /v1/simulations/saved-methods/{id}/detach": {
    input: Record<string, never>
    output: SavedMethod
  }
  "GET /v1/saved-methods/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/saved-methods/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/gateways/{id}/charges/create": {
    input: {
      /** Id or number of the payment intent that is paid */
      paymentIntent: string
      /** A method of the gateway */
      method: string
      /** The gateway's token for the payer's card or account; never a card number */
      token?: string | undefined
      /** Instead of a token: an active authorization of the contact, with the method direct-debit */
      authorization?: string | undefined
      /** Instead of a token: a card that the contact has saved, with the method that it was saved with; the payer is absent */
      savedMethod?: string | undefined
      /** Saves the payer's card with this payment, for later charges: the words by which the payer agreed to that, which are kept. The method must have savesMethod in GET /v1/gateways */
      saveConsent?: string | undefined
      /** The gateway connection to charge through; the one that serves the method when absent */
      connection?: string | undefined
      /** All that is due when absent */
      amount?: number | undefined
      /** One of the numbers that GET /v1/financing-rates offers for the amount; the payer pays their total */
      installments?: number | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Transaction
  }
  "POST /v1/simulations/transactions/{id}/reverse": {
    input: Record<string, never>
    output: Transaction
  }
  "POST /v1/simulations/transactions/{id}/pay": {
    input: Record<string, never>
    output: Transaction
  }
  "POST /v1/simulations/transactions/{id}/expire": {
    input: Record<string, never>
    output: Transaction
  }
  "POST /v1/transactions/{id}/cancel": {
    input: Record<string, never>
    output: Transaction
  }
  "GET /v1/transactions/{id}/gateway-page": {
    input: Record<string, never>
    output: {
      url: string | null
    }
  }
  "POST /v1/authorizations/sign": {
    input: {
      /** Id or number of the payment intent that is charged once the mandate is active */
      paymentIntent: string
      scheme: "sepa" | "bacs" | "becs" | "ach" | "pix"
      /** The name that the account is held in */
      holder: string
      /** For sepa */
      iban?: string | undefined
      /** For the other schemes, with routing */
      accountNumber?: string | undefined
      /** Sort code, BSB, ABA number, or the codes of bank and branch */
      routing?: string | undefined
      /** All that is due when absent; the most that one charge may take */
      amount?: number | undefined
      /** The name that the payer has signed with */
      signedBy: string
      /** The text that the payer has read and agreed to; it is kept */
      text: string
    }
    output: Authorization
  }
  "POST /v1/refund-intents/create": {
    input: {
      /** Id of the charge; it must have succeeded */
      transaction: string
      /** In the currency's minor unit; all that is left of the charge when amount and items are absent */
      amount?: number | undefined
      /** Refunds by line: how much of which line goes back */
      items?: readonly {
        /** Index of the line on the payment intent; the first is 0 */
        line: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
      }[] | undefined
      reason?: string | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: RefundIntent
  }
  "GET /v1/refund-intents": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      transaction?: string | undefined
      /** Not equal to this value */
      "transaction[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "transaction[in]"?: readonly string[] | undefined
      /** Equal to this value */
      paymentIntent?: string | undefined
      /** Not equal to this value */
      "paymentIntent[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "paymentIntent[in]"?: readonly string[] | undefined
      /** Equal to this value */
      contact?: string | undefined
      /** Not equal to this value */
      "contact[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "contact[in]"?: readonly string[] | undefined
      /** Equal to this value */
      status?: "draft" | "approved" | "processing" | "settled" | "failed" | "rejected" | "canceled" | undefined
      /** Not equal to this value */
      "status[ne]"?: "draft" | "approved" | "processing" | "settled" | "failed" | "rejected" | "canceled" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("draft" | "approved" | "processing" | "settled" | "failed" | "rejected" | "canceled")[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      amount?: number | undefined
      /** Not equal to this value */
      "amount[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "amount[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "amount[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "amount[gte]"?: number | undefined
      /** Less or earlier than this value */
      "amount[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "amount[lte]"?: number | undefined
      /** Equal to this value */
      gateway?: string | undefined
      /** Not equal to this value */
      "gateway[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "gateway[in]"?: readonly string[] | undefined
      /** Equal to this value */
      refundTransaction?: string | undefined
      /** Not equal to this value */
      "refundTransaction[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "refundTransaction[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: RefundIntent[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/refund-intents/{id}": {
    input: Record<string, never>
    output: RefundIntent
  }
  "POST /v1/refund-intents/{id}/update": {
    input: {
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: RefundIntent
  }
  "POST /v1/refund-intents/{id}/approve": {
    input: Record<string, never>
    output: RefundIntent
  }
  "POST /v1/refund-intents/{id}/reject": {
    input: Record<string, never>
    output: RefundIntent
  }
  "POST /v1/refund-intents/{id}/cancel": {
    input: Record<string, never>
    output: RefundIntent
  }
  "POST /v1/refund-intents/{id}/settle": {
    input: {
      /** How it was paid, such as the number of the bank transfer */
      reference: string
    }
    output: RefundIntent
  }
  "POST /v1/refund-intents/{id}/fail": {
    input: {
      reason: string
    }
    output: RefundIntent
  }
  "GET /v1/refund-intents/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/refund-intents/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/disputes": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-evidenceDueAt" | "evidenceDueAt" | "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      open?: boolean | undefined
      /** Not equal to this value */
      "open[ne]"?: boolean | undefined
      /** Equal to one of these values, separated by commas */
      "open[in]"?: readonly boolean[] | undefined
      /** Equal to this value */
      status?: "needs-response" | "under-review" | "won" | "lost" | "accepted" | undefined
      /** Not equal to this value */
      "status[ne]"?: "needs-response" | "under-review" | "won" | "lost" | "accepted" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("needs-response" | "under-review" | "won" | "lost" | "accepted")[] | undefined
      /** Equal to this value */
      stage?: "inquiry" | "dispute" | "appeal" | undefined
      /** Not equal to this value */
      "stage[ne]"?: "inquiry" | "dispute" | "appeal" | undefined
      /** Equal to one of these values, separated by commas */
      "stage[in]"?: readonly ("inquiry" | "dispute" | "appeal")[] | undefined
      /** Equal to this value */
      transaction?: string | undefined
      /** Not equal to this value */
      "transaction[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "transaction[in]"?: readonly string[] | undefined
      /** Equal to this value */
      paymentIntent?: string | undefined
      /** Not equal to this value */
      "paymentIntent[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "paymentIntent[in]"?: readonly string[] | undefined
      /** Equal to this value */
      contact?: string | undefined
      /** Not equal to this value */
      "contact[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "contact[in]"?: readonly string[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      amount?: number | undefined
      /** Not equal to this value */
      "amount[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "amount[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "amount[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "amount[gte]"?: number | undefined
      /** Less or earlier than this value */
      "amount[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "amount[lte]"?: number | undefined
      /** Equal to this value */
      reason?: string | undefined
      /** Not equal to this value */
      "reason[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "reason[in]"?: readonly string[] | undefined
      /** Equal to this value */
      gateway?: string | undefined
      /** Not equal to this value */
      "gateway[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "gateway[in]"?: readonly string[] | undefined
      /** Equal to this value */
      connection?: string | undefined
      /** Not equal to this value */
      "connection[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "connection[in]"?: readonly string[] | undefined
      /** Equal to this value */
      reference?: string | undefined
      /** Not equal to this value */
      "reference[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "reference[in]"?: readonly string[] | undefined
      /** Equal to this value */
      number?: string | undefined
      /** Not equal to this value */
      "number[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "number[in]"?: readonly string[] | undefined
      /** Equal to this value */
      evidenceDueAt?: string | undefined
      /** Not equal to this value */
      "evidenceDueAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "evidenceDueAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "evidenceDueAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "evidenceDueAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "evidenceDueAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "evidenceDueAt[lte]"?: string | undefined
      /** Equal to this value */
      closedAt?: string | undefined
      /** Not equal to this value */
      "closedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "closedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "closedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "closedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "closedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "closedAt[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Dispute[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/disputes/{id}": {
    input: Record<string, never>
    output: Dispute
  }
  "POST /v1/disputes/{id}/update": {
    input: {
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata: { [name: string]: string }
    }
    output: Dispute
  }
  "POST /v1/disputes/{id}/evidence": {
    input: {
      /** Why the charge is valid */
      text: string
      /** Up to 20 addresses of documents, or names with addresses and what each shows */
      documents?: readonly (string | {
        name: string
        url: string
        /** What it shows, where the gateway has a place for each kind */
        kind?: string | undefined
      })[] | undefined
    }
    output: Dispute
  }
  "POST /v1/disputes/{id}/accept": {
    input: Record<string, never>
    output: Dispute
  }
  "POST /v1/simulations/disputes/create": {
    input: {
      /** Id of a charge through the simulator; it must have succeeded */
      transaction: string
      /** All that is left of the charge when it is absent */
      amount?: number | undefined
      reason?: string | undefined
      /** inquiry: the bank only asks, and no money moves */
      stage?: "inquiry" | "dispute" | undefined
    }
    output: Dispute
  }
  "POST /v1/simulations/disputes/{id}/advance": {
    input: {
      stage: "dispute" | "appeal"
    }
    output: Dispute
  }
  "POST /v1/simulations/disputes/{id}/resolve": {
    input: {
      outcome: "won" | "lost"
    }
    output: Dispute
  }
  "GET /v1/disputes/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/disputes/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/authorizations/{id}/debits/create": {
    input: {
      /** Id or number of the payment intent that is paid */
      paymentIntent: string
      /** All that is due when absent */
      amount?: number | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Transaction
  }
  "POST /v1/payouts/create": {
    input: {
      recipientType: "supplier" | "partnership" | "self"
      /** Partnership id, code or name; none for the recipientType self */
      partnership?: string | undefined
      /** Id of a bank account of the recipient; method manual needs none */
      bankAccount?: string | undefined
      /** ISO 4217 code */
      currency: string
      /** In the currency's minor unit; to a partner: taken from the splits that are due, the oldest first */
      amount?: number | undefined
      /** Instead of amount: splits of the partner that are due */
      splits?: readonly string[] | undefined
      method: "bank-transfer" | "sepa" | "ach" | "wire" | "pix" | "spei" | "bank-file" | "manual"
      /** The currency in which it arrives; the same currency when absent */
      targetCurrency?: string | undefined
      /** true: reserved, and sent with POST /v1/payouts/{id}/send */
      draft?: boolean | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Payout
  }
  "GET /v1/payouts": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      status?: "draft" | "pending-approval" | "processing" | "paid" | "failed" | "returned" | "canceled" | "rejected" | undefined
      /** Not equal to this value */
      "status[ne]"?: "draft" | "pending-approval" | "processing" | "paid" | "failed" | "returned" | "canceled" | "rejected" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("draft" | "pending-approval" | "processing" | "paid" | "failed" | "returned" | "canceled" | "rejected")[] | undefined
      /** Equal to this value */
      recipientType?: "supplier" | "partnership" | "self" | undefined
      /** Not equal to this value */
      "recipientType[ne]"?: "supplier" | "partnership" | "self" | undefined
      /** Equal to one of these values, separated by commas */
      "recipientType[in]"?: readonly ("supplier" | "partnership" | "self")[] | undefined
      /** Equal to this value */
      partnership?: string | undefined
      /** Not equal to this value */
      "partnership[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "partnership[in]"?: readonly string[] | undefined
      /** Equal to this value */
      bankAccount?: string | undefined
      /** Not equal to this value */
      "bankAccount[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "bankAccount[in]"?: readonly string[] | undefined
      /** Equal to this value */
      method?: "bank-transfer" | "sepa" | "ach" | "wire" | "pix" | "spei" | "bank-file" | "manual" | undefined
      /** Not equal to this value */
      "method[ne]"?: "bank-transfer" | "sepa" | "ach" | "wire" | "pix" | "spei" | "bank-file" | "manual" | undefined
      /** Equal to one of these values, separated by commas */
      "method[in]"?: readonly ("bank-transfer" | "sepa" | "ach" | "wire" | "pix" | "spei" | "bank-file" | "manual")[] | undefined
      /** Equal to this value */
      gateway?: string | undefined
      /** Not equal to this value */
      "gateway[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "gateway[in]"?: readonly string[] | undefined
      /** Equal to this value */
      file?: string | undefined
      /** Not equal to this value */
      "file[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "file[in]"?: readonly string[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      targetCurrency?: string | undefined
      /** Not equal to this value */
      "targetCurrency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "targetCurrency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      amount?: number | undefined
      /** Not equal to this value */
      "amount[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "amount[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "amount[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "amount[gte]"?: number | undefined
      /** Less or earlier than this value */
      "amount[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "amount[lte]"?: number | undefined
      /** Equal to this value */
      number?: string | undefined
      /** Not equal to this value */
      "number[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "number[in]"?: readonly string[] | undefined
      /** Equal to this value */
      reference?: string | undefined
      /** Not equal to this value */
      "reference[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "reference[in]"?: readonly string[] | undefined
      /** Equal to this value */
      fees?: number | undefined
      /** Not equal to this value */
      "fees[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "fees[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "fees[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "fees[gte]"?: number | undefined
      /** Less or earlier than this value */
      "fees[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "fees[lte]"?: number | undefined
      /** Equal to this value */
      exchangeDifference?: number | undefined
      /** Not equal to this value */
      "exchangeDifference[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "exchangeDifference[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "exchangeDifference[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "exchangeDifference[gte]"?: number | undefined
      /** Less or earlier than this value */
      "exchangeDifference[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "exchangeDifference[lte]"?: number | undefined
      /** Equal to this value */
      sentAt?: string | undefined
      /** Not equal to this value */
      "sentAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "sentAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "sentAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "sentAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "sentAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "sentAt[lte]"?: string | undefined
      /** Equal to this value */
      paidAt?: string | undefined
      /** Not equal to this value */
      "paidAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "paidAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "paidAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "paidAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "paidAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "paidAt[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Payout[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/payouts/{id}": {
    input: Record<string, never>
    output: Payout
  }
  "POST /v1/payouts/{id}/update": {
    input: {
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Payout
  }
  "POST /v1/payouts/{id}/send": {
    input: Record<string, never>
    output: Payout
  }
  "POST /v1/payouts/{id}/cancel": {
    input: Record<string, never>
    output: Payout
  }
  "POST /v1/payouts/{id}/confirm": {
    input: {
      /** What the bank statement says */
      reference: string
      /** What your bank took for a payout in another currency, where it exchanged at another rate; by default the amount */
      charged?: number | undefined
    }
    output: Payout
  }
  "POST /v1/payouts/{id}/fail": {
    input: {
      reason: string
    }
    output: Payout
  }
  "POST /v1/simulations/payouts/{id}/fail": {
    input: {
      /** failed for a processing payout, returned for a paid one; by default what fits its status */
      outcome?: "failed" | "returned" | undefined
      reason?: string | undefined
    }
    output: Payout
  }
  "GET /v1/payouts/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/payouts/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/payment-files/ready": {
    input: {
      /** The own account that would be debited */
      ownAccount: string
      /** The earliest possible date when absent */
      executionDate?: string | undefined
    }
    output: ReadyPayments
  }
  "GET /v1/payment-files/debits-ready": {
    input: {
      /** The own account that the debits would fill */
      ownAccount: string
      /** The earliest possible date when absent */
      executionDate?: string | undefined
    }
    output: ReadyDebits
  }
  "POST /v1/payment-files/create": {
    input: {
      /** The own account that is debited, or that debits fill */
      ownAccount: string
      /** A banking day, as YYYY-MM-DD */
      executionDate: string
      /** credits when absent, unless debits are named */
      direction?: "credits" | "debits" | undefined
      /** Payouts with method bank-file that are ready; all that are, up to 500, when absent */
      payouts?: readonly string[] | undefined
      /** Transactions with method bank-file that are ready; all that are, up to 500, with direction debits */
      debits?: readonly string[] | undefined
      /** Those of the debits after which their mandates are not used again: FNAL in the file */
      lastDebits?: readonly string[] | undefined
      /** The format of the account's profile when absent */
      format?: "pain.001" | "pain.008" | "nacha" | undefined
      /** For NACHA: ccd for payments to companies, ppd to persons */
      entryClass?: "ccd" | "ppd" | undefined
      /** For NACHA: what the recipients' statements call the payments */
      description?: string | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: PaymentFileWithLines
  }
  "GET /v1/payment-files": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      ownAccount?: string | undefined
      /** Not equal to this value */
      "ownAccount[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "ownAccount[in]"?: readonly string[] | undefined
      /** Equal to this value */
      status?: "made" | "sent" | "accepted" | "partly" | "rejected" | "settled" | "canceled" | undefined
      /** Not equal to this value */
      "status[ne]"?: "made" | "sent" | "accepted" | "partly" | "rejected" | "settled" | "canceled" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("made" | "sent" | "accepted" | "partly" | "rejected" | "settled" | "canceled")[] | undefined
      /** Equal to this value */
      format?: "pain.001" | "pain.008" | "nacha" | undefined
      /** Not equal to this value */
      "format[ne]"?: "pain.001" | "pain.008" | "nacha" | undefined
      /** Equal to one of these values, separated by commas */
      "format[in]"?: readonly ("pain.001" | "pain.008" | "nacha")[] | undefined
      /** Equal to this value */
      direction?: "credits" | "debits" | undefined
      /** Not equal to this value */
      "direction[ne]"?: "credits" | "debits" | undefined
      /** Equal to one of these values, separated by commas */
      "direction[in]"?: readonly ("credits" | "debits")[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      number?: string | undefined
      /** Not equal to this value */
      "number[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "number[in]"?: readonly string[] | undefined
      /** Equal to this value */
      sha256?: string | undefined
      /** Not equal to this value */
      "sha256[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "sha256[in]"?: readonly string[] | undefined
      /** Equal to this value */
      total?: number | undefined
      /** Not equal to this value */
      "total[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "total[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "total[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "total[gte]"?: number | undefined
      /** Less or earlier than this value */
      "total[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "total[lte]"?: number | undefined
      /** Equal to this value */
      sentAt?: string | undefined
      /** Not equal to this value */
      "sentAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "sentAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "sentAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "sentAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "sentAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "sentAt[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: PaymentFile[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/payment-files/{id}": {
    input: Record<string, never>
    output: PaymentFileWithLines
  }
  "GET /v1/payment-files/{id}/content": {
    input: Record<string, never>
    output: unknown
  }
  "POST /v1/payment-files/{id}/mark-sent": {
    input: Record<string, never>
    output: PaymentFileWithLines
  }
  "POST /v1/payment-files/{id}/cancel": {
    input: Record<string, never>
    output: PaymentFileWithLines
  }
  "GET /v1/payment-files/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/payment-files/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/subscriptions/create": {
    input: {
      /** Contact id or e-mail */
      contact: string
      /** ISO 4217 code */
      currency: string
      items: readonly ({
        name: string
        description?: string | undefined
        category?: string | undefined
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY; a discount is negative */
        amount: number
        /** Service id or name */
        service?: string | undefined
        /** The supplier: partnership id, code, name or the beginning of its name */
        supplier?: string | undefined
        /** The tax that the amount includes; by default that of the service, and null means none */
        tax?: {
          /** A percentage as decimal text */
          rate: string
          /** Your own code for it, as in your books */
          code?: string | undefined
        } | null | undefined
      })[]
      cadence: {
        every: number
        unit: "day" | "week" | "month" | "year"
      }
      /** When the first cycle begins, ISO 8601 with a zone; now when absent */
      startAt?: string | undefined
      /** No cycle begins at this time or later, ISO 8601 with a zone; not together with cycles */
      endAt?: string | undefined
      /** How many cycles there are in all; not together with endAt */
      cycles?: number | undefined
      dueAfterDays?: number | undefined
      /** Copied to every payment intent it raises */
      description?: string | null | undefined
      mode?: "request" | "auto-charge" | undefined
      /** With the mode auto-charge. saved-method without savedMethod: the first request asks the payer to save a card, and each later cycle is charged to it */
      chargeBy?: "authorization" | "saved-method" | undefined
      /** With the mode auto-charge: the contact's mandate by which each cycle is charged */
      authorization?: string | undefined
      /** With the mode auto-charge: the contact's saved card that each cycle is charged to */
      savedMethod?: string | undefined
      /** The team that its requests belong to */
      team?: string | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Subscription
  }
  "GET /v1/subscriptions": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-startAt" | "startAt" | "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      status?: "active" | "paused" | "completed" | "canceled" | undefined
      /** Not equal to this value */
      "status[ne]"?: "active" | "paused" | "completed" | "canceled" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("active" | "paused" | "completed" | "canceled")[] | undefined
      /** Equal to this value */
      mode?: "request" | "auto-charge" | undefined
      /** Not equal to this value */
      "mode[ne]"?: "request" | "auto-charge" | undefined
      /** Equal to one of these values, separated by commas */
      "mode[in]"?: readonly ("request" | "auto-charge")[] | undefined
      /** Equal to this value */
      contact?: string | undefined
      /** Not equal to this value */
      "contact[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "contact[in]"?: readonly string[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      amount?: number | undefined
      /** Not equal to this value */
      "amount[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "amount[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "amount[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "amount[gte]"?: number | undefined
      /** Less or earlier than this value */
      "amount[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "amount[lte]"?: number | undefined
      /** Equal to this value */
      number?: string | undefined
      /** Not equal to this value */
      "number[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "number[in]"?: readonly string[] | undefined
      /** Equal to this value */
      authorization?: string | undefined
      /** Not equal to this value */
      "authorization[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "authorization[in]"?: readonly string[] | undefined
      /** Equal to this value */
      savedMethod?: string | undefined
      /** Not equal to this value */
      "savedMethod[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "savedMethod[in]"?: readonly string[] | undefined
      /** Equal to this value */
      team?: string | undefined
      /** Not equal to this value */
      "team[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "team[in]"?: readonly string[] | undefined
      /** Equal to this value */
      startAt?: string | undefined
      /** Not equal to this value */
      "startAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "startAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "startAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "startAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "startAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "startAt[lte]"?: string | undefined
      /** Equal to this value */
      nextCycleAt?: string | undefined
      /** Not equal to this value */
      "nextCycleAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "nextCycleAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "nextCycleAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "nextCycleAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "nextCycleAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "nextCycleAt[lte]"?: string | undefined
      /** Equal to this value */
      endAt?: string | undefined
      /** Not equal to this value */
      "endAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "endAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "endAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "endAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "endAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "endAt[lte]"?: string | undefined
      /** Equal to this value */
      cancelAt?: string | undefined
      /** Not equal to this value */
      "cancelAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "cancelAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "cancelAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "cancelAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "cancelAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "cancelAt[lte]"?: string | undefined
      /** Equal to this value */
      cycle?: number | undefined
      /** Not equal to this value */
      "cycle[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "cycle[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "cycle[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "cycle[gte]"?: number | undefined
      /** Less or earlier than this value */
      "cycle[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "cycle[lte]"?: number | undefined
      /** Equal to this value */
      cycles?: number | undefined
      /** Not equal to this value */
      "cycles[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "cycles[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "cycles[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "cycles[gte]"?: number | undefined
      /** Less or earlier than this value */
      "cycles[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "cycles[lte]"?: number | undefined
      /** Equal to this value */
      dueAfterDays?: number | undefined
      /** Not equal to this value */
      "dueAfterDays[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "dueAfterDays[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "dueAfterDays[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "dueAfterDays[gte]"?: number | undefined
      /** Less or earlier than this value */
      "dueAfterDays[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "dueAfterDays[lte]"?: number | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Subscription[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/subscriptions/{id}": {
    input: Record<string, never>
    output: Subscription
  }
  "GET /v1/subscriptions/{id}/upcoming": {
    input: {
      /** How many cycles, 1 to 100 */
      limit?: number | undefined
    }
    output: UpcomingCycle[]
  }
  "POST /v1/subscriptions/{id}/update": {
    input: {
      items?: readonly ({
        name: string
        description?: string | undefined
        category?: string | undefined
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY; a discount is negative */
        amount: number
        /** Service id or name */
        service?: string | undefined
        /** The supplier: partnership id, code, name or the beginning of its name */
        supplier?: string | undefined
        /** The tax that the amount includes; by default that of the service, and null means none */
        tax?: {
          /** A percentage as decimal text */
          rate: string
          /** Your own code for it, as in your books */
          code?: string | undefined
        } | null | undefined
      })[] | undefined
      /** As long as no cycle was raised */
      startAt?: string | undefined
      /** No cycle begins at this time or later, ISO 8601 with a zone; not together with cycles */
      endAt?: string | null | undefined
      cycles?: number | null | undefined
      dueAfterDays?: number | undefined
      /** Another mandate of the same contact; charges that are tried again use it too */
      authorization?: string | undefined
      /** Another saved card of the same contact; charges that are tried again use it too */
      savedMethod?: string | undefined
      description?: string | null | undefined
      team?: string | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Subscription
  }
  "POST /v1/subscriptions/{id}/pause": {
    input: Record<string, never>
    output: Subscription
  }
  "POST /v1/subscriptions/{id}/resume": {
    input: Record<string, never>
    output: Subscription
  }
  "POST /v1/subscriptions/{id}/cancel": {
    input: {
      /** cycle-end: when the next cycle would begin */
      at?: "now" | "cycle-end" | undefined
    }
    output: Subscription
  }
  "GET /v1/subscriptions/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/subscriptions/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/payment-links/create": {
    input: {
      name: string
      description?: string | undefined
      /** The end of its public address; made at random unless given */
      slug?: string | undefined
      /** By default that of the first service */
      currency?: string | undefined
      lines: readonly ({
        /** Service id or name */
        service: string
        /** The price of a unit; by default that of the service */
        amount?: number | undefined
        /** How many units a payer may choose; a minimum of 0 makes the line optional */
        quantity?: {
          min: number
          max: number
        } | undefined
        /** Units in all; null: no limit */
        stock?: number | null | undefined
      })[]
      /** The payer chooses the amount of the only line, between these bounds */
      openAmount?: {
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        min: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        max: number
        /** Amounts that the page offers */
        presets?: readonly number[] | undefined
      } | undefined
      fields?: readonly ({
        /** Its name in the metadata of the order and the payment intent */
        key: string
        label: string
        type: "text" | "choice" | "checkbox"
        required?: boolean | undefined
        /** What a choice offers */
        options?: readonly string[] | undefined
      })[] | undefined
      /** How many purchases it takes */
      maxUses?: number | null | undefined
      /** ISO 8601 with a zone; seconds are optional */
      opensAt?: string | null | undefined
      /** ISO 8601 with a zone; seconds are optional */
      closesAt?: string | null | undefined
      /** An unpaid purchase is canceled after these minutes, and its units are free again */
      holdMinutes?: number | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: PaymentLink
  }
  "GET /v1/payment-links": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-closesAt" | "closesAt" | "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      status?: "active" | "inactive" | undefined
      /** Not equal to this value */
      "status[ne]"?: "active" | "inactive" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("active" | "inactive")[] | undefined
      /** Equal to this value */
      number?: string | undefined
      /** Not equal to this value */
      "number[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "number[in]"?: readonly string[] | undefined
      /** Equal to this value */
      slug?: string | undefined
      /** Not equal to this value */
      "slug[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "slug[in]"?: readonly string[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      uses?: number | undefined
      /** Not equal to this value */
      "uses[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "uses[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "uses[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "uses[gte]"?: number | undefined
      /** Less or earlier than this value */
      "uses[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "uses[lte]"?: number | undefined
      /** Equal to this value */
      closesAt?: string | undefined
      /** Not equal to this value */
      "closesAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "closesAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "closesAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "closesAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "closesAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "closesAt[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: PaymentLink[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/payment-links/{id}": {
    input: Record<string, never>
    output: PaymentLink
  }
  "GET /v1/payment-links/{id}/stats": {
    input: Record<string, never>
    output: {
      purchases: {
        open: number
        paid: number
        released: number
      }
      revenue: {
        /** ISO 4217 code */
        currency: string
        /** What payers paid, before refunds */
        paid: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        refunded: number
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        net: number
      }
    }
  }
  "POST /v1/payment-links/{id}/update": {
    input: {
      name?: string | undefined
      description?: string | undefined
      fields?: readonly ({
        /** Its name in the metadata of the order and the payment intent */
        key: string
        label: string
        type: "text" | "choice" | "checkbox"
        required?: boolean | undefined
        /** What a choice offers */
        options?: readonly string[] | undefined
      })[] | undefined
      /** How many purchases it takes */
      maxUses?: number | null | undefined
      /** ISO 8601 with a zone; seconds are optional */
      opensAt?: string | null | undefined
      /** ISO 8601 with a zone; seconds are optional */
      closesAt?: string | null | undefined
      /** An unpaid purchase is canceled after these minutes, and its units are free again */
      holdMinutes?: number | undefined
      /** The new stock of lines */
      stock?: readonly ({
        line: string
        /** Units in all; null: no limit */
        stock?: number | null | undefined
      })[] | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: PaymentLink
  }
  "POST /v1/payment-links/{id}/deactivate": {
    input: Record<string, never>
    output: PaymentLink
  }
  "POST /v1/payment-links/{id}/activate": {
    input: Record<string, never>
    output: PaymentLink
  }
  "POST /v1/payment-links/{id}/purchases/create": {
    input: {
      name: string
      /** E-mail address */
      email: string
      /** Units by line; a line that is not named has its minimum */
      quantities?: { [name: string]: number } | undefined
      /** The amount that the payer chose, for a link with an open amount */
      amount?: number | undefined
      /** Answers to the custom fields by their keys */
      answers?: { [name: string]: string } | undefined
    }
    output: PaymentLinkPurchase
  }
  "GET /v1/payment-links/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/payment-links/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/payment-link-purchases": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      paymentLink?: string | undefined
      /** Not equal to this value */
      "paymentLink[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "paymentLink[in]"?: readonly string[] | undefined
      /** Equal to this value */
      contact?: string | undefined
      /** Not equal to this value */
      "contact[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "contact[in]"?: readonly string[] | undefined
      /** Equal to this value */
      paymentIntent?: string | undefined
      /** Not equal to this value */
      "paymentIntent[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "paymentIntent[in]"?: readonly string[] | undefined
      /** Equal to this value */
      order?: string | undefined
      /** Not equal to this value */
      "order[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "order[in]"?: readonly string[] | undefined
      /** Equal to this value */
      status?: "open" | "paid" | "released" | undefined
      /** Not equal to this value */
      "status[ne]"?: "open" | "paid" | "released" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("open" | "paid" | "released")[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: PaymentLinkPurchase[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/payment-link-purchases/{id}": {
    input: Record<string, never>
    output: PaymentLinkPurchase
  }
  "GET /v1/payment-link-purchases/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/payment-link-purchases/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/bank-lines": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-bookedAt" | "bookedAt" | "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      status?: "new" | "suggested" | "matched" | "ignored" | undefined
      /** Not equal to this value */
      "status[ne]"?: "new" | "suggested" | "matched" | "ignored" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("new" | "suggested" | "matched" | "ignored")[] | undefined
      /** Equal to this value */
      ownAccount?: string | undefined
      /** Not equal to this value */
      "ownAccount[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "ownAccount[in]"?: readonly string[] | undefined
      /** Equal to this value */
      statement?: string | undefined
      /** Not equal to this value */
      "statement[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "statement[in]"?: readonly string[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      amount?: number | undefined
      /** Not equal to this value */
      "amount[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "amount[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "amount[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "amount[gte]"?: number | undefined
      /** Less or earlier than this value */
      "amount[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "amount[lte]"?: number | undefined
      /** Equal to this value */
      bookedAt?: string | undefined
      /** Not equal to this value */
      "bookedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "bookedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "bookedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "bookedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "bookedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "bookedAt[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: BankLine[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/bank-lines/{id}": {
    input: Record<string, never>
    output: BankLine
  }
  "POST /v1/bank-lines/{id}/match": {
    input: {
      to: readonly {
        /** Id or number of a payment intent, a payout or a payment file; id of a refund intent or a transaction */
        object: string
        /** In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY */
        amount: number
      }[]
      /** What the bank kept: the parts are then more than what came in */
      charges?: number | undefined
    }
    output: BankLine
  }
  "POST /v1/bank-lines/{id}/accept": {
    input: Record<string, never>
    output: BankLine
  }
  "POST /v1/bank-lines/{id}/unmatch": {
    input: Record<string, never>
    output: BankLine
  }
  "POST /v1/bank-lines/{id}/ignore": {
    input: {
      /** Why it is not ours */
      note: string
    }
    output: BankLine
  }
  "GET /v1/bank-lines/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/bank-lines/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/bank-statements/import": {
    input: {
      /** The bytes of the file */
      file: Blob
      /** Id of the own account that the file is about */
      ownAccount: string
      /** Found out from the file when absent */
      format?: "camt.053" | "camt.054" | "mt940" | "ofx" | "csv" | undefined
      profile?: {
        separator?: ";" | "," | "\t" | "|" | undefined
        encoding?: "utf-8" | "windows-1252" | "utf-16le" | undefined
        decimal?: "," | "." | undefined
        dateOrder?: "dmy" | "mdy" | "ymd" | undefined
        /** Lines before the header line */
        skip?: number | undefined
        /** Whether a line names the columns */
        header?: boolean | undefined
        columns: {
          /** The name in the header line, or the place of the column, the first being 1 */
          date: string
          /** The name in the header line, or the place of the column, the first being 1 */
          valueDate?: string | undefined
          /** With its sign; instead of it, debit and credit, or amount and indicator */
          amount?: string | undefined
          /** What left the account, without a sign or negative */
          debit?: string | undefined
          /** What came in */
          credit?: string | undefined
          /** Says whether the amount is a debit: D, DBIT, S, debit, or a minus sign */
          indicator?: string | undefined
          /** The name in the header line, or the place of the column, the first being 1 */
          currency?: string | undefined
          /** The balance after the booking, by which a file is checked */
          balance?: string | undefined
          /** The name in the header line, or the place of the column, the first being 1 */
          name?: string | undefined
          /** The name in the header line, or the place of the column, the first being 1 */
          account?: string | undefined
          text?: readonly string[] | undefined
          /** What the bank identifies the booking by */
          reference?: string | undefined
          /** The name in the header line, or the place of the column, the first being 1 */
          endToEndId?: string | undefined
        }
      } | undefined
      /** Whether later CSV files of this account are read by this profile */
      saveProfile?: boolean | undefined
    }
    output: BankStatement
  }
  "POST /v1/bank-statements/preview": {
    input: {
      /** The bytes of the file, or its first lines */
      file: Blob
      /** Id of the own account that the file is about */
      ownAccount: string
      profile?: {
        separator?: ";" | "," | "\t" | "|" | undefined
        encoding?: "utf-8" | "windows-1252" | "utf-16le" | undefined
        decimal?: "," | "." | undefined
        dateOrder?: "dmy" | "mdy" | "ymd" | undefined
        /** Lines before the header line */
        skip?: number | undefined
        /** Whether a line names the columns */
        header?: boolean | undefined
        columns: {
          /** The name in the header line, or the place of the column, the first being 1 */
          date?: string | undefined
          /** The name in the header line, or the place of the column, the first being 1 */
          valueDate?: string | undefined
          /** With its sign; instead of it, debit and credit, or amount and indicator */
          amount?: string | undefined
          /** What left the account, without a sign or negative */
          debit?: string | undefined
          /** What came in */
          credit?: string | undefined
          /** Says whether the amount is a debit: D, DBIT, S, debit, or a minus sign */
          indicator?: string | undefined
          /** The name in the header line, or the place of the column, the first being 1 */
          currency?: string | undefined
          /** The balance after the booking, by which a file is checked */
          balance?: string | undefined
          /** The name in the header line, or the place of the column, the first being 1 */
          name?: string | undefined
          /** The name in the header line, or the place of the column, the first being 1 */
          account?: string | undefined
          text?: readonly string[] | undefined
          /** What the bank identifies the booking by */
          reference?: string | undefined
          /** The name in the header line, or the place of the column, the first being 1 */
          endToEndId?: string | undefined
        }
      } | undefined
    }
    output: BankStatementPreview
  }
  "GET /v1/bank-statements/imports": {
    input: {
      /** Rows per page */
      limit?: number | undefined
    }
    output: {
      data: ({
        ownAccount: string
        sha256: string
        /** How many lines it adds; null while the file is being read */
        lines: number | null
        /** How many of them are stored; nobody sees them before all are */
        stored: number
        /** UTC with milliseconds */
        startedAt: string
      })[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/bank-statements": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      ownAccount?: string | undefined
      /** Not equal to this value */
      "ownAccount[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "ownAccount[in]"?: readonly string[] | undefined
      /** Equal to this value */
      format?: "camt.053" | "camt.054" | "mt940" | "ofx" | "csv" | undefined
      /** Not equal to this value */
      "format[ne]"?: "camt.053" | "camt.054" | "mt940" | "ofx" | "csv" | undefined
      /** Equal to one of these values, separated by commas */
      "format[in]"?: readonly ("camt.053" | "camt.054" | "mt940" | "ofx" | "csv")[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      number?: string | undefined
      /** Not equal to this value */
      "number[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "number[in]"?: readonly string[] | undefined
      /** Equal to this value */
      sha256?: string | undefined
      /** Not equal to this value */
      "sha256[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "sha256[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: BankStatement[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/bank-statements/{id}": {
    input: Record<string, never>
    output: BankStatement
  }
  "GET /v1/bank-statements/{id}/reconciliation": {
    input: Record<string, never>
    output: BankReconciliation
  }
  "GET /v1/bank-statements/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/csv-profiles": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      ownAccount?: string | undefined
      /** Not equal to this value */
      "ownAccount[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "ownAccount[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: SavedCsvProfile[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/csv-profiles/{id}": {
    input: Record<string, never>
    output: SavedCsvProfile
  }
  "POST /v1/csv-profiles/{id}/delete": {
    input: Record<string, never>
    output: {
      _id: string
      deleted: true
    }
  }
  "GET /v1/csv-profiles/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/csv-profiles/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/bank-answers/import": {
    input: {
      /** The bytes of the file */
      file: Blob
      /** Id of the own account whose payment files it is about */
      ownAccount: string
    }
    output: BankAnswerWithItems
  }
  "GET /v1/bank-answers": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      status?: "applying" | "waiting" | "applied" | undefined
      /** Not equal to this value */
      "status[ne]"?: "applying" | "waiting" | "applied" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("applying" | "waiting" | "applied")[] | undefined
      /** Equal to this value */
      paymentFile?: string | undefined
      /** Not equal to this value */
      "paymentFile[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "paymentFile[in]"?: readonly string[] | undefined
      /** Equal to this value */
      ownAccount?: string | undefined
      /** Not equal to this value */
      "ownAccount[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "ownAccount[in]"?: readonly string[] | undefined
      /** Equal to this value */
      format?: "pain.002" | "nacha" | undefined
      /** Not equal to this value */
      "format[ne]"?: "pain.002" | "nacha" | undefined
      /** Equal to one of these values, separated by commas */
      "format[in]"?: readonly ("pain.002" | "nacha")[] | undefined
      /** Equal to this value */
      sha256?: string | undefined
      /** Not equal to this value */
      "sha256[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "sha256[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: ListedBankAnswer[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/bank-answers/{id}": {
    input: Record<string, never>
    output: BankAnswerWithItems
  }
  "POST /v1/bank-answers/{id}/handle": {
    input: {
      /** Which part waits */
      item: number
      /** What was done */
      note: string
    }
    output: BankAnswerWithItems
  }
  "POST /v1/bank-answers/{id}/retry": {
    input: Record<string, never>
    output: BankAnswerWithItems
  }
  "GET /v1/bank-answers/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/bank-answers/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/analytics/payment-intents": {
    input: {
      /** What the report is about */
      format: "consolidated" | "month-by-month" | "payer-behavior" | "by-services" | "calendar-by-day" | "cancellations" | "customer-payments-by-month" | "cash-velocity" | "revenue-by-service" | "receivables-forecast" | "fx-corridor-margin"
      /** The first day, such as 2026-01-31, in the tenant's time zone; by default the first of twelve months */
      from?: string | undefined
      /** The last day, such as 2026-01-31, inclusive; by default today */
      to?: string | undefined
      /** Only this one */
      currency?: string | undefined
      /** ISO 8601 with a zone: leaves out what came later; by default now */
      asOf?: string | undefined
      /** Only payment intents of this team */
      team?: string | undefined
    }
    output: PaymentIntentStats
  }
  "GET /v1/analytics/transactions": {
    input: {
      /** The first day, such as 2026-01-31, in the tenant's time zone; by default the first of twelve months */
      from?: string | undefined
      /** The last day, such as 2026-01-31, inclusive; by default today */
      to?: string | undefined
      /** Only this one */
      currency?: string | undefined
      /** ISO 8601 with a zone: leaves out what came later; by default now */
      asOf?: string | undefined
      /** Only payment intents of this team */
      team?: string | undefined
    }
    output: TransactionStats
  }
  "GET /v1/analytics/taxes": {
    input: {
      /** The first day, such as 2026-01-31, in the tenant's time zone; by default the first of twelve months */
      from?: string | undefined
      /** The last day, such as 2026-01-31, inclusive; by default today */
      to?: string | undefined
      /** Only this one */
      currency?: string | undefined
      /** ISO 8601 with a zone: leaves out what came later; by default now */
      asOf?: string | undefined
      /** Only payment intents of this team */
      team?: string | undefined
    }
    output: TaxStats
  }
  "GET /v1/analytics/sources": {
    input: {
      /** The first day, such as 2026-01-31, in the tenant's time zone; by default the first of twelve months */
      from?: string | undefined
      /** The last day, such as 2026-01-31, inclusive; by default today */
      to?: string | undefined
      /** Only this one */
      currency?: string | undefined
      /** Only payment intents of this team */
      team?: string | undefined
    }
    output: SourceStats
  }
  "GET /v1/analytics/revenue": {
    input: {
      /** The first day, such as 2026-01-31, in the tenant's time zone; by default the first of twelve months */
      from?: string | undefined
      /** The last day, such as 2026-01-31, inclusive; by default today */
      to?: string | undefined
      /** Only this one */
      currency?: string | undefined
      /** Only payment intents of this team */
      team?: string | undefined
    }
    output: RevenueStats
  }
  "GET /v1/analytics/balances": {
    input: Record<string, never>
    output: BalanceStats
  }
  "GET /v1/analytics/payment-splits": {
    input: {
      /** The first day, such as 2026-01-31, in the tenant's time zone; by default the first of twelve months */
      from?: string | undefined
      /** The last day, such as 2026-01-31, inclusive; by default today */
      to?: string | undefined
      /** Only this one */
      currency?: string | undefined
      /** ISO 8601 with a zone: leaves out what came later; by default now */
      asOf?: string | undefined
      /** Only payment intents of this team */
      team?: string | undefined
      /** Partnership id, code, name or beginning of the name */
      partnership?: string | undefined
    }
    output: PaymentSplitStats
  }
  "GET /v1/contacts/{id}/account": {
    input: {
      /** As it was known then: what was recorded later is left out. By default now */
      asOf?: string | undefined
    }
    output: ContactAccount
  }
  "GET /v1/partnerships/{id}/account": {
    input: {
      /** As it was known then: what was recorded later is left out. By default now */
      asOf?: string | undefined
    }
    output: PartnershipAccount
  }
  "GET /v1/analytics/receivables": {
    input: {
      /** ISO 4217 code */
      currency?: string | undefined
      /** Only contacts who are late by more than this number of days with something */
      lateMoreThan?: string | undefined
      /** As it was known then: what was recorded later is left out. By default now */
      asOf?: string | undefined
    }
    output: Receivables
  }
  "GET /v1/ledger/verify": {
    input: Record<string, never>
    output: LedgerReport
  }
  "GET /v1/payment-intents/{id}/document": {
    input: {
      kind?: "invoice" | "receipt" | "credit-note" | undefined
      /** The language; by default that of the payer or partner. A numbered document stays in the language in which it was first made */
      lang?: "en" | "pt-BR" | "es" | "de" | "fr" | undefined
    }
    output: unknown
  }
  "GET /v1/transactions/{id}/document": {
    input: {
      kind?: "receipt" | undefined
      /** The language; by default that of the payer or partner. A numbered document stays in the language in which it was first made */
      lang?: "en" | "pt-BR" | "es" | "de" | "fr" | undefined
    }
    output: unknown
  }
  "GET /v1/refund-intents/{id}/document": {
    input: {
      kind?: "credit-note" | undefined
      /** The language; by default that of the payer or partner. A numbered document stays in the language in which it was first made */
      lang?: "en" | "pt-BR" | "es" | "de" | "fr" | undefined
    }
    output: unknown
  }
  "GET /v1/payouts/{id}/document": {
    input: {
      kind?: "advice" | undefined
      /** The language; by default that of the payer or partner. A numbered document stays in the language in which it was first made */
      lang?: "en" | "pt-BR" | "es" | "de" | "fr" | undefined
    }
    output: unknown
  }
  "GET /v1/contacts/{id}/statement": {
    input: {
      /** A month in the tenant's time zone; by default the current one */
      month?: string | undefined
      /** As it was known then: what was recorded later is left out. By default now */
      asOf?: string | undefined
    }
    output: ContactStatement
  }
  "GET /v1/partnerships/{id}/statement": {
    input: {
      /** A month in the tenant's time zone; by default the current one */
      month?: string | undefined
      /** As it was known then: what was recorded later is left out. By default now */
      asOf?: string | undefined
    }
    output: Statement
  }
  "GET /v1/journal": {
    input: {
      /** The first day, in the tenant's time zone; by default the first of the month of `to` */
      from?: string | undefined
      /** The last day, inclusive; by default today */
      to?: string | undefined
      /** Only this one */
      currency?: string | undefined
      /** A file instead of JSON; Accept: text/csv asks for csv */
      format?: "json" | "csv" | "datev" | "quickbooks" | undefined
      /** Entries on a page of JSON, 1 to 100, each with all of its lines */
      limit?: number | undefined
      /** `next` of the previous page */
      startingAfter?: string | undefined
    }
    output: Journal
  }
  "GET /v1/journal/totals": {
    input: {
      /** The first day, in the tenant's time zone; by default the first of the month of `to` */
      from?: string | undefined
      /** The last day, inclusive; by default today */
      to?: string | undefined
      /** Only this one */
      currency?: string | undefined
    }
    output: JournalTotals
  }
  "GET /v1/journal/accounts": {
    input: Record<string, never>
    output: JournalAccounts
  }
  "POST /v1/journal/accounts": {
    input: {
      accounts?: readonly ({
        /** An account of the ledger, or a class of them; an account wins over its class */
        account: string
        externalAccount: string
        name?: string | undefined
      })[] | undefined
      datev?: {
        /** Beraternummer */
        consultant?: number | undefined
        /** Mandantennummer */
        client?: number | undefined
        /** Digits of an account number */
        accountLength?: number | undefined
        /** The month in which the fiscal year begins */
        fiscalYearStart?: number | undefined
      } | undefined
    }
    output: JournalAccounts
  }
  "POST /v1/journal/close": {
    input: {
      /** Earlier months that are open are closed with it */
      month: string
    }
    output: JournalClose
  }
  "GET /v1/journal-closes": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      month?: string | undefined
      /** Not equal to this value */
      "month[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "month[in]"?: readonly string[] | undefined
      /** Equal to this value */
      status?: "closing" | "closed" | "reopening" | "reopened" | undefined
      /** Not equal to this value */
      "status[ne]"?: "closing" | "closed" | "reopening" | "reopened" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("closing" | "closed" | "reopening" | "reopened")[] | undefined
      /** Equal to this value */
      closedBy?: string | undefined
      /** Not equal to this value */
      "closedBy[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "closedBy[in]"?: readonly string[] | undefined
      /** Equal to this value */
      closedAt?: string | undefined
      /** Not equal to this value */
      "closedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "closedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "closedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "closedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "closedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "closedAt[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: JournalClose[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/journal-closes/{id}": {
    input: Record<string, never>
    output: JournalClose
  }
  "POST /v1/journal-closes/{id}/reopen": {
    input: {
      reason: string
    }
    output: JournalClose
  }
  "POST /v1/journal-closes/{id}/approve": {
    input: Record<string, never>
    output: JournalClose
  }
  "POST /v1/journal-closes/{id}/reject": {
    input: Record<string, never>
    output: JournalClose
  }
  "GET /v1/journal-closes/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/journal-closes/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/checkpoints": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      number?: number | undefined
      /** Not equal to this value */
      "number[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "number[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "number[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "number[gte]"?: number | undefined
      /** Less or earlier than this value */
      "number[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "number[lte]"?: number | undefined
      /** Equal to this value */
      keyId?: string | undefined
      /** Not equal to this value */
      "keyId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "keyId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Checkpoint[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/checkpoints/status": {
    input: Record<string, never>
    output: CheckpointStatus
  }
  "GET /v1/checkpoints/{id}": {
    input: Record<string, never>
    output: Checkpoint
  }
  "POST /v1/checkpoints/sign": {
    input: Record<string, never>
    output: Checkpoint
  }
  "GET /v1/checkpoints/export": {
    input: Record<string, never>
    output: unknown
  }
  "GET /v1/checkpoints/settings": {
    input: Record<string, never>
    output: CheckpointSettings
  }
  "POST /v1/checkpoints/settings": {
    input: {
      public: boolean
    }
    output: CheckpointSettings
  }
  "GET /v1/payment-intents/{id}/explain": {
    input: Record<string, never>
    output: Explanation
  }
  "GET /v1/payment-splits/{id}/explain": {
    input: Record<string, never>
    output: Explanation
  }
  "GET /v1/transactions/{id}/explain": {
    input: Record<string, never>
    output: Explanation
  }
  "GET /v1/payouts/{id}/explain": {
    input: Record<string, never>
    output: Explanation
  }
  "GET /v1/refund-intents/{id}/explain": {
    input: Record<string, never>
    output: Explanation
  }
  "GET /v1/disputes/{id}/explain": {
    input: Record<string, never>
    output: Explanation
  }
  "GET /v1/subscriptions/{id}/explain": {
    input: Record<string, never>
    output: Explanation
  }
  "GET /v1/approvals/requests/{id}/explain": {
    input: Record<string, never>
    output: Explanation
  }
  "GET /v1/balances/{id}/explain": {
    input: Record<string, never>
    output: Explanation
  }
  "GET /v1/search": {
    input: {
      /** A name, e-mail, code or a part of one; accents don't matter and small misspellings match too */
      query: string
      /** Search only these */
      type?: "contacts" | "partnerships" | undefined
      /** The maximum number of results */
      limit?: number | undefined
    }
    output: {
      results: ({
        type: "contacts" | "partnerships"
        _id: string
        title: string
        /** E-mail or code */
        detail: string
      })[]
      /** The number of all matches */
      count: number
      hasMore: boolean
    }
  }
  "POST /v1/imports/create": {
    input: {
      /** CSV in UTF-8 */
      file: Blob
      kind: "contacts" | "partnerships" | "services" | "payment-intents" | "subscriptions" | "authorizations"
      fileName?: string | undefined
      /** As JSON; guessed from the names of the columns when absent */
      mapping?: { [name: string]: string } | undefined
      /** As JSON */
      defaults?: { [name: string]: string } | undefined
      /** The decimal sign of amounts, which are in the currency's main unit: 12.50 */
      decimal?: "." | "," | undefined
      /** The order of dates whose first number is not the year */
      dates?: "ymd" | "dmy" | "mdy" | undefined
      /** Send payers the requests that the settings turn on. The first cycle of a subscription is mailed in any case */
      mails?: boolean | undefined
      /** As JSON */
      metadata?: { [name: string]: string } | undefined
    }
    output: Import
  }
  "GET /v1/imports": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      kind?: "contacts" | "partnerships" | "services" | "payment-intents" | "subscriptions" | "authorizations" | undefined
      /** Not equal to this value */
      "kind[ne]"?: "contacts" | "partnerships" | "services" | "payment-intents" | "subscriptions" | "authorizations" | undefined
      /** Equal to one of these values, separated by commas */
      "kind[in]"?: readonly ("contacts" | "partnerships" | "services" | "payment-intents" | "subscriptions" | "authorizations")[] | undefined
      /** Equal to this value */
      status?: "draft" | "checking" | "running" | "done" | "canceled" | "failed" | undefined
      /** Not equal to this value */
      "status[ne]"?: "draft" | "checking" | "running" | "done" | "canceled" | "failed" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("draft" | "checking" | "running" | "done" | "canceled" | "failed")[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Import[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/imports/{id}": {
    input: Record<string, never>
    output: Import
  }
  "POST /v1/imports/{id}/update": {
    input: {
      /** By field, the column that it comes from */
      mapping?: { [name: string]: string } | undefined
      /** By field, the value where the cell is empty or no column has it */
      defaults?: { [name: string]: string } | undefined
      /** The decimal sign of amounts, which are in the currency's main unit: 12.50 */
      decimal?: "." | "," | undefined
      /** The order of dates whose first number is not the year */
      dates?: "ymd" | "dmy" | "mdy" | undefined
      /** Send payers the requests that the settings turn on. The first cycle of a subscription is mailed in any case */
      mails?: boolean | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Import
  }
  "GET /v1/imports/{id}/preview": {
    input: Record<string, never>
    output: ImportPreview
  }
  "POST /v1/imports/{id}/check": {
    input: Record<string, never>
    output: Import
  }
  "POST /v1/imports/{id}/start": {
    input: Record<string, never>
    output: Import
  }
  "POST /v1/imports/{id}/cancel": {
    input: Record<string, never>
    output: Import
  }
  "GET /v1/imports/{id}/rows": {
    input: {
      /** Rows per page */
      limit?: number | undefined
    }
    output: {
      data: ImportRow[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/imports/{id}/report": {
    input: {
      outcome?: "created" | "existing" | "unchanged" | "differs" | "refused" | undefined
      /** check: of the dry run */
      of?: "import" | "check" | undefined
    }
    output: ImportReport
  }
  "GET /v1/imports/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/imports/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/notes/create": {
    input: {
      /** The path of the object's API after /v1/ */
      type: string
      /** Its id or number */
      object: string
      text: string
      /** The users who are mentioned; each of them gets one mail */
      mentions?: readonly string[] | undefined
    }
    output: Note
  }
  "GET /v1/notes": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      type?: string | undefined
      /** Not equal to this value */
      "type[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "type[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      author?: string | undefined
      /** Not equal to this value */
      "author[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "author[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Note[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/notes/{id}": {
    input: Record<string, never>
    output: Note
  }
  "POST /v1/notes/{id}/update": {
    input: {
      text?: string | undefined
      /** The users who are mentioned; each of them gets one mail */
      mentions?: readonly string[] | undefined
    }
    output: Note
  }
  "POST /v1/notes/{id}/delete": {
    input: Record<string, never>
    output: Note
  }
  "POST /v1/tags/set": {
    input: {
      /** The path of the object's API after /v1/ */
      type: string
      /** Its id or number */
      object: string
      tags: readonly string[]
    }
    output: Tags
  }
  "GET /v1/tags/of": {
    input: {
      /** The path of the object's API after /v1/ */
      type: string
      object: string
    }
    output: Tags
  }
  "GET /v1/tags": {
    input: {
      /** The path of the object's API after /v1/ */
      type?: string | undefined
    }
    output: {
      tag: string
      count: number
    }[]
  }
  "GET /v1/notes/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/contacts/{id}/erase": {
    input: Record<string, never>
    output: Contact
  }
  "GET /v1/contacts/{id}/export": {
    input: Record<string, never>
    output: ContactExport
  }
  "GET /v1/export": {
    input: Record<string, never>
    output: unknown
  }
  "GET /v1/users/user": {
    input: Record<string, never>
    output: CallingUser
  }
  "GET /v1/users": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      type?: "person" | "api-key" | undefined
      /** Not equal to this value */
      "type[ne]"?: "person" | "api-key" | undefined
      /** Equal to one of these values, separated by commas */
      "type[in]"?: readonly ("person" | "api-key")[] | undefined
      /** Equal to this value, ignoring case */
      email?: string | undefined
      /** Not equal to this value */
      "email[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "email[in]"?: readonly string[] | undefined
      /** Equal to this value */
      role?: string | undefined
      /** Not equal to this value */
      "role[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "role[in]"?: readonly string[] | undefined
      /** Equal to this value */
      name?: string | undefined
      /** Not equal to this value */
      "name[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "name[in]"?: readonly string[] | undefined
      /** Equal to this value */
      active?: boolean | undefined
      /** Not equal to this value */
      "active[ne]"?: boolean | undefined
      /** Equal to one of these values, separated by commas */
      "active[in]"?: readonly boolean[] | undefined
      /** Equal to this value */
      status?: "active" | "disabled" | undefined
      /** Not equal to this value */
      "status[ne]"?: "active" | "disabled" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("active" | "disabled")[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: User[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/users/{id}": {
    input: Record<string, never>
    output: User
  }
  "POST /v1/users/choose-language": {
    input: {
      /** null: as the browser, and for mails the language of `mails.locale` in the settings */
      locale: "en" | "pt-BR" | "es" | "de" | "fr" | null
    }
    output: User
  }
  "POST /v1/users/{id}/update": {
    input: {
      name?: string | undefined
      /** A built-in role (super-admin, admin, finance, operator, approver, developer, viewer), or the id of one of the tenant's own */
      role?: string | undefined
      teams?: readonly string[] | undefined
      status?: "active" | "disabled" | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: User
  }
  "POST /v1/teams/create": {
    input: {
      name: string
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Team
  }
  "GET /v1/teams": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value, ignoring case */
      name?: string | undefined
      /** Not equal to this value */
      "name[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "name[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Team[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/teams/{id}": {
    input: Record<string, never>
    output: Team
  }
  "POST /v1/teams/{id}/update": {
    input: {
      name?: string | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Team
  }
  "GET /v1/roles": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value, ignoring case */
      name?: string | undefined
      /** Not equal to this value */
      "name[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "name[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Role[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/roles/built-in": {
    input: Record<string, never>
    output: BuiltInRole[]
  }
  "GET /v1/roles/{id}": {
    input: Record<string, never>
    output: Role
  }
  "POST /v1/roles/create": {
    input: {
      name: string
      description?: string | undefined
      permissions: readonly ("contacts.view" | "paymentIntents.view" | "transactions.view" | "orders.view" | "services.view" | "partnerships.view" | "splits.view" | "refunds.view" | "disputes.view" | "subscriptions.view" | "authorizations.view" | "bankAccounts.view" | "gateways.view" | "journal.view" | "notes.view" | "approvals.view" | "webhooks.view" | "apiKeys.view" | "users.view" | "settings.view" | "contacts.edit" | "paymentIntents.edit" | "transactions.edit" | "orders.edit" | "services.edit" | "partnerships.edit" | "splits.edit" | "refunds.edit" | "disputes.edit" | "subscriptions.edit" | "authorizations.edit" | "bankAccounts.edit" | "gateways.edit" | "journal.edit" | "notes.edit" | "approvals.edit" | "webhooks.edit" | "apiKeys.edit" | "users.edit" | "settings.edit" | "refunds.approve" | "approvals.decide" | "payouts.send" | "analytics.view" | "audit.view" | "billing.admin")[]
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Role
  }
  "POST /v1/roles/{id}/update": {
    input: {
      name?: string | undefined
      description?: string | undefined
      permissions?: readonly ("contacts.view" | "paymentIntents.view" | "transactions.view" | "orders.view" | "services.view" | "partnerships.view" | "splits.view" | "refunds.view" | "disputes.view" | "subscriptions.view" | "authorizations.view" | "bankAccounts.view" | "gateways.view" | "journal.view" | "notes.view" | "approvals.view" | "webhooks.view" | "apiKeys.view" | "users.view" | "settings.view" | "contacts.edit" | "paymentIntents.edit" | "transactions.edit" | "orders.edit" | "services.edit" | "partnerships.edit" | "splits.edit" | "refunds.edit" | "disputes.edit" | "subscriptions.edit" | "authorizations.edit" | "bankAccounts.edit" | "gateways.edit" | "journal.edit" | "notes.edit" | "approvals.edit" | "webhooks.edit" | "apiKeys.edit" | "users.edit" | "settings.edit" | "refunds.approve" | "approvals.decide" | "payouts.send" | "analytics.view" | "audit.view" | "billing.admin")[] | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Role
  }
  "POST /v1/roles/{id}/delete": {
    input: Record<string, never>
    output: {
      _id: string
      deleted: true
    }
  }
  "GET /v1/settings": {
    input: Record<string, never>
    output: Settings
  }
  "POST /v1/settings/update": {
    input: {
      name?: string | undefined
      timezone?: string | undefined
      keylessWindowSeconds?: number | undefined
      dunningDays?: readonly number[] | undefined
      branding?: {
        /** A data: address with the base64 of a PNG, JPEG or WebP image of at most 100 KiB; null removes it */
        logo?: string | null | undefined
        colour?: string | null | undefined
        /** E-mail address */
        supportEmail?: string | null | undefined
      } | undefined
      partPayments?: {
        enabled?: boolean | undefined
        minPercent?: number | undefined
      } | undefined
      mails?: {
        /** Mail the payer when a payment intent is created */
        paymentRequests?: boolean | undefined
        /** Remind the payer of what is due, on the days of reminderDays */
        reminders?: boolean | undefined
        /** Days after the due date, at nine in the morning; negative ones are before it */
        reminderDays?: readonly number[] | undefined
        /** Mail the payer a receipt for each payment */
        receipts?: boolean | undefined
        /** Mail the payer when money was given back */
        refunds?: boolean | undefined
        /** Mail the partner when a payout was paid or returned */
        payouts?: boolean | undefined
        /** Mail the payer before each direct debit by payment file */
        debitNotices?: boolean | undefined
        /** How many days before, for new SEPA mandates that name no other notice */
        debitNoticeDays?: number | undefined
        /** For payers and partners whose language is not known */
        locale?: "en" | "pt-BR" | "es" | "de" | "fr" | undefined
      } | undefined
      portal?: {
        cancelSubscriptions?: boolean | undefined
      } | undefined
      documents?: {
        /** As registered; null: the tenant's name */
        legalName?: string | null | undefined
        /** In lines, as on an envelope */
        address?: string | null | undefined
        /** Such as a VAT number or a CNPJ */
        taxId?: string | null | undefined
        /** A text at the end of every document */
        note?: string | null | undefined
        /** Documents of these kinds get numbers without gaps, by kind and year, and are never made again */
        numbered?: readonly ("invoice" | "receipt" | "credit-note" | "advice")[] | undefined
      } | undefined
      /** null: the usual tolerance again; 0: exactly what is due */
      bankTolerances?: { [name: string]: number | null } | undefined
      /** ISO 4217 code */
      reportingCurrency?: string | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Settings
  }
  "POST /v1/settings/require-two-factor": {
    input: {
      required: boolean
      /** How long people may still work without one; 0 for at once */
      graceDays?: number | undefined
    }
    output: Settings
  }
  "GET /v1/users/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/teams/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/roles/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/audit-log": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/audit-log/verify": {
    input: Record<string, never>
    output: AuditReport
  }
  "GET /v1/users/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/teams/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/assistants": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      status?: "connected" | "revoked" | "expired" | undefined
      /** Not equal to this value */
      "status[ne]"?: "connected" | "revoked" | "expired" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("connected" | "revoked" | "expired")[] | undefined
      /** Equal to this value */
      client?: string | undefined
      /** Not equal to this value */
      "client[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "client[in]"?: readonly string[] | undefined
      /** Equal to this value */
      scope?: "read" | "draft" | undefined
      /** Not equal to this value */
      "scope[ne]"?: "read" | "draft" | undefined
      /** Equal to one of these values, separated by commas */
      "scope[in]"?: readonly ("read" | "draft")[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Assistant[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/assistants/{id}": {
    input: Record<string, never>
    output: Assistant
  }
  "POST /v1/assistants/{id}/revoke": {
    input: Record<string, never>
    output: Assistant
  }
  "GET /v1/assistants/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/billing/subscription": {
    input: Record<string, never>
    output: BillingSubscription
  }
  "GET /v1/billing/plans": {
    input: {
      /** Rows per page */
      limit?: number | undefined
    }
    output: {
      data: BillingPlan[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/billing/invoices": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      status?: "open" | "paid" | "void" | undefined
      /** Not equal to this value */
      "status[ne]"?: "open" | "paid" | "void" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("open" | "paid" | "void")[] | undefined
      /** Equal to this value */
      number?: string | undefined
      /** Not equal to this value */
      "number[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "number[in]"?: readonly string[] | undefined
      /** Equal to this value */
      plan?: string | undefined
      /** Not equal to this value */
      "plan[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "plan[in]"?: readonly string[] | undefined
      /** Equal to this value */
      currency?: string | undefined
      /** Not equal to this value */
      "currency[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "currency[in]"?: readonly string[] | undefined
      /** Equal to this value */
      total?: number | undefined
      /** Not equal to this value */
      "total[ne]"?: number | undefined
      /** Equal to one of these values, separated by commas */
      "total[in]"?: readonly number[] | undefined
      /** Greater or later than this value */
      "total[gt]"?: number | undefined
      /** Equal to this value, or greater or later */
      "total[gte]"?: number | undefined
      /** Less or earlier than this value */
      "total[lt]"?: number | undefined
      /** Equal to this value, or less or earlier */
      "total[lte]"?: number | undefined
      /** Equal to this value */
      periodStart?: string | undefined
      /** Not equal to this value */
      "periodStart[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "periodStart[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "periodStart[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "periodStart[gte]"?: string | undefined
      /** Less or earlier than this value */
      "periodStart[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "periodStart[lte]"?: string | undefined
      /** Equal to this value */
      issuedAt?: string | undefined
      /** Not equal to this value */
      "issuedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "issuedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "issuedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "issuedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "issuedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "issuedAt[lte]"?: string | undefined
      /** Equal to this value */
      dueAt?: string | undefined
      /** Not equal to this value */
      "dueAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "dueAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "dueAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "dueAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "dueAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "dueAt[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: BillingInvoice[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/billing/invoices/{id}": {
    input: Record<string, never>
    output: BillingInvoice
  }
  "GET /v1/billing/invoices/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/billing/stats": {
    input: Record<string, never>
    output: BillingStats
  }
  "GET /v1/billing/invoices/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/dev/api-keys/create": {
    input: {
      name: string
      /** A built-in role (super-admin, admin, finance, operator, approver, developer, viewer), or the id of one of the tenant's own */
      role: string
      /** ISO 8601 with a zone; seconds are optional */
      expiresAt?: string | null | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: CreatedApiKey
  }
  "GET /v1/dev/api-keys": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      name?: string | undefined
      /** Not equal to this value */
      "name[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "name[in]"?: readonly string[] | undefined
      /** Equal to this value */
      role?: string | undefined
      /** Not equal to this value */
      "role[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "role[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      expiresAt?: string | undefined
      /** Not equal to this value */
      "expiresAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "expiresAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "expiresAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "expiresAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "expiresAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "expiresAt[lte]"?: string | undefined
      /** Equal to this value */
      lastUsedAt?: string | undefined
      /** Not equal to this value */
      "lastUsedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "lastUsedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "lastUsedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "lastUsedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "lastUsedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "lastUsedAt[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: ApiKey[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/dev/api-keys/{id}": {
    input: Record<string, never>
    output: ApiKey
  }
  "POST /v1/dev/api-keys/{id}/delete": {
    input: Record<string, never>
    output: {
      _id: string
      deleted: true
    }
  }
  "GET /v1/dev/api-keys/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/dev/api-keys/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/dev/events": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      event?: string | undefined
      /** Not equal to this value */
      "event[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "event[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: Event[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/dev/events/stream": {
    input: {
      /** The id of the last event that you have: the stream continues after it. The header Last-Event-ID, which browsers send, overrides it */
      lastEventId?: string | undefined
      /** Without such an id: how many milliseconds in the past the stream begins, so that it includes all events since your last read */
      sinceMs?: number | undefined
    }
    output: unknown
  }
  "GET /v1/dev/mails": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      kind?: "payment-request" | "reminder" | "receipt" | "refund" | "debit-notice" | "subscription-started" | "charge-failed" | "authentication-needed" | "sign-in-link" | "confirm-email" | "email-changed" | "payout-sent" | "payout-returned" | "partner-sign-in-link" | "partner-email-changed" | "payout-failed" | "refund-failed" | "approval-needed" | "approval-decided" | "dispute-opened" | "dispute-due" | "dispute-undelivered" | "mention" | "endpoint-deactivated" | "endpoint-activated" | "import-ended" | "connection-failing" | "balance-differs" | "settlement-differs" | "weekly-summary" | "invitation" | "password-reset" | "new-sign-in" | "account-changed" | "other" | undefined
      /** Not equal to this value */
      "kind[ne]"?: "payment-request" | "reminder" | "receipt" | "refund" | "debit-notice" | "subscription-started" | "charge-failed" | "authentication-needed" | "sign-in-link" | "confirm-email" | "email-changed" | "payout-sent" | "payout-returned" | "partner-sign-in-link" | "partner-email-changed" | "payout-failed" | "refund-failed" | "approval-needed" | "approval-decided" | "dispute-opened" | "dispute-due" | "dispute-undelivered" | "mention" | "endpoint-deactivated" | "endpoint-activated" | "import-ended" | "connection-failing" | "balance-differs" | "settlement-differs" | "weekly-summary" | "invitation" | "password-reset" | "new-sign-in" | "account-changed" | "other" | undefined
      /** Equal to one of these values, separated by commas */
      "kind[in]"?: readonly ("payment-request" | "reminder" | "receipt" | "refund" | "debit-notice" | "subscription-started" | "charge-failed" | "authentication-needed" | "sign-in-link" | "confirm-email" | "email-changed" | "payout-sent" | "payout-returned" | "partner-sign-in-link" | "partner-email-changed" | "payout-failed" | "refund-failed" | "approval-needed" | "approval-decided" | "dispute-opened" | "dispute-due" | "dispute-undelivered" | "mention" | "endpoint-deactivated" | "endpoint-activated" | "import-ended" | "connection-failing" | "balance-differs" | "settlement-differs" | "weekly-summary" | "invitation" | "password-reset" | "new-sign-in" | "account-changed" | "other")[] | undefined
      /** Equal to this value */
      recipient?: string | undefined
      /** Not equal to this value */
      "recipient[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "recipient[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      status?: "queued" | "sending" | "kept" | "sent" | "failed" | "bounced" | undefined
      /** Not equal to this value */
      "status[ne]"?: "queued" | "sending" | "kept" | "sent" | "failed" | "bounced" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("queued" | "sending" | "kept" | "sent" | "failed" | "bounced")[] | undefined
      /** Equal to this value */
      sentAt?: string | undefined
      /** Not equal to this value */
      "sentAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "sentAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "sentAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "sentAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "sentAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "sentAt[lte]"?: string | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Mail[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/dev/mails/{id}": {
    input: Record<string, never>
    output: Mail
  }
  "POST /v1/dev/mails/{id}/bounce": {
    input: {
      reason: string
    }
    output: Mail
  }
  "GET /v1/dev/mails/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/sessions/create": {
    input: {
      /** E-mail address */
      email: string
      /** The password */
      password: string
      /** The code of the authenticator app, or a recovery code */
      code?: string | undefined
      /** Which tenant, where the e-mail has an account in several, each with its own password */
      tenant?: string | undefined
    }
    output: SignedIn
  }
  "GET /v1/sessions": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: Session[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/sessions/{id}": {
    input: Record<string, never>
    output: Session
  }
  "POST /v1/sessions/{id}/end": {
    input: Record<string, never>
    output: {
      _id: string
      ended: true
    }
  }
  "POST /v1/sessions/end-all": {
    input: Record<string, never>
    output: {
      ended: true
    }
  }
  "POST /v1/sessions/confirm": {
    input: {
      /** The password */
      password?: string | undefined
      /** The code of the authenticator app, or a recovery code */
      code?: string | undefined
    }
    output: Session
  }
  "GET /v1/sessions/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/users/{id}/sessions": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: Session[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "POST /v1/users/{id}/sessions/{session}/end": {
    input: Record<string, never>
    output: {
      _id: string
      ended: true
    }
  }
  "POST /v1/users/{id}/end-sessions": {
    input: Record<string, never>
    output: {
      _id: string
      ended: true
    }
  }
  "GET /v1/passkeys": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: Passkey[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/passkeys/{id}": {
    input: Record<string, never>
    output: Passkey
  }
  "POST /v1/passkeys/options": {
    input: Record<string, never>
    output: PasskeyCreationOptions
  }
  "POST /v1/passkeys/create": {
    input: {
      /** By which you find it again */
      name: string
      /** What `navigator.credentials.create` gave, as `toJSON()` writes it */
      credential: {
        /** The id that the authenticator gave it */
        id: string
        /** The id that the authenticator gave it */
        rawId: string
        type: "public-key"
        response: {
          /** What the browser signed: challenge and origin */
          clientDataJSON: string
          /** The public key, and what the authenticator says of itself */
          attestationObject: string
          transports?: readonly string[] | undefined
          /** Not used */
          authenticatorData?: string | undefined
          /** Not used */
          publicKey?: string | null | undefined
          publicKeyAlgorithm?: number | undefined
        }
        authenticatorAttachment?: string | null | undefined
        /** Not used */
        clientExtensionResults?: { [name: string]: unknown } | undefined
      }
    }
    output: Passkey
  }
  "POST /v1/passkeys/{id}/update": {
    input: {
      /** By which you find it again */
      name: string
    }
    output: Passkey
  }
  "POST /v1/passkeys/{id}/remove": {
    input: Record<string, never>
    output: {
      _id: string
      removed: true
    }
  }
  "POST /v1/passkeys/confirm-options": {
    input: Record<string, never>
    output: PasskeyRequestOptions
  }
  "POST /v1/passkeys/confirm": {
    input: {
      /** What `navigator.credentials.get` gave, as `toJSON()` writes it */
      credential: {
        /** The id that the authenticator gave it */
        id: string
        /** The id that the authenticator gave it */
        rawId: string
        type: "public-key"
        response: {
          /** What the browser signed: challenge and origin */
          clientDataJSON: string
          /** What the authenticator signed: the host, its counter, that it verified the person */
          authenticatorData: string
          /** Over both */
          signature: string
          /** Whose passkey it is */
          userHandle?: string | null | undefined
        }
        authenticatorAttachment?: string | null | undefined
        /** Not used */
        clientExtensionResults?: { [name: string]: unknown } | undefined
      }
    }
    output: Session
  }
  "GET /v1/passkeys/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/device-logins/start": {
    input: {
      /** How the machine names itself */
      machine: string
      /** The role that it asks for; the person may choose another one */
      role?: string | undefined
      /** How many days the key is to work; the person may choose others */
      days?: number | undefined
    }
    output: {
      /** A secret by which the machine asks for the answer; only in this response */
      deviceCode: string
      /** The code that the machine shows */
      userCode: string
      /** Where a person types the code */
      verificationUrl: string
      /** The same page with the code, for a browser that the machine itself opens */
      verificationUrlComplete: string
      /** Seconds to wait before each question */
      intervalSeconds: number
      /** After 10 minutes */
      expiresAt: string
    }
  }
  "POST /v1/device-logins/poll": {
    input: {
      /** From the response to start */
      deviceCode: string
    }
    output: {
      /** `slow-down`: asked too soon; wait as long as this answer says */
      status: "waiting" | "slow-down" | "approved"
      /** Seconds to wait before each question */
      intervalSeconds: number
      /** The key, only in the one response that says `approved` */
      apiKey: string | null
      /** Whose key it is */
      tenant: {
        _id: string
        name: string
        mode: "sandbox" | "live"
      } | null
      /** A built-in role (super-admin, admin, finance, operator, approver, developer, viewer), or the id of one of the tenant's own */
      role: string | null
      /** UTC with milliseconds */
      keyExpiresAt: string | null
    }
  }
  "GET /v1/device-logins/waiting": {
    input: {
      /** The code that the machine shows */
      code: string
    }
    output: DeviceLogin
  }
  "POST /v1/device-logins/approve": {
    input: {
      /** The code that the machine shows */
      code: string
      /** A built-in role (super-admin, admin, finance, operator, approver, developer, viewer), or the id of one of the tenant's own */
      role: string
      /** How many days the key works */
      days?: number | undefined
    }
    output: {
      /** The code that the machine shows */
      code: string
      approved: true
    }
  }
  "POST /v1/device-logins/deny": {
    input: {
      /** The code that the machine shows */
      code: string
    }
    output: {
      /** The code that the machine shows */
      code: string
      denied: true
    }
  }
  "POST /v1/passwords/forgot": {
    input: {
      /** E-mail address */
      email: string
    }
    output: {
      message: string
    }
  }
  "POST /v1/passwords/reset": {
    input: {
      /** From the e-mailed link */
      token: string
      /** At least 12 characters of any kind; the most common passwords are refused */
      password: string
    }
    output: {
      changed: true
    }
  }
  "POST /v1/passwords/change": {
    input: {
      /** The password */
      current: string
      /** At least 12 characters of any kind; the most common passwords are refused */
      password: string
    }
    output: {
      changed: true
    }
  }
  "GET /v1/two-factor": {
    input: Record<string, never>
    output: TwoFactor
  }
  "POST /v1/two-factor/enroll": {
    input: Record<string, never>
    output: TwoFactorEnrolment
  }
  "POST /v1/two-factor/confirm": {
    input: {
      /** The code that the authenticator app shows */
      code: string
    }
    output: RecoveryCodes
  }
  "POST /v1/two-factor/disable": {
    input: {
      /** The password */
      password: string
      /** The code of the authenticator app, or a recovery code */
      code: string
    }
    output: TwoFactor
  }
  "POST /v1/two-factor/recovery-codes": {
    input: {
      /** The password */
      password: string
      /** The code of the authenticator app, or a recovery code */
      code: string
    }
    output: RecoveryCodes
  }
  "POST /v1/users/invite": {
    input: {
      /** E-mail address */
      email: string
      name: string
      /** A built-in role (super-admin, admin, finance, operator, approver, developer, viewer), or the id of one of the tenant's own */
      role: string
      teams?: readonly string[] | undefined
      /** The language of the person; null: that of `mails.locale` in the settings */
      locale?: "en" | "pt-BR" | "es" | "de" | "fr" | null | undefined
    }
    output: User
  }
  "GET /v1/single-sign-on": {
    input: Record<string, never>
    output: SingleSignOn
  }
  "POST /v1/single-sign-on/connect": {
    input: {
      /** The address of the provider, as its own documentation writes it; its configuration is under /.well-known/openid-configuration */
      issuer: string
      /** The client that you have made for Countersign there */
      clientId: string
      /** Needed at first, and with another issuer or client */
      clientSecret?: string | undefined
      /** The provider lets in people with a verified e-mail of these domains only */
      domains: readonly string[]
      /** What a person may do who signs in for the first time; admins change it later */
      defaultRole?: string | undefined
      /** The provider asks everybody for a second factor, so nobody is asked for another one here */
      asksSecondFactor?: boolean | undefined
    }
    output: SingleSignOn
  }
  "POST /v1/single-sign-on/require": {
    input: {
      /** Whether everybody must sign in by the provider */
      required: boolean
      /** A super admin with a password, who can still sign in while the provider can't be used; needed to require it */
      exception?: string | undefined
    }
    output: SingleSignOn
  }
  "POST /v1/single-sign-on/disconnect": {
    input: Record<string, never>
    output: SingleSignOn
  }
  "POST /v1/saved-views/create": {
    input: {
      /** The path of the list after /v1/ */
      list: string
      name: string
      /** All people of the tenant see it */
      shared?: boolean | undefined
      /** Filters, sort order and search text, as the dashboard has them in its address */
      query: { [name: string]: string }
      /** The columns in their order; null for those of the list itself */
      columns?: readonly string[] | null | undefined
      density?: "comfortable" | "compact" | undefined
    }
    output: SavedView
  }
  "GET /v1/saved-views": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      list?: string | undefined
      /** Not equal to this value */
      "list[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "list[in]"?: readonly string[] | undefined
      /** Equal to this value */
      shared?: boolean | undefined
      /** Not equal to this value */
      "shared[ne]"?: boolean | undefined
      /** Equal to one of these values, separated by commas */
      "shared[in]"?: readonly boolean[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: SavedView[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/saved-views/{id}": {
    input: Record<string, never>
    output: SavedView
  }
  "POST /v1/saved-views/{id}/update": {
    input: {
      name?: string | undefined
      /** All people of the tenant see it */
      shared?: boolean | undefined
      /** Filters, sort order and search text, as the dashboard has them in its address */
      query?: { [name: string]: string } | undefined
      /** The columns in their order; null for those of the list itself */
      columns?: readonly string[] | null | undefined
      density?: "comfortable" | "compact" | undefined
    }
    output: SavedView
  }
  "POST /v1/saved-views/{id}/delete": {
    input: Record<string, never>
    output: SavedView
  }
  "GET /v1/saved-views/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/notices": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      kind?: "approval-needed" | "approval-decided" | "mention" | "payout-failed" | "refund-failed" | "dispute-opened" | "dispute-due" | "dispute-undelivered" | "connection-failing" | "balance-differs" | "settlement-differs" | "endpoint-deactivated" | "endpoint-activated" | "import-ended" | "weekly-summary" | undefined
      /** Not equal to this value */
      "kind[ne]"?: "approval-needed" | "approval-decided" | "mention" | "payout-failed" | "refund-failed" | "dispute-opened" | "dispute-due" | "dispute-undelivered" | "connection-failing" | "balance-differs" | "settlement-differs" | "endpoint-deactivated" | "endpoint-activated" | "import-ended" | "weekly-summary" | undefined
      /** Equal to one of these values, separated by commas */
      "kind[in]"?: readonly ("approval-needed" | "approval-decided" | "mention" | "payout-failed" | "refund-failed" | "dispute-opened" | "dispute-due" | "dispute-undelivered" | "connection-failing" | "balance-differs" | "settlement-differs" | "endpoint-deactivated" | "endpoint-activated" | "import-ended" | "weekly-summary")[] | undefined
      /** Equal to this value */
      read?: boolean | undefined
      /** Not equal to this value */
      "read[ne]"?: boolean | undefined
      /** Equal to one of these values, separated by commas */
      "read[in]"?: readonly boolean[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: Notice[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/notices/choices": {
    input: Record<string, never>
    output: NoticeChoices
  }
  "POST /v1/notices/choices/update": {
    input: {
      choices: readonly ({
        kind: "approval-needed" | "approval-decided" | "mention" | "payout-failed" | "refund-failed" | "dispute-opened" | "dispute-due" | "dispute-undelivered" | "connection-failing" | "balance-differs" | "settlement-differs" | "endpoint-deactivated" | "endpoint-activated" | "import-ended" | "weekly-summary"
        /** It comes as a mail */
        mail?: boolean | undefined
        /** It appears under the bell of the dashboard */
        page?: boolean | undefined
      })[]
    }
    output: NoticeChoices
  }
  "GET /v1/notices/{id}": {
    input: Record<string, never>
    output: Notice
  }
  "POST /v1/notices/{id}/read": {
    input: Record<string, never>
    output: Notice
  }
  "POST /v1/notices/read-all": {
    input: Record<string, never>
    output: {
      /** How many were unread */
      read: number
    }
  }
  "GET /v1/notices/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "GET /v1/releases/latest": {
    input: Record<string, never>
    output: LatestRelease
  }
  "POST /v1/releases/seen": {
    input: {
      version: string
    }
    output: {
      version: string
    }
  }
  "POST /v1/dev/webhooks/create": {
    input: {
      url: string
      /** Event types, or * for all */
      events: readonly string[]
      /** 8 to 256 characters; generated when absent */
      secret?: string | undefined
      description?: string | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: CreatedWebhook
  }
  "GET /v1/dev/webhooks": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      status?: "active" | "disabled" | "inactive" | undefined
      /** Not equal to this value */
      "status[ne]"?: "active" | "disabled" | "inactive" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("active" | "disabled" | "inactive")[] | undefined
      /** Equal to this value */
      url?: string | undefined
      /** Not equal to this value */
      "url[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "url[in]"?: readonly string[] | undefined
      /** Equal to this value */
      _id?: string | undefined
      /** Not equal to this value */
      "_id[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "_id[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
      /** Equal to this value */
      updatedAt?: string | undefined
      /** Not equal to this value */
      "updatedAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "updatedAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "updatedAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "updatedAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "updatedAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "updatedAt[lte]"?: string | undefined
      [key: `metadata[${string}]`]: string | undefined
      /** Equal to this value, ignoring case */
      tag?: string | undefined
      /** Not equal to this value */
      "tag[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "tag[in]"?: readonly string[] | undefined
    }
    output: {
      data: Webhook[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/dev/webhooks/{id}": {
    input: Record<string, never>
    output: Webhook
  }
  "GET /v1/dev/events/types": {
    input: Record<string, never>
    output: string[]
  }
  "POST /v1/dev/webhooks/{id}/update": {
    input: {
      url?: string | undefined
      /** Event types, or * for all */
      events?: readonly string[] | undefined
      description?: string | undefined
      /** Up to 50 strings of up to 500 characters, yours to use */
      metadata?: { [name: string]: string } | undefined
    }
    output: Webhook
  }
  "POST /v1/dev/webhooks/{id}/enable": {
    input: Record<string, never>
    output: Webhook
  }
  "POST /v1/dev/webhooks/{id}/disable": {
    input: Record<string, never>
    output: Webhook
  }
  "POST /v1/dev/webhooks/{id}/delete": {
    input: Record<string, never>
    output: {
      _id: string
      deleted: true
    }
  }
  "POST /v1/dev/webhooks/{id}/rotate-secret": {
    input: {
      secret?: string | undefined
    }
    output: CreatedWebhook
  }
  "POST /v1/dev/webhooks/{id}/test": {
    input: Record<string, never>
    output: Webhook
  }
  "GET /v1/dev/webhooks/{id}/deliveries": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      status?: "pending" | "delivered" | "abandoned" | "canceled" | undefined
      /** Not equal to this value */
      "status[ne]"?: "pending" | "delivered" | "abandoned" | "canceled" | undefined
      /** Equal to one of these values, separated by commas */
      "status[in]"?: readonly ("pending" | "delivered" | "abandoned" | "canceled")[] | undefined
      /** Equal to this value */
      event?: string | undefined
      /** Not equal to this value */
      "event[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "event[in]"?: readonly string[] | undefined
      /** Equal to this value */
      eventId?: string | undefined
      /** Not equal to this value */
      "eventId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "eventId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: Delivery[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/dev/webhooks/{id}/deliveries/{deliveryId}": {
    input: Record<string, never>
    output: SentDelivery
  }
  "GET /v1/dev/webhooks/{id}/health": {
    input: Record<string, never>
    output: WebhookHealth
  }
  "POST /v1/dev/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
    input: Record<string, never>
    output: Delivery
  }
  "POST /v1/dev/webhooks/{id}/replay": {
    input: {
      /** ISO 8601 with a zone; seconds are optional */
      from: string
      /** ISO 8601 with a zone; seconds are optional */
      to: string
    }
    output: {
      /** The number of events that are delivered again */
      replayed: number
    }
  }
  "GET /v1/dev/webhooks/{id}/timeline": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-createdAt" | "createdAt" | undefined
      /** Equal to this value */
      action?: string | undefined
      /** Not equal to this value */
      "action[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "action[in]"?: readonly string[] | undefined
      /** Equal to this value */
      object?: string | undefined
      /** Not equal to this value */
      "object[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "object[in]"?: readonly string[] | undefined
      /** Equal to this value */
      user?: string | undefined
      /** Not equal to this value */
      "user[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "user[in]"?: readonly string[] | undefined
      /** Equal to this value */
      channel?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Not equal to this value */
      "channel[ne]"?: "rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway" | undefined
      /** Equal to one of these values, separated by commas */
      "channel[in]"?: readonly ("rest" | "agent" | "dashboard" | "portal" | "page" | "system" | "gateway")[] | undefined
      /** Equal to this value */
      requestId?: string | undefined
      /** Not equal to this value */
      "requestId[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "requestId[in]"?: readonly string[] | undefined
      /** Equal to this value */
      createdAt?: string | undefined
      /** Not equal to this value */
      "createdAt[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "createdAt[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "createdAt[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "createdAt[gte]"?: string | undefined
      /** Less or earlier than this value */
      "createdAt[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "createdAt[lte]"?: string | undefined
    }
    output: {
      data: AuditEntry[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
  "GET /v1/dev/webhooks/{id}/actions": {
    input: Record<string, never>
    output: ActionState[]
  }
  "POST /v1/simulations/clock": {
    input: {
      /** How far to move; months and years by the calendar */
      advance?: string | undefined
      /** A time of the tenant's clock; next: when the first entry of the queue falls due */
      to?: "next" | string | undefined
    }
    output: MovedSettings
  }
  "GET /v1/simulations/clock": {
    input: Record<string, never>
    output: Clock
  }
  "GET /v1/simulations/queue": {
    input: {
      /** Rows per page */
      limit?: number | undefined
      /** The _id of the last row of a page, to get the next page */
      startingAfter?: string | undefined
      /** The _id of the first row of a page, to get the previous page */
      endingBefore?: string | undefined
      /** The field to sort by; prefix it with - for descending order */
      sort?: "-at" | "at" | undefined
      /** Equal to this value */
      at?: string | undefined
      /** Not equal to this value */
      "at[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "at[in]"?: readonly string[] | undefined
      /** Greater or later than this value */
      "at[gt]"?: string | undefined
      /** Equal to this value, or greater or later */
      "at[gte]"?: string | undefined
      /** Less or earlier than this value */
      "at[lt]"?: string | undefined
      /** Equal to this value, or less or earlier */
      "at[lte]"?: string | undefined
      /** Equal to this value */
      kind?: string | undefined
      /** Not equal to this value */
      "kind[ne]"?: string | undefined
      /** Equal to one of these values, separated by commas */
      "kind[in]"?: readonly string[] | undefined
    }
    output: {
      data: Waiting[]
      hasMore: boolean
      /** All that match, on every page */
      count: number
    }
  }
}

/** The methods of a client. */
export type Resources = {
  contacts: {
    /** Create a contact, the payer of payment intents. */
    create(input: Api["POST /v1/contacts/create"]["input"], options?: Options): Promise<Api["POST /v1/contacts/create"]["output"]>
    /** List contacts, newest first; filter by e-mail. */
    list(input?: Api["GET /v1/contacts"]["input"], options?: Options): List<Api["GET /v1/contacts"]["output"]>
    /** One contact, by id or e-mail. */
    get(id: string, input?: Api["GET /v1/contacts/{id}"]["input"], options?: Options): Promise<Api["GET /v1/contacts/{id}"]["output"]>
    /** Change a contact's name, phone, e-mail, language or metadata; fields that are not sent stay as they are. */
    update(id: string, input?: Api["POST /v1/contacts/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/contacts/{id}/update"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/contacts/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/contacts/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/contacts/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/contacts/{id}/actions"]["output"]>
    /** What a contact owes, how long it is late, what it has paid and its credit, by currency. */
    account(id: string, input?: Api["GET /v1/contacts/{id}/account"]["input"], options?: Options): Promise<Api["GET /v1/contacts/{id}/account"]["output"]>
    /** What a contact was asked for, paid and got back in a month, line by line, with the balance before and after. */
    statement(id: string, input?: Api["GET /v1/contacts/{id}/statement"]["input"], options?: Options): Promise<Api["GET /v1/contacts/{id}/statement"]["output"]>
    /** Erase a contact for good: overwrite its personal data everywhere and keep the books. This can't be undone. */
    erase(id: string, input?: Api["POST /v1/contacts/{id}/erase"]["input"], options?: Options): Promise<Api["POST /v1/contacts/{id}/erase"]["output"]>
    /** Everything that is stored about a contact, as JSON, for a person who asks for it. */
    export(id: string, input?: Api["GET /v1/contacts/{id}/export"]["input"], options?: Options): Promise<Api["GET /v1/contacts/{id}/export"]["output"]>
  }
  partnerships: {
    /** Create a partnership: an agent, institution or supplier that gets a share of payments by its split terms. */
    create(input: Api["POST /v1/partnerships/create"]["input"], options?: Options): Promise<Api["POST /v1/partnerships/create"]["output"]>
    /** List partnerships, newest first. */
    list(input?: Api["GET /v1/partnerships"]["input"], options?: Options): List<Api["GET /v1/partnerships"]["output"]>
    /** One partnership, by id, code, name or the beginning of its name. */
    get(id: string, input?: Api["GET /v1/partnerships/{id}"]["input"], options?: Options): Promise<Api["GET /v1/partnerships/{id}"]["output"]>
    /** Change a partnership; new split terms apply to later sales only. */
    update(id: string, input?: Api["POST /v1/partnerships/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/partnerships/{id}/update"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/partnerships/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/partnerships/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/partnerships/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/partnerships/{id}/actions"]["output"]>
    /** What a partner is owed, what can be paid out now, what is in payouts and what was paid, by currency. */
    account(id: string, input?: Api["GET /v1/partnerships/{id}/account"]["input"], options?: Options): Promise<Api["GET /v1/partnerships/{id}/account"]["output"]>
    /** What a partner earned and was paid in a month, line by line, with the balance before and after, from the ledger. */
    statement(id: string, input?: Api["GET /v1/partnerships/{id}/statement"]["input"], options?: Options): Promise<Api["GET /v1/partnerships/{id}/statement"]["output"]>
  }
  bankAccounts: {
    /** Create a bank account of yours, of a contact or of a partnership; its number is checked, encrypted and never shown again. */
    create(input: Api["POST /v1/bank-accounts/create"]["input"], options?: Options): Promise<Api["POST /v1/bank-accounts/create"]["output"]>
    /** List bank accounts, newest first, with masked numbers. */
    list(input?: Api["GET /v1/bank-accounts"]["input"], options?: Options): List<Api["GET /v1/bank-accounts"]["output"]>
    /** One bank account, with its number masked. */
    get(id: string, input?: Api["GET /v1/bank-accounts/{id}"]["input"], options?: Options): Promise<Api["GET /v1/bank-accounts/{id}"]["output"]>
    /** Change address, type and metadata, or the holder unless a payout or a mandate is being sent; another number is another account. */
    update(id: string, input?: Api["POST /v1/bank-accounts/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/bank-accounts/{id}/update"]["output"]>
    /** Show an account of yours, with its whole number or its Pix key, to payers who transfer in its currency. */
    showToPayers(id: string, input?: Api["POST /v1/bank-accounts/{id}/show-to-payers"]["input"], options?: Options): Promise<Api["POST /v1/bank-accounts/{id}/show-to-payers"]["output"]>
    /** Stop showing a bank account to payers. */
    hideFromPayers(id: string, input?: Api["POST /v1/bank-accounts/{id}/hide-from-payers"]["input"], options?: Options): Promise<Api["POST /v1/bank-accounts/{id}/hide-from-payers"]["output"]>
    /** Take a bank account out of use for good and erase its number; refused while a payout or an authorization uses it. */
    deactivate(id: string, input?: Api["POST /v1/bank-accounts/{id}/deactivate"]["input"], options?: Options): Promise<Api["POST /v1/bank-accounts/{id}/deactivate"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/bank-accounts/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/bank-accounts/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/bank-accounts/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/bank-accounts/{id}/actions"]["output"]>
  }
  ownAccounts: {
    /** Create an account of yours for payment files and statements; its number is checked, encrypted and never shown again. */
    create(input: Api["POST /v1/own-accounts/create"]["input"], options?: Options): Promise<Api["POST /v1/own-accounts/create"]["output"]>
    /** List accounts of yours, newest first, with masked numbers. */
    list(input?: Api["GET /v1/own-accounts"]["input"], options?: Options): List<Api["GET /v1/own-accounts"]["output"]>
    /** One account of yours, with its number masked. */
    get(id: string, input?: Api["GET /v1/own-accounts/{id}"]["input"], options?: Options): Promise<Api["GET /v1/own-accounts/{id}"]["output"]>
    /** Change what payment files say about an account of yours; another number is another account. */
    update(id: string, input?: Api["POST /v1/own-accounts/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/own-accounts/{id}/update"]["output"]>
    /** Take an account of yours out of use; its files and statements stay, and it can be restored. */
    archive(id: string, input?: Api["POST /v1/own-accounts/{id}/archive"]["input"], options?: Options): Promise<Api["POST /v1/own-accounts/{id}/archive"]["output"]>
    /** Use an archived account of yours again. */
    restore(id: string, input?: Api["POST /v1/own-accounts/{id}/restore"]["input"], options?: Options): Promise<Api["POST /v1/own-accounts/{id}/restore"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/own-accounts/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/own-accounts/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/own-accounts/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/own-accounts/{id}/actions"]["output"]>
  }
  approvals: {
    policies: {
      /** Create a policy that holds matching entities until its approvers have approved them. */
      create(input: Api["POST /v1/approvals/policies/create"]["input"], options?: Options): Promise<Api["POST /v1/approvals/policies/create"]["output"]>
      /** List approval policies, newest first. */
      list(input?: Api["GET /v1/approvals/policies"]["input"], options?: Options): List<Api["GET /v1/approvals/policies"]["output"]>
      /** Get an approval policy. */
      get(id: string, input?: Api["GET /v1/approvals/policies/{id}"]["input"], options?: Options): Promise<Api["GET /v1/approvals/policies/{id}"]["output"]>
      /** Change an approval policy; requests that are open keep the policy as it was. */
      update(id: string, input?: Api["POST /v1/approvals/policies/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/approvals/policies/{id}/update"]["output"]>
      /** Delete an approval policy; requests that are open go on under their copy of it. */
      delete(id: string, input?: Api["POST /v1/approvals/policies/{id}/delete"]["input"], options?: Options): Promise<Api["POST /v1/approvals/policies/{id}/delete"]["output"]>
      /** Show which entities of the last days a policy would have held; nothing is saved. */
      preview(input: Api["POST /v1/approvals/policies/preview"]["input"], options?: Options): Promise<Api["POST /v1/approvals/policies/preview"]["output"]>
      /** What happened to the object, newest first: who, when, from where, before and after. */
      timeline(id: string, input?: Api["GET /v1/approvals/policies/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/approvals/policies/{id}/timeline"]["output"]>
      /** Which actions are possible now, and why the others are not. */
      actions(id: string, input?: Api["GET /v1/approvals/policies/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/approvals/policies/{id}/actions"]["output"]>
    }
    /** List which conditions a policy of each entity type may have; a policy with another one is refused. */
    conditions(input?: Api["GET /v1/approvals/conditions"]["input"], options?: Options): Promise<Api["GET /v1/approvals/conditions"]["output"]>
    requests: {
      /** List approval requests, newest first; approver=me&status=pending is the caller's inbox. */
      list(input?: Api["GET /v1/approvals/requests"]["input"], options?: Options): List<Api["GET /v1/approvals/requests"]["output"]>
      /** Get an approval request: why it was opened, who decided, and what each decision will do. */
      get(id: string, input?: Api["GET /v1/approvals/requests/{id}"]["input"], options?: Options): Promise<Api["GET /v1/approvals/requests/{id}"]["output"]>
      /** Approve a held action; the last approval that is needed releases it. */
      approve(id: string, input?: Api["POST /v1/approvals/requests/{id}/approve"]["input"], options?: Options): Promise<Api["POST /v1/approvals/requests/{id}/approve"]["output"]>
      /** Reject a held action; one rejection stops it. */
      reject(id: string, input?: Api["POST /v1/approvals/requests/{id}/reject"]["input"], options?: Options): Promise<Api["POST /v1/approvals/requests/{id}/reject"]["output"]>
      /** Withdraw an approval request, as its maker or with approvals.edit; the held action ends. */
      cancel(id: string, input?: Api["POST /v1/approvals/requests/{id}/cancel"]["input"], options?: Options): Promise<Api["POST /v1/approvals/requests/{id}/cancel"]["output"]>
      /** E-mail the approvers whose approval is needed, at most once a day. */
      remind(id: string, input?: Api["POST /v1/approvals/requests/{id}/remind"]["input"], options?: Options): Promise<Api["POST /v1/approvals/requests/{id}/remind"]["output"]>
      /** What happened to the object, newest first: who, when, from where, before and after. */
      timeline(id: string, input?: Api["GET /v1/approvals/requests/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/approvals/requests/{id}/timeline"]["output"]>
      /** Which actions are possible now, and why the others are not. */
      actions(id: string, input?: Api["GET /v1/approvals/requests/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/approvals/requests/{id}/actions"]["output"]>
      /** Why it has its status and its figures, in sentences, with the objects that say so. */
      explain(id: string, input?: Api["GET /v1/approvals/requests/{id}/explain"]["input"], options?: Options): Promise<Api["GET /v1/approvals/requests/{id}/explain"]["output"]>
    }
    summary: {
      /** Show whether an entity awaits approval, who approved it and who is missing. */
      get(entityType: string, id: string, input?: Api["GET /v1/approvals/summary/{entityType}/{id}"]["input"], options?: Options): Promise<Api["GET /v1/approvals/summary/{entityType}/{id}"]["output"]>
    }
    delegations: {
      /** List the delegations of all users; filter by `to` to see in whose place a user decides. */
      list(input?: Api["GET /v1/approvals/delegations"]["input"], options?: Options): List<Api["GET /v1/approvals/delegations"]["output"]>
    }
  }
  users: {
    /** Let another user decide approvals in your place for a time, or, with users.edit, in the place of someone else. */
    delegate(id: string, input: Api["POST /v1/users/{id}/delegate"]["input"], options?: Options): Promise<Api["POST /v1/users/{id}/delegate"]["output"]>
    /** List the delegations of a user's decisions, past and present. */
    delegations: ((id: string, input?: Api["GET /v1/users/{id}/delegations"]["input"], options?: Options) => List<Api["GET /v1/users/{id}/delegations"]["output"]>) & {
      /** End a delegation. */
      delete(id: string, delegation: string, input?: Api["POST /v1/users/{id}/delegations/{delegation}/delete"]["input"], options?: Options): Promise<Api["POST /v1/users/{id}/delegations/{delegation}/delete"]["output"]>
    }
    /** The user that the caller acts as, and the tenant it belongs to. */
    user(input?: Api["GET /v1/users/user"]["input"], options?: Options): Promise<Api["GET /v1/users/user"]["output"]>
    /** List the tenant's users: people and API keys. */
    list(input?: Api["GET /v1/users"]["input"], options?: Options): List<Api["GET /v1/users"]["output"]>
    /** One user. */
    get(id: string, input?: Api["GET /v1/users/{id}"]["input"], options?: Options): Promise<Api["GET /v1/users/{id}"]["output"]>
    /** Change a user's name, role, teams or status; nobody can grant permissions that they lack, or change a user who has more. */
    update(id: string, input?: Api["POST /v1/users/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/users/{id}/update"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/users/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/users/{id}/actions"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/users/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/users/{id}/timeline"]["output"]>
    /** List a colleague's sessions that have not ended, newest first. */
    sessions: ((id: string, input?: Api["GET /v1/users/{id}/sessions"]["input"], options?: Options) => List<Api["GET /v1/users/{id}/sessions"]["output"]>) & {
      /** Sign out one browser of a colleague; nobody can sign out somebody with more permissions than their own. */
      end(id: string, session: string, input?: Api["POST /v1/users/{id}/sessions/{session}/end"]["input"], options?: Options): Promise<Api["POST /v1/users/{id}/sessions/{session}/end"]["output"]>
    }
    /** Sign a colleague out everywhere: ends every session and every assistant of theirs in this tenant. */
    endSessions(id: string, input?: Api["POST /v1/users/{id}/end-sessions"]["input"], options?: Options): Promise<Api["POST /v1/users/{id}/end-sessions"]["output"]>
    /** Invite a person, who chooses a password with the e-mailed link; nobody can grant permissions that they lack. */
    invite(input: Api["POST /v1/users/invite"]["input"], options?: Options): Promise<Api["POST /v1/users/invite"]["output"]>
  }
  services: {
    /** Create a service, a catalogue entry that orders refer to. */
    create(input: Api["POST /v1/services/create"]["input"], options?: Options): Promise<Api["POST /v1/services/create"]["output"]>
    /** List services, newest first. */
    list(input?: Api["GET /v1/services"]["input"], options?: Options): List<Api["GET /v1/services"]["output"]>
    /** One service, by id or name. */
    get(id: string, input?: Api["GET /v1/services/{id}"]["input"], options?: Options): Promise<Api["GET /v1/services/{id}"]["output"]>
    /** Change a service; orders keep the price, supplier and tax they copied. */
    update(id: string, input?: Api["POST /v1/services/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/services/{id}/update"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/services/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/services/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/services/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/services/{id}/actions"]["output"]>
  }
  orders: {
    /** Create an order for a contact, with one item for each of the given services. */
    create(input: Api["POST /v1/orders/create"]["input"], options?: Options): Promise<Api["POST /v1/orders/create"]["output"]>
    /** List orders, newest first; filter by contact. */
    list(input?: Api["GET /v1/orders"]["input"], options?: Options): List<Api["GET /v1/orders"]["output"]>
    /** One order with its items, by id or number. */
    get(id: string, input?: Api["GET /v1/orders/{id}"]["input"], options?: Options): Promise<Api["GET /v1/orders/{id}"]["output"]>
    /** Change the metadata of an order, or its contact while the order is open and has no payment intent. */
    update(id: string, input?: Api["POST /v1/orders/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/orders/{id}/update"]["output"]>
    items: {
      /** Add an item to an open order; price, supplier and tax are the service's unless given. */
      create(id: string, input: Api["POST /v1/orders/{id}/items/create"]["input"], options?: Options): Promise<Api["POST /v1/orders/{id}/items/create"]["output"]>
      /** Change an item of an open order that no payment intent bills; a new service sets price, supplier and tax unless given. */
      update(id: string, itemId: string, input?: Api["POST /v1/orders/{id}/items/{itemId}/update"]["input"], options?: Options): Promise<Api["POST /v1/orders/{id}/items/{itemId}/update"]["output"]>
      /** Delete an item of an open order that no payment intent bills. */
      delete(id: string, itemId: string, input?: Api["POST /v1/orders/{id}/items/{itemId}/delete"]["input"], options?: Options): Promise<Api["POST /v1/orders/{id}/items/{itemId}/delete"]["output"]>
    }
    /** Close an open order as completed. */
    complete(id: string, input?: Api["POST /v1/orders/{id}/complete"]["input"], options?: Options): Promise<Api["POST /v1/orders/{id}/complete"]["output"]>
    /** Cancel an open order that has no billed items. */
    cancel(id: string, input?: Api["POST /v1/orders/{id}/cancel"]["input"], options?: Options): Promise<Api["POST /v1/orders/{id}/cancel"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/orders/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/orders/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/orders/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/orders/{id}/actions"]["output"]>
    paymentIntents: {
      /** Create a payment intent that bills items of an order, with their suppliers. */
      create(id: string, input: Api["POST /v1/orders/{id}/payment-intents/create"]["input"], options?: Options): Promise<Api["POST /v1/orders/{id}/payment-intents/create"]["output"]>
    }
    /** Make a new order of the same services at their prices of now, with the payment intent that bills it. */
    repeat(id: string, input?: Api["POST /v1/orders/{id}/repeat"]["input"], options?: Options): Promise<Api["POST /v1/orders/{id}/repeat"]["output"]>
  }
  balances: {
    /** List the balances of the tenant, by currency, now or as they were known at an earlier time. */
    list(input?: Api["GET /v1/balances"]["input"], options?: Options): List<Api["GET /v1/balances"]["output"]>
    /** Why it has its status and its figures, in sentences, with the objects that say so. */
    explain(id: string, input?: Api["GET /v1/balances/{id}/explain"]["input"], options?: Options): Promise<Api["GET /v1/balances/{id}/explain"]["output"]>
  }
  ledger: {
    entries: {
      /** List ledger entries, every movement of money as debits and credits, newest first. */
      list(input?: Api["GET /v1/ledger/entries"]["input"], options?: Options): List<Api["GET /v1/ledger/entries"]["output"]>
    }
    /** Recompute every balance, status, payment and split from the ledger and list each difference. */
    verify(input?: Api["GET /v1/ledger/verify"]["input"], options?: Options): Promise<Api["GET /v1/ledger/verify"]["output"]>
  }
  paymentIntents: {
    /** Create a payment intent, which the contact pays by its link; a payment-plan creates one installment for each date. */
    create(input: Api["POST /v1/payment-intents/create"]["input"], options?: Options): Promise<Api["POST /v1/payment-intents/create"]["output"]>
    /** List payment intents, newest first; filter by contact or status. The list has a plan and its installments: add up one or the other. */
    list(input?: Api["GET /v1/payment-intents"]["input"], options?: Options): List<Api["GET /v1/payment-intents"]["output"]>
    /** One payment intent, by id or number, with its current status and its payment link. */
    get(id: string, input?: Api["GET /v1/payment-intents/{id}"]["input"], options?: Options): Promise<Api["GET /v1/payment-intents/{id}"]["output"]>
    /** Change the due date, reference, description, team or metadata; fields that are not sent stay as they are. */
    update(id: string, input?: Api["POST /v1/payment-intents/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/payment-intents/{id}/update"]["output"]>
    /** Cancel a payment intent that is due or overdue, permanently; with a plan its installments too. */
    cancel(id: string, input?: Api["POST /v1/payment-intents/{id}/cancel"]["input"], options?: Options): Promise<Api["POST /v1/payment-intents/{id}/cancel"]["output"]>
    /** Delete a payment intent that was never paid; with a plan its installments too. */
    delete(id: string, input?: Api["POST /v1/payment-intents/{id}/delete"]["input"], options?: Options): Promise<Api["POST /v1/payment-intents/{id}/delete"]["output"]>
    /** E-mail the contact a reminder with the payment link. */
    remind(id: string, input?: Api["POST /v1/payment-intents/{id}/remind"]["input"], options?: Options): Promise<Api["POST /v1/payment-intents/{id}/remind"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/payment-intents/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/payment-intents/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/payment-intents/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/payment-intents/{id}/actions"]["output"]>
    /** The invoice or the receipt of a payment intent as a PDF, or the credit note of a canceled one that had a numbered invoice. */
    document(id: string, input?: Api["GET /v1/payment-intents/{id}/document"]["input"], options?: Options): Promise<Response>
    /** Why it has its status and its figures, in sentences, with the objects that say so. */
    explain(id: string, input?: Api["GET /v1/payment-intents/{id}/explain"]["input"], options?: Options): Promise<Api["GET /v1/payment-intents/{id}/explain"]["output"]>
  }
  paymentSplits: {
    /** Record a fixed-amount commission on a payment intent; it records what is owed and pays nothing. */
    create(input: Api["POST /v1/payment-splits/create"]["input"], options?: Options): Promise<Api["POST /v1/payment-splits/create"]["output"]>
    /** List payment splits, newest first; filter by payment intent, partnership or status. */
    list(input?: Api["GET /v1/payment-splits"]["input"], options?: Options): List<Api["GET /v1/payment-splits"]["output"]>
    /** One payment split, with what was earned, what was paid out and what is outstanding. */
    get(id: string, input?: Api["GET /v1/payment-splits/{id}"]["input"], options?: Options): Promise<Api["GET /v1/payment-splits/{id}"]["output"]>
    /** Change the metadata of a payment split, or the amount of a fixed one that is in no payout; what it has earned is adjusted. */
    update(id: string, input?: Api["POST /v1/payment-splits/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/payment-splits/{id}/update"]["output"]>
    /** Delete a payment split that is in no payout; what it earned so far is reversed. */
    delete(id: string, input?: Api["POST /v1/payment-splits/{id}/delete"]["input"], options?: Options): Promise<Api["POST /v1/payment-splits/{id}/delete"]["output"]>
    /** Preview how a payment intent, or lines that are not sold yet, would be split; nothing is written. */
    preview(input?: Api["POST /v1/payment-splits/preview"]["input"], options?: Options): Promise<Api["POST /v1/payment-splits/preview"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/payment-splits/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/payment-splits/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/payment-splits/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/payment-splits/{id}/actions"]["output"]>
    /** Why it has its status and its figures, in sentences, with the objects that say so. */
    explain(id: string, input?: Api["GET /v1/payment-splits/{id}/explain"]["input"], options?: Options): Promise<Api["GET /v1/payment-splits/{id}/explain"]["output"]>
  }
  transactions: {
    /** Record a payment received outside a gateway; two equal part payments within the keyless window need two Idempotency-Keys. */
    create(input: Api["POST /v1/transactions/create"]["input"], options?: Options): Promise<Api["POST /v1/transactions/create"]["output"]>
    /** List charges and refunds, newest first; filter by contact, payment intent or status. */
    list(input?: Api["GET /v1/transactions"]["input"], options?: Options): List<Api["GET /v1/transactions"]["output"]>
    /** One transaction with its status, method and amounts. */
    get(id: string, input?: Api["GET /v1/transactions/{id}"]["input"], options?: Options): Promise<Api["GET /v1/transactions/{id}"]["output"]>
    /** Change reference, documents or metadata; amount and status can't be changed, and while it waits for approval only metadata can. */
    update(id: string, input?: Api["POST /v1/transactions/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/transactions/{id}/update"]["output"]>
    /** Confirm a processing payment: the money was received. */
    confirm(id: string, input?: Api["POST /v1/transactions/{id}/confirm"]["input"], options?: Options): Promise<Api["POST /v1/transactions/{id}/confirm"]["output"]>
    /** Mark a processing payment as failed: the money was not received, and the amount due stays as it is. */
    fail(id: string, input?: Api["POST /v1/transactions/{id}/fail"]["input"], options?: Options): Promise<Api["POST /v1/transactions/{id}/fail"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/transactions/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/transactions/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/transactions/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/transactions/{id}/actions"]["output"]>
    /** Cancel a payment that waits for approval, with its request, or for its payer, at the gateway first; if it was paid, it counts. */
    cancel(id: string, input?: Api["POST /v1/transactions/{id}/cancel"]["input"], options?: Options): Promise<Api["POST /v1/transactions/{id}/cancel"]["output"]>
    /** The page of the provider that shows a charge or refund; null where it has none, and where the connection has ended. */
    gatewayPage(id: string, input?: Api["GET /v1/transactions/{id}/gateway-page"]["input"], options?: Options): Promise<Api["GET /v1/transactions/{id}/gateway-page"]["output"]>
    /** The receipt of a payment as a PDF. */
    document(id: string, input?: Api["GET /v1/transactions/{id}/document"]["input"], options?: Options): Promise<Response>
    /** Why it has its status and its figures, in sentences, with the objects that say so. */
    explain(id: string, input?: Api["GET /v1/transactions/{id}/explain"]["input"], options?: Options): Promise<Api["GET /v1/transactions/{id}/explain"]["output"]>
  }
  gateways: {
    /** The gateways that serve the tenant, with their methods and currencies; the simulator serves sandbox tenants only. */
    list(input?: Api["GET /v1/gateways"]["input"], options?: Options): List<Api["GET /v1/gateways"]["output"]>
    charges: {
      /** Charge a payer's token through a gateway; a retry with the same key returns the same result, even when the charge was declined. */
      create(id: string, input: Api["POST /v1/gateways/{id}/charges/create"]["input"], options?: Options): Promise<Api["POST /v1/gateways/{id}/charges/create"]["output"]>
    }
  }
  gatewayConnections: {
    differences: {
      /** The connections whose provider held another amount than the ledger says, by the newest daily comparison of each. */
      list(input?: Api["GET /v1/gateway-connections/differences"]["input"], options?: Options): List<Api["GET /v1/gateway-connections/differences"]["output"]>
    }
    providers: {
      /** The payment providers that this tenant can connect its own account of, and what each asks for. */
      list(input?: Api["GET /v1/gateway-connections/providers"]["input"], options?: Options): List<Api["GET /v1/gateway-connections/providers"]["output"]>
    }
    orders: {
      /** Which connections serve a method in a currency, the first one first; without an order the oldest connection serves it. */
      list(input?: Api["GET /v1/gateway-connections/orders"]["input"], options?: Options): List<Api["GET /v1/gateway-connections/orders"]["output"]>
    }
    /** List the connections to payment providers, newest first, without their credentials. */
    list(input?: Api["GET /v1/gateway-connections"]["input"], options?: Options): List<Api["GET /v1/gateway-connections"]["output"]>
    /** One connection, with the last characters of each credential and the result of its last test. */
    get(id: string, input?: Api["GET /v1/gateway-connections/{id}"]["input"], options?: Options): Promise<Api["GET /v1/gateway-connections/{id}"]["output"]>
    /** The messages that the provider sent in the last 30 days, newest first, and what each did. */
    messages(id: string, input?: Api["GET /v1/gateway-connections/{id}/messages"]["input"], options?: Options): List<Api["GET /v1/gateway-connections/{id}/messages"]["output"]>
    /** Connect your own account at a payment provider; the credentials are tried, sealed and never shown again. */
    create(input: Api["POST /v1/gateway-connections/create"]["input"], options?: Options): Promise<Api["POST /v1/gateway-connections/create"]["output"]>
    /** Change the name, the methods and currencies that are offered, or the metadata. */
    update(id: string, input?: Api["POST /v1/gateway-connections/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/gateway-connections/{id}/update"]["output"]>
    /** Try the credentials at the provider and say what does not work; no money moves. */
    test(id: string, input?: Api["POST /v1/gateway-connections/{id}/test"]["input"], options?: Options): Promise<Api["POST /v1/gateway-connections/{id}/test"]["output"]>
    /** Replace credentials by others of the same account; they are tried first, and calls use them from then on. */
    rotate(id: string, input: Api["POST /v1/gateway-connections/{id}/rotate"]["input"], options?: Options): Promise<Api["POST /v1/gateway-connections/{id}/rotate"]["output"]>
    /** Let the provider sign its messages with a new secret; messages signed with the old one are accepted for a day. */
    rotateSecret(id: string, input?: Api["POST /v1/gateway-connections/{id}/rotate-secret"]["input"], options?: Options): Promise<Api["POST /v1/gateway-connections/{id}/rotate-secret"]["output"]>
    /** Begin no new charge through a connection; what is open goes on. */
    pause(id: string, input?: Api["POST /v1/gateway-connections/{id}/pause"]["input"], options?: Options): Promise<Api["POST /v1/gateway-connections/{id}/pause"]["output"]>
    /** Charge through a paused connection again. */
    resume(id: string, input?: Api["POST /v1/gateway-connections/{id}/resume"]["input"], options?: Options): Promise<Api["POST /v1/gateway-connections/{id}/resume"]["output"]>
    /** End a connection: no new work at once; its credentials are erased when nothing is open at the provider. */
    disconnect(id: string, input?: Api["POST /v1/gateway-connections/{id}/disconnect"]["input"], options?: Options): Promise<Api["POST /v1/gateway-connections/{id}/disconnect"]["output"]>
    /** Say which connection serves a method in a currency: the first active one of the list. */
    order(input: Api["POST /v1/gateway-connections/order"]["input"], options?: Options): Promise<Api["POST /v1/gateway-connections/order"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/gateway-connections/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/gateway-connections/{id}/timeline"]["output"]>
    /** What the provider holds beside what the ledger says it holds, by currency, and movements of a day that the ledger does not have. */
    reconciliation(id: string, input?: Api["GET /v1/gateway-connections/{id}/reconciliation"]["input"], options?: Options): Promise<Api["GET /v1/gateway-connections/{id}/reconciliation"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/gateway-connections/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/gateway-connections/{id}/actions"]["output"]>
  }
  fxRates: {
    /** Compare what arrives through each provider when money is sent in another currency. */
    get(input: Api["GET /v1/fx-rates"]["input"], options?: Options): Promise<Api["GET /v1/fx-rates"]["output"]>
  }
  financingRates: {
    /** Simulate paying in installments: what each number of them costs. */
    get(input: Api["GET /v1/financing-rates"]["input"], options?: Options): Promise<Api["GET /v1/financing-rates"]["output"]>
  }
  bankTransfers: {
    /** List incoming bank transfers, newest first; the unallocated ones name no payment intent and wait for a user to allocate them. */
    list(input?: Api["GET /v1/bank-transfers"]["input"], options?: Options): List<Api["GET /v1/bank-transfers"]["output"]>
    /** One bank transfer, with the payment intent it paid and its transaction. */
    get(id: string, input?: Api["GET /v1/bank-transfers/{id}"]["input"], options?: Options): Promise<Api["GET /v1/bank-transfers/{id}"]["output"]>
    /** Allocate an unallocated bank transfer to a payment intent: it pays the intent, and a surplus becomes the contact's credit. */
    allocate(id: string, input: Api["POST /v1/bank-transfers/{id}/allocate"]["input"], options?: Options): Promise<Api["POST /v1/bank-transfers/{id}/allocate"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/bank-transfers/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/bank-transfers/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/bank-transfers/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/bank-transfers/{id}/actions"]["output"]>
  }
  simulations: {
    bankTransfers: {
      /** Sandbox only: simulate an incoming bank transfer; the number of a payment intent in its reference allocates it. */
      create(input: Api["POST /v1/simulations/bank-transfers/create"]["input"], options?: Options): Promise<Api["POST /v1/simulations/bank-transfers/create"]["output"]>
    }
    authorizations: {
      /** Sandbox only: the payer revokes an active mandate at the bank. */
      revoke(id: string, input?: Api["POST /v1/simulations/authorizations/{id}/revoke"]["input"], options?: Options): Promise<Api["POST /v1/simulations/authorizations/{id}/revoke"]["output"]>
    }
    savedMethods: {
      /** Sandbox only: the gateway keeps a saved card no longer, as if it had been removed there. */
      detach(id: string, input?: Api["POST /v1/simulations/saved-methods/{id}/detach"]["input"], options?: Options): Promise<Api["POST /v1/simulations/saved-methods/{id}/detach"]["output"]>
    }
    transactions: {
      /** Sandbox only: the payer's bank takes a settled charge back, as banks do with a direct debit that the payer objects to. */
      reverse(id: string, input?: Api["POST /v1/simulations/transactions/{id}/reverse"]["input"], options?: Options): Promise<Api["POST /v1/simulations/transactions/{id}/reverse"]["output"]>
      /** Sandbox only: the payer follows the simulator's instructions and pays. */
      pay(id: string, input?: Api["POST /v1/simulations/transactions/{id}/pay"]["input"], options?: Options): Promise<Api["POST /v1/simulations/transactions/{id}/pay"]["output"]>
      /** Sandbox only: the payer ignores the instructions until they expire. */
      expire(id: string, input?: Api["POST /v1/simulations/transactions/{id}/expire"]["input"], options?: Options): Promise<Api["POST /v1/simulations/transactions/{id}/expire"]["output"]>
    }
    disputes: {
      /** Sandbox only: the payer's bank contests a charge through the simulator, or a part of it. */
      create(input: Api["POST /v1/simulations/disputes/create"]["input"], options?: Options): Promise<Api["POST /v1/simulations/disputes/create"]["output"]>
      /** Sandbox only: the payer's bank makes a dispute of its inquiry, or a lost dispute is appealed; both need new evidence. */
      advance(id: string, input: Api["POST /v1/simulations/disputes/{id}/advance"]["input"], options?: Options): Promise<Api["POST /v1/simulations/disputes/{id}/advance"]["output"]>
      /** Sandbox only: the payer's bank decides a dispute, or changes its decision. */
      resolve(id: string, input: Api["POST /v1/simulations/disputes/{id}/resolve"]["input"], options?: Options): Promise<Api["POST /v1/simulations/disputes/{id}/resolve"]["output"]>
    }
    payouts: {
      /** Sandbox only: make a processing payout fail, or have the bank return a paid one. */
      fail(id: string, input?: Api["POST /v1/simulations/payouts/{id}/fail"]["input"], options?: Options): Promise<Api["POST /v1/simulations/payouts/{id}/fail"]["output"]>
    }
    /** Sandbox only: move the tenant's clock forward; everything that falls due on the way happens in order, each at its time. */
    clock: ((input?: Api["POST /v1/simulations/clock"]["input"], options?: Options) => Promise<Api["POST /v1/simulations/clock"]["output"]>) & {
      /** Sandbox only: the time of the tenant's clock and, while it moves, how far it has come. */
      get(input?: Api["GET /v1/simulations/clock"]["input"], options?: Options): Promise<Api["GET /v1/simulations/clock"]["output"]>
    }
    queue: {
      /** Sandbox only: what waits for the tenant's clock, soonest first, with the event that each will publish. */
      list(input?: Api["GET /v1/simulations/queue"]["input"], options?: Options): List<Api["GET /v1/simulations/queue"]["output"]>
    }
  }
  authorizations: {
    /** Create a contact's direct-debit mandate for one of their bank accounts; it can be charged once it is active. */
    create(input: Api["POST /v1/authorizations/create"]["input"], options?: Options): Promise<Api["POST /v1/authorizations/create"]["output"]>
    /** List direct-debit mandates, newest first. */
    list(input?: Api["GET /v1/authorizations"]["input"], options?: Options): List<Api["GET /v1/authorizations"]["output"]>
    /** One direct-debit mandate. */
    get(id: string, input?: Api["GET /v1/authorizations/{id}"]["input"], options?: Options): Promise<Api["GET /v1/authorizations/{id}"]["output"]>
    /** Change the metadata; nothing else about a mandate can be changed. */
    update(id: string, input?: Api["POST /v1/authorizations/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/authorizations/{id}/update"]["output"]>
    /** Cancel a mandate that is not active yet; its approval request is canceled with it. */
    cancel(id: string, input?: Api["POST /v1/authorizations/{id}/cancel"]["input"], options?: Options): Promise<Api["POST /v1/authorizations/{id}/cancel"]["output"]>
    /** End an active mandate: nothing more is charged by it; a charge in progress goes on. */
    revoke(id: string, input?: Api["POST /v1/authorizations/{id}/revoke"]["input"], options?: Options): Promise<Api["POST /v1/authorizations/{id}/revoke"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/authorizations/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/authorizations/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/authorizations/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/authorizations/{id}/actions"]["output"]>
    /** Create the mandate that a payer has signed, with its bank account; when it becomes active, the payment intent is charged once. */
    sign(input: Api["POST /v1/authorizations/sign"]["input"], options?: Options): Promise<Api["POST /v1/authorizations/sign"]["output"]>
    debits: {
      /** Debit a payer by a mandate that you hold yourself: the debit waits for a payment file, and is paid once the bank says so. */
      create(id: string, input: Api["POST /v1/authorizations/{id}/debits/create"]["input"], options?: Options): Promise<Api["POST /v1/authorizations/{id}/debits/create"]["output"]>
    }
  }
  savedMethods: {
    /** List the cards that payers have saved for later payments, newest first. */
    list(input?: Api["GET /v1/saved-methods"]["input"], options?: Options): List<Api["GET /v1/saved-methods"]["output"]>
    /** One saved card: its brand, last digits and expiry, where it is kept, and how the payer agreed. */
    get(id: string, input?: Api["GET /v1/saved-methods/{id}"]["input"], options?: Options): Promise<Api["GET /v1/saved-methods/{id}"]["output"]>
    /** Remove a saved card, here and at its gateway: nothing more is charged by it; a charge in progress goes on. */
    remove(id: string, input?: Api["POST /v1/saved-methods/{id}/remove"]["input"], options?: Options): Promise<Api["POST /v1/saved-methods/{id}/remove"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/saved-methods/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/saved-methods/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/saved-methods/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/saved-methods/{id}/actions"]["output"]>
  }
  refundIntents: {
    /** Start a refund against a settled charge, whole, by amount or by line, as a draft awaiting a person's approval. */
    create(input: Api["POST /v1/refund-intents/create"]["input"], options?: Options): Promise<Api["POST /v1/refund-intents/create"]["output"]>
    /** List refund requests with approval and settlement state, newest first; filter by transaction, payment intent, contact or status. */
    list(input?: Api["GET /v1/refund-intents"]["input"], options?: Options): List<Api["GET /v1/refund-intents"]["output"]>
    /** One refund request with per-item amounts, fees and taxes. */
    get(id: string, input?: Api["GET /v1/refund-intents/{id}"]["input"], options?: Options): Promise<Api["GET /v1/refund-intents/{id}"]["output"]>
    /** Change the metadata; nothing else about a refund can be changed. */
    update(id: string, input?: Api["POST /v1/refund-intents/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/refund-intents/{id}/update"]["output"]>
    /** Approve a draft that no policy holds: the gateway gives the money back, or a person does and then settles it. */
    approve(id: string, input?: Api["POST /v1/refund-intents/{id}/approve"]["input"], options?: Options): Promise<Api["POST /v1/refund-intents/{id}/approve"]["output"]>
    /** Reject a draft that no policy holds; its amount can be refunded again. */
    reject(id: string, input?: Api["POST /v1/refund-intents/{id}/reject"]["input"], options?: Options): Promise<Api["POST /v1/refund-intents/{id}/reject"]["output"]>
    /** Cancel a draft; its approval request is canceled with it, and its amount can be refunded again. */
    cancel(id: string, input?: Api["POST /v1/refund-intents/{id}/cancel"]["input"], options?: Options): Promise<Api["POST /v1/refund-intents/{id}/cancel"]["output"]>
    /** Record that an approved refund of a payment without a gateway was paid by hand. */
    settle(id: string, input: Api["POST /v1/refund-intents/{id}/settle"]["input"], options?: Options): Promise<Api["POST /v1/refund-intents/{id}/settle"]["output"]>
    /** Record that an approved refund could not be paid by hand; its amount can be refunded again. */
    fail(id: string, input: Api["POST /v1/refund-intents/{id}/fail"]["input"], options?: Options): Promise<Api["POST /v1/refund-intents/{id}/fail"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/refund-intents/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/refund-intents/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/refund-intents/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/refund-intents/{id}/actions"]["output"]>
    /** The credit note of a settled refund as a PDF, with the tax in it. */
    document(id: string, input?: Api["GET /v1/refund-intents/{id}/document"]["input"], options?: Options): Promise<Response>
    /** Why it has its status and its figures, in sentences, with the objects that say so. */
    explain(id: string, input?: Api["GET /v1/refund-intents/{id}/explain"]["input"], options?: Options): Promise<Api["GET /v1/refund-intents/{id}/explain"]["output"]>
  }
  disputes: {
    /** List disputes, newest first; open: true narrows to those that need attention. */
    list(input?: Api["GET /v1/disputes"]["input"], options?: Options): List<Api["GET /v1/disputes"]["output"]>
    /** One dispute with its reason, its evidence and the date to answer by. */
    get(id: string, input?: Api["GET /v1/disputes/{id}"]["input"], options?: Options): Promise<Api["GET /v1/disputes/{id}"]["output"]>
    /** Change the metadata; everything else about a dispute comes from its gateway. */
    update(id: string, input: Api["POST /v1/disputes/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/disputes/{id}/update"]["output"]>
    /** Submit evidence until its due date; the payer's bank reviews it, and evidence that is sent again replaces the earlier. */
    evidence(id: string, input: Api["POST /v1/disputes/{id}/evidence"]["input"], options?: Options): Promise<Api["POST /v1/disputes/{id}/evidence"]["output"]>
    /** Give up an open dispute: the money is lost, and partners give back their part. */
    accept(id: string, input?: Api["POST /v1/disputes/{id}/accept"]["input"], options?: Options): Promise<Api["POST /v1/disputes/{id}/accept"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/disputes/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/disputes/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/disputes/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/disputes/{id}/actions"]["output"]>
    /** Why it has its status and its figures, in sentences, with the objects that say so. */
    explain(id: string, input?: Api["GET /v1/disputes/{id}/explain"]["input"], options?: Options): Promise<Api["GET /v1/disputes/{id}/explain"]["output"]>
  }
  payouts: {
    /** Pay out splits of a partner, a part of what you owe it, or your own balance; the money is reserved at once and then sent. */
    create(input: Api["POST /v1/payouts/create"]["input"], options?: Options): Promise<Api["POST /v1/payouts/create"]["output"]>
    /** List payouts, newest first; filter by status, partnership, method or currency. */
    list(input?: Api["GET /v1/payouts"]["input"], options?: Options): List<Api["GET /v1/payouts"]["output"]>
    /** One payout with its exchange rate and, if it failed, the reason; bank account numbers are always masked. */
    get(id: string, input?: Api["GET /v1/payouts/{id}"]["input"], options?: Options): Promise<Api["GET /v1/payouts/{id}"]["output"]>
    /** Change the metadata; nothing else about a payout can be changed. */
    update(id: string, input?: Api["POST /v1/payouts/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/payouts/{id}/update"]["output"]>
    /** Send a draft; it waits for approval when a policy holds it. */
    send(id: string, input?: Api["POST /v1/payouts/{id}/send"]["input"], options?: Options): Promise<Api["POST /v1/payouts/{id}/send"]["output"]>
    /** Cancel a payout that was not sent and is in no payment file; its splits are due again and its balance is free. */
    cancel(id: string, input?: Api["POST /v1/payouts/{id}/cancel"]["input"], options?: Options): Promise<Api["POST /v1/payouts/{id}/cancel"]["output"]>
    /** Confirm that a payout with method manual was sent, or that the bank executed one with method bank-file. */
    confirm(id: string, input: Api["POST /v1/payouts/{id}/confirm"]["input"], options?: Options): Promise<Api["POST /v1/payouts/{id}/confirm"]["output"]>
    /** Record that a payout with method manual or bank-file was not executed, or that the bank returned it; its splits are due again. */
    fail(id: string, input: Api["POST /v1/payouts/{id}/fail"]["input"], options?: Options): Promise<Api["POST /v1/payouts/{id}/fail"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/payouts/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/payouts/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/payouts/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/payouts/{id}/actions"]["output"]>
    /** The advice of a payout as a PDF, with the shares that it pays. */
    document(id: string, input?: Api["GET /v1/payouts/{id}/document"]["input"], options?: Options): Promise<Response>
    /** Why it has its status and its figures, in sentences, with the objects that say so. */
    explain(id: string, input?: Api["GET /v1/payouts/{id}/explain"]["input"], options?: Options): Promise<Api["GET /v1/payouts/{id}/explain"]["output"]>
  }
  paymentFiles: {
    /** What a payment file for an own account would hold, as the file would say it, with what can't be in it and why. */
    ready(input: Api["GET /v1/payment-files/ready"]["input"], options?: Options): Promise<Api["GET /v1/payment-files/ready"]["output"]>
    /** What a file of debits for an own account would hold, as the file would say it, with what can't be in it and why. */
    debitsReady(input: Api["GET /v1/payment-files/debits-ready"]["input"], options?: Options): Promise<Api["GET /v1/payment-files/debits-ready"]["output"]>
    /** Make a file of payouts with method bank-file, or of debits, for a person to give to the bank; a payment is in one file only. */
    create(input: Api["POST /v1/payment-files/create"]["input"], options?: Options): Promise<Api["POST /v1/payment-files/create"]["output"]>
    /** List payment files, newest first, without their lines. */
    list(input?: Api["GET /v1/payment-files"]["input"], options?: Options): List<Api["GET /v1/payment-files"]["output"]>
    /** One payment file, with what has become of each payment. */
    get(id: string, input?: Api["GET /v1/payment-files/{id}"]["input"], options?: Options): Promise<Api["GET /v1/payment-files/{id}"]["output"]>
    /** The bytes of a payment file, the same each time; they have whole account numbers. */
    content(id: string, input?: Api["GET /v1/payment-files/{id}/content"]["input"], options?: Options): Promise<Response>
    /** Record that the file was given to the bank; its payments are sent then, and it can't be canceled any more. */
    markSent(id: string, input?: Api["POST /v1/payment-files/{id}/mark-sent"]["input"], options?: Options): Promise<Api["POST /v1/payment-files/{id}/mark-sent"]["output"]>
    /** Cancel a file that was not given to the bank; its payments are ready for another one. */
    cancel(id: string, input?: Api["POST /v1/payment-files/{id}/cancel"]["input"], options?: Options): Promise<Api["POST /v1/payment-files/{id}/cancel"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/payment-files/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/payment-files/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/payment-files/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/payment-files/{id}/actions"]["output"]>
  }
  subscriptions: {
    /** Create a schedule that raises a payment intent each cycle and, with the mode auto-charge, charges it by a mandate or to a card. */
    create(input: Api["POST /v1/subscriptions/create"]["input"], options?: Options): Promise<Api["POST /v1/subscriptions/create"]["output"]>
    /** List payment schedules, newest first; filter by status, mode or contact. */
    list(input?: Api["GET /v1/subscriptions"]["input"], options?: Options): List<Api["GET /v1/subscriptions"]["output"]>
    /** One payment schedule, by id or number, with its cadence, amounts and charge statistics. */
    get(id: string, input?: Api["GET /v1/subscriptions/{id}"]["input"], options?: Options): Promise<Api["GET /v1/subscriptions/{id}"]["output"]>
    /** The next cycles as they will be raised: their dates, due dates and amounts. */
    upcoming(id: string, input?: Api["GET /v1/subscriptions/{id}/upcoming"]["input"], options?: Options): Promise<Api["GET /v1/subscriptions/{id}/upcoming"]["output"]>
    /** Change items, dates, mandate or texts, from the next cycle on; fields that are not sent stay as they are. */
    update(id: string, input?: Api["POST /v1/subscriptions/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/subscriptions/{id}/update"]["output"]>
    /** Pause a schedule: nothing is raised until it is resumed. */
    pause(id: string, input?: Api["POST /v1/subscriptions/{id}/pause"]["input"], options?: Options): Promise<Api["POST /v1/subscriptions/{id}/pause"]["output"]>
    /** Resume a paused schedule with its next date; the cycles that fell into the pause are not billed. */
    resume(id: string, input?: Api["POST /v1/subscriptions/{id}/resume"]["input"], options?: Options): Promise<Api["POST /v1/subscriptions/{id}/resume"]["output"]>
    /** Cancel a schedule for good, now or when its running cycle ends; payment intents that it raised stay due. */
    cancel(id: string, input?: Api["POST /v1/subscriptions/{id}/cancel"]["input"], options?: Options): Promise<Api["POST /v1/subscriptions/{id}/cancel"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/subscriptions/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/subscriptions/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/subscriptions/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/subscriptions/{id}/actions"]["output"]>
    /** Why it has its status and its figures, in sentences, with the objects that say so. */
    explain(id: string, input?: Api["GET /v1/subscriptions/{id}/explain"]["input"], options?: Options): Promise<Api["GET /v1/subscriptions/{id}/explain"]["output"]>
  }
  paymentLinks: {
    /** Create a payment link, an address at which anybody can buy the same services; nothing is charged. */
    create(input: Api["POST /v1/payment-links/create"]["input"], options?: Options): Promise<Api["POST /v1/payment-links/create"]["output"]>
    /** List payment links that many people use, newest first; filter by status. */
    list(input?: Api["GET /v1/payment-links"]["input"], options?: Options): List<Api["GET /v1/payment-links"]["output"]>
    /** One payment link, by id or number, with its public address, its limits and what is left. */
    get(id: string, input?: Api["GET /v1/payment-links/{id}"]["input"], options?: Options): Promise<Api["GET /v1/payment-links/{id}"]["output"]>
    /** The purchases of a payment link by status, and what they brought in. */
    stats(id: string, input?: Api["GET /v1/payment-links/{id}/stats"]["input"], options?: Options): Promise<Api["GET /v1/payment-links/{id}/stats"]["output"]>
    /** Change the texts, custom fields, limits or stock of a payment link; its lines and prices stay. */
    update(id: string, input?: Api["POST /v1/payment-links/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/payment-links/{id}/update"]["output"]>
    /** Stop the sale at a payment link; purchases that were made can still be paid. */
    deactivate(id: string, input?: Api["POST /v1/payment-links/{id}/deactivate"]["input"], options?: Options): Promise<Api["POST /v1/payment-links/{id}/deactivate"]["output"]>
    /** Sell at a payment link again. */
    activate(id: string, input?: Api["POST /v1/payment-links/{id}/activate"]["input"], options?: Options): Promise<Api["POST /v1/payment-links/{id}/activate"]["output"]>
    purchases: {
      /** What the public page does for a visitor: make the order and the payment intent, which the visitor then pays. */
      create(id: string, input: Api["POST /v1/payment-links/{id}/purchases/create"]["input"], options?: Options): Promise<Api["POST /v1/payment-links/{id}/purchases/create"]["output"]>
    }
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/payment-links/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/payment-links/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/payment-links/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/payment-links/{id}/actions"]["output"]>
  }
  paymentLinkPurchases: {
    /** List what visitors of payment links have ordered, newest first; filter by payment link or status. */
    list(input?: Api["GET /v1/payment-link-purchases"]["input"], options?: Options): List<Api["GET /v1/payment-link-purchases"]["output"]>
    /** One purchase at a payment link, with the answers to its custom fields. */
    get(id: string, input?: Api["GET /v1/payment-link-purchases/{id}"]["input"], options?: Options): Promise<Api["GET /v1/payment-link-purchases/{id}"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/payment-link-purchases/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/payment-link-purchases/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/payment-link-purchases/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/payment-link-purchases/{id}/actions"]["output"]>
  }
  bankLines: {
    /** List the lines of bank statements, newest first; new and suggested ones wait for a person. */
    list(input?: Api["GET /v1/bank-lines"]["input"], options?: Options): List<Api["GET /v1/bank-lines"]["output"]>
    /** One line of a bank statement with what it is matched to, or what it may be. */
    get(id: string, input?: Api["GET /v1/bank-lines/{id}"]["input"], options?: Options): Promise<Api["GET /v1/bank-lines/{id}"]["output"]>
    /** Match a line: money in pays one or several payment intents, money out confirms a payout or a refund, and a return takes back. */
    match(id: string, input: Api["POST /v1/bank-lines/{id}/match"]["input"], options?: Options): Promise<Api["POST /v1/bank-lines/{id}/match"]["output"]>
    /** Match a suggested line to its first candidate. */
    accept(id: string, input?: Api["POST /v1/bank-lines/{id}/accept"]["input"], options?: Options): Promise<Api["POST /v1/bank-lines/{id}/accept"]["output"]>
    /** Undo a match or an ignored line: opposite entries take back what it booked, for a payment file all at once, and the line waits anew. */
    unmatch(id: string, input?: Api["POST /v1/bank-lines/{id}/unmatch"]["input"], options?: Options): Promise<Api["POST /v1/bank-lines/{id}/unmatch"]["output"]>
    /** Say that a line is none of ours, with a note; nothing is booked. */
    ignore(id: string, input: Api["POST /v1/bank-lines/{id}/ignore"]["input"], options?: Options): Promise<Api["POST /v1/bank-lines/{id}/ignore"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/bank-lines/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/bank-lines/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/bank-lines/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/bank-lines/{id}/actions"]["output"]>
  }
  bankStatements: {
    /** Import a file (camt.053, camt.054, MT940, OFX, CSV), completely or not at all; the same bytes again answer the same statement. */
    import(input: Api["POST /v1/bank-statements/import"]["input"], options?: Options): Promise<Api["POST /v1/bank-statements/import"]["output"]>
    /** Read the first lines of a file as an import would, by a CSV profile that is given, saved or guessed; nothing is stored. */
    preview(input: Api["POST /v1/bank-statements/preview"]["input"], options?: Options): Promise<Api["POST /v1/bank-statements/preview"]["output"]>
    imports: {
      /** List how far the imports of large files are that have not answered yet. */
      list(input?: Api["GET /v1/bank-statements/imports"]["input"], options?: Options): List<Api["GET /v1/bank-statements/imports"]["output"]>
    }
    /** List imported bank statements, newest first. */
    list(input?: Api["GET /v1/bank-statements"]["input"], options?: Options): List<Api["GET /v1/bank-statements"]["output"]>
    /** One bank statement with its balances and what it added. */
    get(id: string, input?: Api["GET /v1/bank-statements/{id}"]["input"], options?: Options): Promise<Api["GET /v1/bank-statements/{id}"]["output"]>
    /** What the bank has, what the books have, and which lines explain the difference, in the statement's currency. */
    reconciliation(id: string, input?: Api["GET /v1/bank-statements/{id}/reconciliation"]["input"], options?: Options): Promise<Api["GET /v1/bank-statements/{id}/reconciliation"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/bank-statements/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/bank-statements/{id}/timeline"]["output"]>
  }
  csvProfiles: {
    /** List how the banks of your accounts write CSV, newest first; an import with saveProfile saves one. */
    list(input?: Api["GET /v1/csv-profiles"]["input"], options?: Options): List<Api["GET /v1/csv-profiles"]["output"]>
    /** One saved CSV profile. */
    get(id: string, input?: Api["GET /v1/csv-profiles/{id}"]["input"], options?: Options): Promise<Api["GET /v1/csv-profiles/{id}"]["output"]>
    /** Delete a saved CSV profile: the columns of later files are guessed again. */
    delete(id: string, input?: Api["POST /v1/csv-profiles/{id}/delete"]["input"], options?: Options): Promise<Api["POST /v1/csv-profiles/{id}/delete"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/csv-profiles/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/csv-profiles/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/csv-profiles/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/csv-profiles/{id}/actions"]["output"]>
  }
  bankAnswers: {
    /** Import what the bank answers about payment files: a status report (pain.002), or NACHA returns and notifications of change. */
    import(input: Api["POST /v1/bank-answers/import"]["input"], options?: Options): Promise<Api["POST /v1/bank-answers/import"]["output"]>
    /** List imported answers of the bank, newest first. */
    list(input?: Api["GET /v1/bank-answers"]["input"], options?: Options): List<Api["GET /v1/bank-answers"]["output"]>
    /** One answer of the bank, with what each part of it did; what is waiting is for a person. */
    get(id: string, input?: Api["GET /v1/bank-answers/{id}"]["input"], options?: Options): Promise<Api["GET /v1/bank-answers/{id}"]["output"]>
    /** Say how a person has dealt with a part of an answer that waits; nothing is booked. */
    handle(id: string, input: Api["POST /v1/bank-answers/{id}/handle"]["input"], options?: Options): Promise<Api["POST /v1/bank-answers/{id}/handle"]["output"]>
    /** Apply the parts of an answer that wait once more, such as after their payment file was marked as sent. */
    retry(id: string, input?: Api["POST /v1/bank-answers/{id}/retry"]["input"], options?: Options): Promise<Api["POST /v1/bank-answers/{id}/retry"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/bank-answers/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/bank-answers/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/bank-answers/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/bank-answers/{id}/actions"]["output"]>
  }
  analytics: {
    /** What was billed, paid, refunded and canceled, and what is owed, in one of eleven formats, by currency in whole minor units. */
    paymentIntents(input: Api["GET /v1/analytics/payment-intents"]["input"], options?: Options): Promise<Api["GET /v1/analytics/payment-intents"]["output"]>
    /** How many charges and refunds there are and what they add up to, by status and by type, by currency in whole minor units. */
    transactions(input?: Api["GET /v1/analytics/transactions"]["input"], options?: Options): Promise<Api["GET /v1/analytics/transactions"]["output"]>
    /** What was billed and refunded at each tax rate and the tax in it, in all and by month, by currency in whole minor units. */
    taxes(input?: Api["GET /v1/analytics/taxes"]["input"], options?: Options): Promise<Api["GET /v1/analytics/taxes"]["output"]>
    /** What was billed, paid and refunded by the source of the orders, such as payment links, by currency in whole minor units. */
    sources(input?: Api["GET /v1/analytics/sources"]["input"], options?: Options): Promise<Api["GET /v1/analytics/sources"]["output"]>
    /** MRR, churn, net revenue, new and lost payers by month, compared with the period before, by currency in whole minor units. */
    revenue(input?: Api["GET /v1/analytics/revenue"]["input"], options?: Options): Promise<Api["GET /v1/analytics/revenue"]["output"]>
    /** The balances by currency, and all of them in the reporting currency, by the rates that the service has. */
    balances(input?: Api["GET /v1/analytics/balances"]["input"], options?: Options): Promise<Api["GET /v1/analytics/balances"]["output"]>
    /** What partners are owed, were paid and are still due, by month, partner and team, compared with the ledger. */
    paymentSplits(input?: Api["GET /v1/analytics/payment-splits"]["input"], options?: Options): Promise<Api["GET /v1/analytics/payment-splits"]["output"]>
    /** What contacts owe and how long they are late, in all and for each, by currency in whole minor units. */
    receivables(input?: Api["GET /v1/analytics/receivables"]["input"], options?: Options): Promise<Api["GET /v1/analytics/receivables"]["output"]>
  }
  journal: {
    /** Every movement of money as lines of double-entry bookkeeping, by day; also as a CSV, DATEV or QuickBooks file. */
    get(input?: Api["GET /v1/journal"]["input"], options?: Options): Promise<Api["GET /v1/journal"]["output"]>
    /** The debits and credits of each account in a period, and the accounts that have no external account. */
    totals(input?: Api["GET /v1/journal/totals"]["input"], options?: Options): Promise<Api["GET /v1/journal/totals"]["output"]>
    /** Replace the accounts of your accounting program; months that are closed keep those they were closed with. */
    accounts: ((input?: Api["POST /v1/journal/accounts"]["input"], options?: Options) => Promise<Api["POST /v1/journal/accounts"]["output"]>) & {
      /** Which account of your accounting program each account of the ledger is, and what a DATEV file says about you. */
      get(input?: Api["GET /v1/journal/accounts"]["input"], options?: Options): Promise<Api["GET /v1/journal/accounts"]["output"]>
    }
    /** Close a month, and the open months before it: no entry is dated in it any more, and its export stays the same. */
    close(input: Api["POST /v1/journal/close"]["input"], options?: Options): Promise<Api["POST /v1/journal/close"]["output"]>
  }
  journalCloses: {
    /** List the months that were closed, newest first, with their totals and the hash of their export. */
    list(input?: Api["GET /v1/journal-closes"]["input"], options?: Options): List<Api["GET /v1/journal-closes"]["output"]>
    /** Get the close of a month. */
    get(id: string, input?: Api["GET /v1/journal-closes/{id}"]["input"], options?: Options): Promise<Api["GET /v1/journal-closes/{id}"]["output"]>
    /** Reject a reopening that no policy holds, or withdraw your own; the month stays closed. */
    reject(id: string, input?: Api["POST /v1/journal-closes/{id}/reject"]["input"], options?: Options): Promise<Api["POST /v1/journal-closes/{id}/reject"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/journal-closes/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/journal-closes/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/journal-closes/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/journal-closes/{id}/actions"]["output"]>
  }
  checkpoints: {
    /** Signed statements of how far ledger and audit log were, newest first. */
    list(input?: Api["GET /v1/checkpoints"]["input"], options?: Options): List<Api["GET /v1/checkpoints"]["output"]>
    /** The last checkpoint, what no checkpoint covers yet, and whether the next one is late. */
    status(input?: Api["GET /v1/checkpoints/status"]["input"], options?: Options): Promise<Api["GET /v1/checkpoints/status"]["output"]>
    /** Get a checkpoint, by its id or its number. */
    get(id: string, input?: Api["GET /v1/checkpoints/{id}"]["input"], options?: Options): Promise<Api["GET /v1/checkpoints/{id}"]["output"]>
    /** Sign how far ledger and audit log are; returns the last checkpoint if nothing was added since. */
    sign(input?: Api["POST /v1/checkpoints/sign"]["input"], options?: Options): Promise<Api["POST /v1/checkpoints/sign"]["output"]>
    /** Ledger and audit log up to the last checkpoint as lines of JSON, for the offline verifier; everything, unmasked. */
    export(input?: Api["GET /v1/checkpoints/export"]["input"], options?: Options): Promise<Response>
    /** Let anybody read the checkpoints, or nobody any more. They reveal hashes, and how many entries there are. */
    settings: ((input: Api["POST /v1/checkpoints/settings"]["input"], options?: Options) => Promise<Api["POST /v1/checkpoints/settings"]["output"]>) & {
      /** Whether anybody may read the checkpoints, and the addresses of checkpoints, keys and verifier. */
      get(input?: Api["GET /v1/checkpoints/settings"]["input"], options?: Options): Promise<Api["GET /v1/checkpoints/settings"]["output"]>
    }
  }
  search: {
    /** Fuzzy search in contacts and partnerships by name, e-mail or keyword. If you know the reference, use contact_get or partnership_get. */
    get(input: Api["GET /v1/search"]["input"], options?: Options): Promise<Api["GET /v1/search"]["output"]>
  }
  imports: {
    /** Upload a CSV file of contacts, partnerships, services, open payment intents, subscriptions or mandates; nothing is created yet. */
    create(input: Api["POST /v1/imports/create"]["input"], options?: Options): Promise<Api["POST /v1/imports/create"]["output"]>
    /** List imports of the kinds that you may create, newest first. */
    list(input?: Api["GET /v1/imports"]["input"], options?: Options): List<Api["GET /v1/imports"]["output"]>
    /** One import, with how far it is. */
    get(id: string, input?: Api["GET /v1/imports/{id}"]["input"], options?: Options): Promise<Api["GET /v1/imports/{id}"]["output"]>
    /** Change the mapping of a draft; an earlier dry run is forgotten. */
    update(id: string, input?: Api["POST /v1/imports/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/imports/{id}/update"]["output"]>
    /** The first rows of a draft as they would be understood, with what is wrong with them. */
    preview(id: string, input?: Api["GET /v1/imports/{id}/preview"]["input"], options?: Options): Promise<Api["GET /v1/imports/{id}/preview"]["output"]>
    /** Try every row by the rules of its create and write nothing but a report; each row is tried as if it were the first. */
    check(id: string, input?: Api["POST /v1/imports/{id}/check"]["input"], options?: Options): Promise<Api["POST /v1/imports/{id}/check"]["output"]>
    /** Create an object of each row, once; a failed import goes on where it stopped. */
    start(id: string, input?: Api["POST /v1/imports/{id}/start"]["input"], options?: Options): Promise<Api["POST /v1/imports/{id}/start"]["output"]>
    /** Stop an import or its dry run; what was created stays. */
    cancel(id: string, input?: Api["POST /v1/imports/{id}/cancel"]["input"], options?: Options): Promise<Api["POST /v1/imports/{id}/cancel"]["output"]>
    /** What became of each row, of the dry run and in earnest; filter by outcome. */
    rows(id: string, input?: Api["GET /v1/imports/{id}/rows"]["input"], options?: Options): List<Api["GET /v1/imports/{id}/rows"]["output"]>
    /** What became of all rows, or of those with one outcome; also as CSV. */
    report(id: string, input?: Api["GET /v1/imports/{id}/report"]["input"], options?: Options): Promise<Api["GET /v1/imports/{id}/report"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/imports/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/imports/{id}/timeline"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/imports/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/imports/{id}/actions"]["output"]>
  }
  notes: {
    /** Write a note about an object for your colleagues; those who are mentioned get a mail, contacts and partners never see it. */
    create(input: Api["POST /v1/notes/create"]["input"], options?: Options): Promise<Api["POST /v1/notes/create"]["output"]>
    /** List notes, newest first; filter by the type and the id of an object. */
    list(input?: Api["GET /v1/notes"]["input"], options?: Options): List<Api["GET /v1/notes"]["output"]>
    /** One note. */
    get(id: string, input?: Api["GET /v1/notes/{id}"]["input"], options?: Options): Promise<Api["GET /v1/notes/{id}"]["output"]>
    /** Change a note of yours; the audit log keeps the earlier text. */
    update(id: string, input?: Api["POST /v1/notes/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/notes/{id}/update"]["output"]>
    /** Delete a note of yours; the audit log keeps its text. */
    delete(id: string, input?: Api["POST /v1/notes/{id}/delete"]["input"], options?: Options): Promise<Api["POST /v1/notes/{id}/delete"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/notes/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/notes/{id}/actions"]["output"]>
  }
  tags: {
    /** Give an object these tags and no others; every list takes the filter tag. */
    set(input: Api["POST /v1/tags/set"]["input"], options?: Options): Promise<Api["POST /v1/tags/set"]["output"]>
    /** The tags of one object, by its type and id. */
    of(input: Api["GET /v1/tags/of"]["input"], options?: Options): Promise<Api["GET /v1/tags/of"]["output"]>
    /** The tags in use, with how many objects have each; of one type, or of all that you may see. */
    get(input?: Api["GET /v1/tags"]["input"], options?: Options): Promise<Api["GET /v1/tags"]["output"]>
  }
  export: {
    /** Everything that the tenant has, as of one moment: a .tar.gz archive of CSV and JSON lines, whose last file is a manifest. */
    get(input?: Api["GET /v1/export"]["input"], options?: Options): Promise<Response>
  }
  teams: {
    /** Create a team that users, payments and partners can belong to. */
    create(input: Api["POST /v1/teams/create"]["input"], options?: Options): Promise<Api["POST /v1/teams/create"]["output"]>
    /** List the tenant's teams. */
    list(input?: Api["GET /v1/teams"]["input"], options?: Options): List<Api["GET /v1/teams"]["output"]>
    /** One team. */
    get(id: string, input?: Api["GET /v1/teams/{id}"]["input"], options?: Options): Promise<Api["GET /v1/teams/{id}"]["output"]>
    /** Change a team's name or metadata. */
    update(id: string, input?: Api["POST /v1/teams/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/teams/{id}/update"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/teams/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/teams/{id}/actions"]["output"]>
    /** What happened to the object, newest first: who, when, from where, before and after. */
    timeline(id: string, input?: Api["GET /v1/teams/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/teams/{id}/timeline"]["output"]>
  }
  roles: {
    /** List the tenant's own roles, newest first. */
    list(input?: Api["GET /v1/roles"]["input"], options?: Options): List<Api["GET /v1/roles"]["output"]>
    /** List the roles that every tenant has, with their permissions. */
    builtIn(input?: Api["GET /v1/roles/built-in"]["input"], options?: Options): Promise<Api["GET /v1/roles/built-in"]["output"]>
    /** One of the tenant's own roles. */
    get(id: string, input?: Api["GET /v1/roles/{id}"]["input"], options?: Options): Promise<Api["GET /v1/roles/{id}"]["output"]>
    /** Define a role as a set of permissions; nobody can give it a permission that they lack. */
    create(input: Api["POST /v1/roles/create"]["input"], options?: Options): Promise<Api["POST /v1/roles/create"]["output"]>
    /** Change a role's name, description or permissions; sessions and keys with it have the new permissions from their next request on. */
    update(id: string, input?: Api["POST /v1/roles/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/roles/{id}/update"]["output"]>
    /** Delete a role that no active user or key has. */
    delete(id: string, input?: Api["POST /v1/roles/{id}/delete"]["input"], options?: Options): Promise<Api["POST /v1/roles/{id}/delete"]["output"]>
    /** Which actions are possible now, and why the others are not. */
    actions(id: string, input?: Api["GET /v1/roles/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/roles/{id}/actions"]["output"]>
  }
  settings: {
    /** The tenant's name, mode, time zone and settings. */
    get(input?: Api["GET /v1/settings"]["input"], options?: Options): Promise<Api["GET /v1/settings"]["output"]>
    /** Change the tenant's name, time zone, branding, mails, part payments, portal, documents, tolerances, reporting currency, dunning days, metadata, or the window of equal requests. */
    update(input?: Api["POST /v1/settings/update"]["input"], options?: Options): Promise<Api["POST /v1/settings/update"]["output"]>
    /** Require two-factor sign-in of everybody in the tenant, after a time of grace, or no longer; API keys are not concerned. */
    requireTwoFactor(input: Api["POST /v1/settings/require-two-factor"]["input"], options?: Options): Promise<Api["POST /v1/settings/require-two-factor"]["output"]>
  }
  auditLog: {
    /** Who did what, when and from where, newest first. */
    list(input?: Api["GET /v1/audit-log"]["input"], options?: Options): List<Api["GET /v1/audit-log"]["output"]>
    /** Recompute the hash chain of the audit log and name every entry that was changed, removed or added outside of it. */
    verify(input?: Api["GET /v1/audit-log/verify"]["input"], options?: Options): Promise<Api["GET /v1/audit-log/verify"]["output"]>
  }
  billing: {
    /** The plan that the tenant pays for, its status and the current month. */
    subscription(input?: Api["GET /v1/billing/subscription"]["input"], options?: Options): Promise<Api["GET /v1/billing/subscription"]["output"]>
    plans: {
      /** List the available plans; the operator of the installation changes a tenant's plan. */
      list(input?: Api["GET /v1/billing/plans"]["input"], options?: Options): List<Api["GET /v1/billing/plans"]["output"]>
    }
    invoices: {
      /** List the tenant's own invoices for this service, newest first; filter by status. */
      list(input?: Api["GET /v1/billing/invoices"]["input"], options?: Options): List<Api["GET /v1/billing/invoices"]["output"]>
      /** One of the tenant's own invoices, with its lines. */
      get(id: string, input?: Api["GET /v1/billing/invoices/{id}"]["input"], options?: Options): Promise<Api["GET /v1/billing/invoices/{id}"]["output"]>
      /** What happened to the object, newest first: who, when, from where, before and after. */
      timeline(id: string, input?: Api["GET /v1/billing/invoices/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/billing/invoices/{id}/timeline"]["output"]>
      /** Which actions are possible now, and why the others are not. */
      actions(id: string, input?: Api["GET /v1/billing/invoices/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/billing/invoices/{id}/actions"]["output"]>
    }
    /** What the tenant owes for this service, and a preview of the next invoice. */
    stats(input?: Api["GET /v1/billing/stats"]["input"], options?: Options): Promise<Api["GET /v1/billing/stats"]["output"]>
  }
  dev: {
    apiKeys: {
      /** Create an API key with its own role; the key is shown in this response and never again. */
      create(input: Api["POST /v1/dev/api-keys/create"]["input"], options?: Options): Promise<Api["POST /v1/dev/api-keys/create"]["output"]>
      /** List API keys, newest first, each with its first and last characters. */
      list(input?: Api["GET /v1/dev/api-keys"]["input"], options?: Options): List<Api["GET /v1/dev/api-keys"]["output"]>
      /** One API key, without its value. */
      get(id: string, input?: Api["GET /v1/dev/api-keys/{id}"]["input"], options?: Options): Promise<Api["GET /v1/dev/api-keys/{id}"]["output"]>
      /** Delete an API key; it stops working at once, for REST and for agents; nobody can delete a key with more permissions than their own. */
      delete(id: string, input?: Api["POST /v1/dev/api-keys/{id}/delete"]["input"], options?: Options): Promise<Api["POST /v1/dev/api-keys/{id}/delete"]["output"]>
      /** What happened to the object, newest first: who, when, from where, before and after. */
      timeline(id: string, input?: Api["GET /v1/dev/api-keys/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/dev/api-keys/{id}/timeline"]["output"]>
      /** Which actions are possible now, and why the others are not. */
      actions(id: string, input?: Api["GET /v1/dev/api-keys/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/dev/api-keys/{id}/actions"]["output"]>
    }
    events: {
      /** The events of the last 90 days, newest first, whether or not a webhook subscribes to them. */
      list(input?: Api["GET /v1/dev/events"]["input"], options?: Options): List<Api["GET /v1/dev/events"]["output"]>
      /** All event types, in alphabetical order; a webhook subscribes to some of them, or to * for all. */
      types(input?: Api["GET /v1/dev/events/types"]["input"], options?: Options): Promise<Api["GET /v1/dev/events/types"]["output"]>
    }
    mails: {
      /** List e-mails with their status; without an SMTP server they are only stored, and only a sandbox shows the links in them. */
      list(input?: Api["GET /v1/dev/mails"]["input"], options?: Options): List<Api["GET /v1/dev/mails"]["output"]>
      /** One e-mail; only a sandbox shows the links in it. */
      get(id: string, input?: Api["GET /v1/dev/mails/{id}"]["input"], options?: Options): Promise<Api["GET /v1/dev/mails/{id}"]["output"]>
      /** Record that an e-mail came back after the SMTP server had accepted it; the id is the first part of its Message-ID. */
      bounce(id: string, input: Api["POST /v1/dev/mails/{id}/bounce"]["input"], options?: Options): Promise<Api["POST /v1/dev/mails/{id}/bounce"]["output"]>
      /** Which actions are possible now, and why the others are not. */
      actions(id: string, input?: Api["GET /v1/dev/mails/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/dev/mails/{id}/actions"]["output"]>
    }
    webhooks: {
      /** Register an address for events; it gets a validationToken by GET and must return it as plain text. */
      create(input: Api["POST /v1/dev/webhooks/create"]["input"], options?: Options): Promise<Api["POST /v1/dev/webhooks/create"]["output"]>
      /** List webhook endpoints, newest first, with their status and last success and failure. */
      list(input?: Api["GET /v1/dev/webhooks"]["input"], options?: Options): List<Api["GET /v1/dev/webhooks"]["output"]>
      /** One webhook endpoint, without its secret. */
      get(id: string, input?: Api["GET /v1/dev/webhooks/{id}"]["input"], options?: Options): Promise<Api["GET /v1/dev/webhooks/{id}"]["output"]>
      /** Change an endpoint's address, events or description; a new address is challenged first. */
      update(id: string, input?: Api["POST /v1/dev/webhooks/{id}/update"]["input"], options?: Options): Promise<Api["POST /v1/dev/webhooks/{id}/update"]["output"]>
      /** Send to an endpoint again; it is challenged first. */
      enable(id: string, input?: Api["POST /v1/dev/webhooks/{id}/enable"]["input"], options?: Options): Promise<Api["POST /v1/dev/webhooks/{id}/enable"]["output"]>
      /** Stop sending to an endpoint; pending deliveries are canceled, and later events are not delivered to it. */
      disable(id: string, input?: Api["POST /v1/dev/webhooks/{id}/disable"]["input"], options?: Options): Promise<Api["POST /v1/dev/webhooks/{id}/disable"]["output"]>
      /** Delete an endpoint; its pending deliveries are canceled. */
      delete(id: string, input?: Api["POST /v1/dev/webhooks/{id}/delete"]["input"], options?: Options): Promise<Api["POST /v1/dev/webhooks/{id}/delete"]["output"]>
      /** Sign with a new secret from now on; each old one also signs for 24 more hours. */
      rotateSecret(id: string, input?: Api["POST /v1/dev/webhooks/{id}/rotate-secret"]["input"], options?: Options): Promise<Api["POST /v1/dev/webhooks/{id}/rotate-secret"]["output"]>
      /** Send a test event to this endpoint. */
      test(id: string, input?: Api["POST /v1/dev/webhooks/{id}/test"]["input"], options?: Options): Promise<Api["POST /v1/dev/webhooks/{id}/test"]["output"]>
      /** List the deliveries to an endpoint, newest first, with every attempt and the last response; kept for 90 days. */
      deliveries: ((id: string, input?: Api["GET /v1/dev/webhooks/{id}/deliveries"]["input"], options?: Options) => List<Api["GET /v1/dev/webhooks/{id}/deliveries"]["output"]>) & {
        /** One delivery with the request as it was sent; without the time and the signatures, which differ for each attempt. */
        get(id: string, deliveryId: string, input?: Api["GET /v1/dev/webhooks/{id}/deliveries/{deliveryId}"]["input"], options?: Options): Promise<Api["GET /v1/dev/webhooks/{id}/deliveries/{deliveryId}"]["output"]>
        /** Send a delivery again with the same bytes, whether it was delivered or not. */
        redeliver(id: string, deliveryId: string, input?: Api["POST /v1/dev/webhooks/{id}/deliveries/{deliveryId}/redeliver"]["input"], options?: Options): Promise<Api["POST /v1/dev/webhooks/{id}/deliveries/{deliveryId}/redeliver"]["output"]>
      }
      /** How the last 24 hours of deliveries went, by hour, how fast the endpoint replies, and when it becomes inactive if it keeps failing. */
      health(id: string, input?: Api["GET /v1/dev/webhooks/{id}/health"]["input"], options?: Options): Promise<Api["GET /v1/dev/webhooks/{id}/health"]["output"]>
      /** Send the events of a period again, at most 10,000 at once; each keeps its messageId. */
      replay(id: string, input: Api["POST /v1/dev/webhooks/{id}/replay"]["input"], options?: Options): Promise<Api["POST /v1/dev/webhooks/{id}/replay"]["output"]>
      /** What happened to the object, newest first: who, when, from where, before and after. */
      timeline(id: string, input?: Api["GET /v1/dev/webhooks/{id}/timeline"]["input"], options?: Options): List<Api["GET /v1/dev/webhooks/{id}/timeline"]["output"]>
      /** Which actions are possible now, and why the others are not. */
      actions(id: string, input?: Api["GET /v1/dev/webhooks/{id}/actions"]["input"], options?: Options): Promise<Api["GET /v1/dev/webhooks/{id}/actions"]["output"]>
    }
  }
  singleSignOn: {
    /** The provider by which your people sign in, and the addresses that it needs. */
    get(input?: Api["GET /v1/single-sign-on"]["input"], options?: Options): Promise<Api["GET /v1/single-sign-on"]["output"]>
    /** Connect a provider of OpenID Connect, or change the connection, once its configuration has been read. */
    connect(input: Api["POST /v1/single-sign-on/connect"]["input"], options?: Options): Promise<Api["POST /v1/single-sign-on/connect"]["output"]>
    /** Let everybody but one super admin sign in by the provider only, and end their sessions; or allow passwords and passkeys again. */
    require(input: Api["POST /v1/single-sign-on/require"]["input"], options?: Options): Promise<Api["POST /v1/single-sign-on/require"]["output"]>
    /** Disconnect the provider; people sign in with passwords and passkeys, and those who joined by it choose a password by mail. */
    disconnect(input?: Api["POST /v1/single-sign-on/disconnect"]["input"], options?: Options): Promise<Api["POST /v1/single-sign-on/disconnect"]["output"]>
  }
}

/** What a webhook receives, told apart by `event`. */
export type WebhookEvent =
  | {
    event: "contacts.create"
    data: Contact
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "contacts.update"
    data: Contact
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "partnerships.create"
    data: Partnership
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "partnerships.update"
    data: Partnership
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "bankAccounts.create"
    data: BankAccount
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "bankAccounts.update"
    data: BankAccount
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "ownAccounts.create"
    data: OwnAccount
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "ownAccounts.update"
    data: OwnAccount
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "approvalRequests.create"
    data: ApprovalRequest
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "approvalRequests.update"
    data: ApprovalRequest
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "services.create"
    data: Service
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "services.update"
    data: Service
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "orders.create"
    data: Order
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "orders.update"
    data: Order
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "paymentIntents.create"
    data: PaymentIntent
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "paymentIntents.update"
    data: PaymentIntent
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "paymentIntents.delete"
    data: PaymentIntent
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "splitIntents.create"
    data: PaymentSplit
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "splitIntents.update"
    data: PaymentSplit
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "splitIntents.delete"
    data: PaymentSplit
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "transactions.create"
    data: Transaction
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "transactions.update"
    data: Transaction
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "gatewayConnections.create"
    data: GatewayConnection
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "gatewayConnections.update"
    data: GatewayConnection
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "bankTransfers.create"
    data: BankTransfer
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "bankTransfers.update"
    data: BankTransfer
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "authorizations.create"
    data: Authorization
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "authorizations.update"
    data: Authorization
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "savedMethods.create"
    data: SavedMethod
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "savedMethods.update"
    data: SavedMethod
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "refundIntents.create"
    data: RefundIntent
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "refundIntents.update"
    data: RefundIntent
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "disputes.create"
    data: Dispute
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "disputes.update"
    data: Dispute
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "payouts.create"
    data: Payout
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "payouts.update"
    data: Payout
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "paymentFiles.create"
    data: PaymentFile
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "paymentFiles.update"
    data: PaymentFile
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "subscriptions.create"
    data: Subscription
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "subscriptions.update"
    data: Subscription
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "paymentLinks.create"
    data: PaymentLink
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "paymentLinks.update"
    data: PaymentLink
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "paymentLinkPurchases.create"
    data: PaymentLinkPurchase
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "paymentLinkPurchases.update"
    data: PaymentLinkPurchase
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "bankLines.update"
    data: BankLine
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "bankStatements.create"
    data: BankStatement
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "bankAnswers.create"
    data: BankAnswer
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "bankAnswers.update"
    data: BankAnswer
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "journalCloses.create"
    data: JournalClose
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "journalCloses.update"
    data: JournalClose
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "imports.create"
    data: Import
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }
  | {
    event: "imports.update"
    data: Import
    version: "v1"
    tenantId: string
    /** The same for all attempts of a delivery; use it to ignore repeats */
    messageId: string
  }

export type ErrorCode =
  | "AUT-1001"
  | "AUT-1002"
  | "AUT-1003"
  | "AUT-1004"
  | "AUT-1005"
  | "AUT-1006"
  | "AUT-1007"
  | "AUT-1008"
  | "AUT-1009"
  | "AUT-1010"
  | "TEN-1001"
  | "PRM-1001"
  | "PRM-1002"
  | "PRM-1003"
  | "PRM-1004"
  | "PRM-1006"
  | "VAL-1001"
  | "VAL-1002"
  | "VAL-1003"
  | "VAL-1004"
  | "VAL-1005"
  | "VAL-1006"
  | "VAL-1008"
  | "VAL-1009"
  | "GEN-1004"
  | "GEN-1009"
  | "GEN-1010"
  | "SMR-1001"
  | "SMR-1002"
  | "IDM-1001"
  | "IDM-1002"
  | "IDM-1003"
  | "IDM-1004"
  | "TNT-1001"
  | "TNT-1002"
  | "TNT-1003"
  | "RTE-1001"
  | "SYS-9001"
  | "SYS-9002"
  | "SYS-9003"
  | "CON-2001"
  | "CON-2002"
  | "SPL-1001"
  | "SPL-2001"
  | "SPL-2002"
  | "SPL-2003"
  | "SPL-2004"
  | "SPL-2005"
  | "BNK-1001"
  | "BNK-2001"
  | "BNK-2002"
  | "BNK-2003"
  | "BNK-2004"
  | "OWN-2001"
  | "APR-1001"
  | "APR-1002"
  | "APR-2001"
  | "APR-2002"
  | "APR-2003"
  | "APR-2004"
  | "APR-2005"
  | "APR-2006"
  | "APR-2007"
  | "APR-2008"
  | "APR-2009"
  | "APR-2010"
  | "ORD-1001"
  | "ORD-2001"
  | "ORD-2002"
  | "ORD-2003"
  | "ORD-2004"
  | "ORD-2005"
  | "ORD-2006"
  | "PIN-1001"
  | "PIN-1002"
  | "PIN-1003"
  | "PIN-1004"
  | "PIN-1005"
  | "PIN-1006"
  | "PIN-1007"
  | "TRX-1001"
  | "TRX-1002"
  | "TRX-2001"
  | "TRX-2002"
  | "TRX-2003"
  | "TRX-2004"
  | "TRX-2005"
  | "TRX-2006"
  | "TRX-2007"
  | "TRX-2008"
  | "TRX-2009"
  | "GTW-1001"
  | "GTW-1002"
  | "GTW-1003"
  | "GTW-1004"
  | "GTW-1005"
  | "GTW-1006"
  | "GTW-1007"
  | "GTW-1008"
  | "GTW-1009"
  | "GTW-2001"
  | "GTW-2003"
  | "GTW-2004"
  | "GTW-2005"
  | "GTW-2002"
  | "FXR-1001"
  | "FXR-1002"
  | "FXR-1003"
  | "FXR-1004"
  | "FIN-1001"
  | "FIN-1002"
  | "FIN-1003"
  | "FIN-1004"
  | "AUZ-1001"
  | "AUZ-2001"
  | "AUZ-2002"
  | "AUZ-2003"
  | "AUZ-2004"
  | "AUZ-2005"
  | "AUZ-2006"
  | "AUZ-2007"
  | "SVM-1001"
  | "SVM-2001"
  | "SVM-2002"
  | "SVM-2003"
  | "RFD-1001"
  | "RFD-1002"
  | "RFD-2001"
  | "RFD-2002"
  | "RFD-2003"
  | "RFD-2004"
  | "RFD-2005"
  | "DSP-2001"
  | "DSP-2002"
  | "DSP-2003"
  | "DSP-2004"
  | "DSP-2005"
  | "PAY-1001"
  | "PAY-1002"
  | "PAY-1003"
  | "PAY-1004"
  | "PAY-1005"
  | "PAY-1006"
  | "PAY-1007"
  | "PAY-1008"
  | "PAY-1009"
  | "PAY-2001"
  | "PAY-2002"
  | "PAY-2003"
  | "PAY-2004"
  | "PAY-2005"
  | "PAY-2006"
  | "PFL-1001"
  | "PFL-1002"
  | "PFL-1003"
  | "PFL-1004"
  | "PFL-1005"
  | "PFL-1006"
  | "PFL-1007"
  | "PFL-2001"
  | "PFL-2002"
  | "PFL-2003"
  | "PFL-2004"
  | "PFL-2005"
  | "SUB-1001"
  | "SUB-1002"
  | "SUB-2001"
  | "SUB-2002"
  | "SUB-2003"
  | "PLK-1001"
  | "PLK-2001"
  | "PLK-2002"
  | "PLK-2003"
  | "BLN-2001"
  | "BLN-2002"
  | "BLN-2003"
  | "BLN-2004"
  | "BLN-2005"
  | "BST-1001"
  | "BST-1002"
  | "BAN-1001"
  | "BAN-1002"
  | "BAN-2001"
  | "BAN-2002"
  | "BAN-2003"
  | "DOC-2001"
  | "DOC-2002"
  | "JRN-1001"
  | "JRN-1002"
  | "JRN-1003"
  | "JRN-1004"
  | "JRN-2001"
  | "JRN-2002"
  | "JRN-2003"
  | "JRN-2004"
  | "JRN-2005"
  | "JRN-2006"
  | "JRN-2007"
  | "JRN-2008"
  | "IMP-1001"
  | "IMP-1002"
  | "IMP-2001"
  | "NOT-1001"
  | "NOT-1002"
  | "NOT-2001"
  | "EXP-1001"
  | "USR-1001"
  | "USR-1002"
  | "USR-1003"
  | "ROL-1001"
  | "ROL-1002"
  | "SET-1001"
  | "MLS-2001"
  | "PSK-1001"
  | "PSK-1002"
  | "PSK-1003"
  | "PSK-1004"
  | "PSK-1005"
  | "DVL-1001"
  | "DVL-1002"
  | "DVL-1003"
  | "DVL-1004"
  | "TFA-1001"
  | "TFA-1002"
  | "TFA-1003"
  | "SSO-1001"
  | "SSO-1002"
  | "SSO-1008"
  | "SSO-1009"
  | "SSO-1010"
  | "SSO-1011"
  | "VIW-1001"
  | "VIW-1002"
  | "VIW-2001"
  | "WHK-1001"
  | "WHK-1002"
  | "WHK-1003"
  | "WHK-2001"
