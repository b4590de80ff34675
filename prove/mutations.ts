import type { SourceChange } from "../test/programs.ts"

/** A mistake in the code that decides about money. One of the named tests must fail because of it. `tests` are parts of their paths. */
export type Mutation = SourceChange & { name: string; tests: readonly string[] }

type Part = [name: string, from: string, to: string]

const inFile = (path: string, tests: readonly string[], parts: readonly Part[]): Mutation[] =>
  parts.map(([name, from, to]) => ({ name, path, from, to, tests }))

export const mutations: readonly Mutation[] = [
  ...inFile(
    "src/money/payment-intents/rules.ts",
    ["payment-intents/", "money/transactions/"],
    [
      ["an intent that is paid exactly is not paid in full", "if (paid >= amount) return", "if (paid > amount) return"],
      [
        "an intent that is partly paid can be canceled",
        `cancelable: readonly Status[] = ["due", "overdue"]`,
        `cancelable: readonly Status[] = ["due", "overdue", "paid-partial"]`,
      ],
      ["an intent of nothing can be created", "if (!(amount >= 1)) throw", "if (!(amount >= 0)) throw"],
      ["the installments of a plan may be less than the plan", "if (scheduled !== amount)", "if (scheduled > amount)"],
      [
        "an intent that was paid can be deleted",
        'if (paid > 0) throw paymentIntentProblem("PIN-1004"',
        'if (paid > 1e15) throw paymentIntentProblem("PIN-1004"',
      ],
    ],
  ),
  ...inFile(
    "src/money/transactions/rules.ts",
    ["money/transactions/", "money/charges/"],
    [
      [
        "every success that is reported is booked",
        "if (awaitsGateway(transaction)) return true",
        "if (transaction.status !== null) return true",
      ],
      ["a payment may exceed what is due by one", "if (amount > due) throw", "if (amount > due + 1) throw"],
      ["an intent that is paid in full takes payments", ` && status !== "paid-full"`, ""],
      ["money for a canceled intent pays it", `status === "canceled" ? received : `, ""],
      [
        "a failure that a person reported becomes a success",
        `if (status === "failed") return connection_id !== null`,
        `if (status === "failed") return true`,
      ],
      [
        "a person confirms a charge of a gateway",
        `if (status === "processing" && gateway === null) return`,
        `if (status === "processing") return`,
      ],
      ["a charge without an answer counts as failed", `(status === "failed" && assumedFailures.includes(failure?.code ?? ""))`, "false"],
    ],
  ),
  ...inFile(
    "src/money/charges/receive.ts",
    ["money/charges/", "faults/gateway", "faults/payments"],
    [
      [
        "a payment that succeeded fails by a late report",
        "if (!awaitsGateway(transaction)) return `it was ${transaction.status} already`\n  await fail",
        "await fail",
      ],
    ],
  ),
  ...inFile(
    "src/money/transactions/settle.ts",
    ["money/transactions/", "money/charges/", "contact-credit", "reconciliation/"],
    [
      ["a payment that is taken back stays paid", "await changePaid(ctx, plan, allocations, -1, null)\n  const reversed", "const reversed"],
      ["more credit is spent than there is", "assertCreditCovers(creditIn(contact.credit, currency), { amount, currency })", ""],
      ["credit that was spent is taken back anyway", "Math.max(0, credited - Number(creditIn(contact.credit, currency)))", "0"],
      ["an overpayment is lost", "else if (surplus > 0) addCredit", "else if (surplus > 1e12) addCredit"],
      ["a payment posts nothing", `post(ctx, { ...entryOf(transaction), kind: "charge", postings })`, ""],
      ["two payments of a plan don't notice each other", "if (paid !== root.paid) throw", "if (paid === -1) throw"],
    ],
  ),
  ...inFile(
    "src/money/charges/conclude.ts",
    ["money/charges/"],
    [
      [
        "an unknown outcome frees the charge for another try",
        `return saveTransaction(ctx, transaction, { outcome: "unknown" })`,
        "return fail(ctx, transaction, unreached.unreachable, { charge_key: null })",
      ],
    ],
  ),
  ...inFile(
    "src/money/refund-intents/rules.ts",
    ["money/refund-intents/", "money/disputes/"],
    [
      ["disputed money is refunded", "- refunded - refunding - disputed", "- refunded - refunding"],
      ["two refunds share one budget", "- refunded - refunding - disputed", "- refunded - disputed"],
      ["settled refunds are forgotten", "- refunded - refunding - disputed", "- refunding - disputed"],
      ["a refund may exceed the budget by one", "if (!(amount <= available)) throw", "if (!(amount <= available + 1)) throw"],
      [
        "a line gives back more than it was sold for",
        `if (amount > available) throw refundProblem("RFD-2003"`,
        `if (amount > 1e15) throw refundProblem("RFD-2003"`,
      ],
      ["a payment that was taken back can be refunded", `type !== "charge" || status !== "succeeded"`, `type !== "charge"`],
      ["refunds by amount ignore what lines gave back", "sum(left) >= amount ? left :", "amount < 0 ? left :"],
      ["a released refund counts its own amount twice", "refunding: charge.refunding - amount }", "refunding: charge.refunding }"],
      ["one draft too many gives way", "if (missing <= 0) break", "if (missing < 0) break"],
    ],
  ),
  ...inFile(
    "src/money/payouts/rules.ts",
    ["money/payouts/"],
    [
      ["a payout may exceed the balance by one", "if (amount > available) throw", "if (amount > available + 1) throw"],
      ["a debt is netted by two payouts", ` && split.status !== "scheduled"`, ""],
      ["a payout takes one split too many", "(left -= outstandingOf(split)) <= 0", "(left -= outstandingOf(split)) < 0"],
      ["a split in a payout is paid out again", `if (status !== "due") throw`, `if (status === "canceled") throw`],
      ["a payout of nothing is sent", "if (total <= debt) throw", "if (total < debt) throw"],
      [
        "a payout that waits for approval can be sent",
        `assertStatus(payout, "sent", "draft")`,
        `assertStatus(payout, "sent", "draft", "pending-approval")`,
      ],
      ["a partner is paid another partner's split", "split.partnership_id !== partnership || ", ""],
      [
        "a payout that was sent can be canceled",
        `"canceled", "draft", "pending-approval")`,
        `"canceled", "draft", "pending-approval", "processing")`,
      ],
    ],
  ),
  ...inFile(
    "src/parties/partnerships/rules.ts",
    ["parties/partnerships/", "money/payment-splits/"],
    [
      [
        "shares are rounded up",
        "(BigInt(share) * BigInt(paid)) / BigInt(amount)",
        "(BigInt(share) * BigInt(paid) + BigInt(amount) - 1n) / BigInt(amount)",
      ],
      ["a fixed share exceeds its line", "Math.min(terms.amount, amount)", "terms.amount"],
      ["shares exceed the intent by one", "if (!(shared <= amount)) throw", "if (!(shared <= amount + 1)) throw"],
      ["a discount takes too little from a share", "- (a < 0n && a % b !== 0n ? 1n : 0n)", ""],
    ],
  ),
  ...inFile(
    "src/control/approvals/rules.ts",
    ["control/approvals/"],
    [
      [
        "people release what they raised",
        `if (isMaker(request, actor.user) || isMaker(request, seat)) throw approvalProblem("APR-2003")`,
        "",
      ],
      ["one approval is enough where all are needed", `request.strategy === "any-of" ||`, `request.strategy !== "sequential" ||`],
      ["approvers decide out of turn", "if (isOrdered && next !== seat) throw", "if (isOrdered && next === undefined) throw"],
      ["people who are not listed decide", "approvers.includes(seat) && active.has(seat)", "seat !== undefined"],
      ["a rejection counts as an approval", `decision === "rejected" ? "rejected" :`, `decision === "rejected" ? "approved" :`],
    ],
  ),
  ...inFile(
    "src/money/disputes/rules.ts",
    ["money/disputes/"],
    [
      ["lost money counts as ours", `=> moneyOf(state) !== "back"`, `=> moneyOf(state) === "reserved"`],
      [
        "a bank's decision for us comes too late",
        `if (decision === "won") return "won"\n  if (accepted_at !== null) return "accepted"`,
        `if (accepted_at !== null) return "accepted"\n  if (decision === "won") return "won"`,
      ],
      ["an inquiry takes money", `if (stage === "inquiry" || status === "won")`, `if (status === "won")`],
    ],
  ),
  ...inFile(
    "src/money/ledger/rules.ts",
    ["money/ledger/", "reconciliation/", "money/charges/"],
    [
      ["a reversal books the same again", "({ account, debit: credit, credit: debit })", "({ account, debit, credit })"],
      ["fees are not booked", "fee > 0 ? movePostings", "fee > 1e12 ? movePostings"],
    ],
  ),
  ...inFile(
    "src/kit/pure/money.ts",
    ["kit/pure/money", "refund-intents/shares"],
    [["the last cent of a division is lost", "given = upToHere", "given = upToHere + 1n"]],
  ),
  ...inFile(
    "src/kit/db/table.ts",
    ["kit/db/", "races.test", "money/transactions/"],
    [["a change overwrites one that came between", "t.id = r.id and t.revision = r.expected", "t.id = r.id"]],
  ),
  ...inFile(
    "src/kit/operation/idempotency.ts",
    ["test/faults/idempotency", "kit/operation/", "http/rest/"],
    [["a key answers another request", "if (fingerprint !== requestKey.fingerprint && ", 'if (fingerprint === "" && ']],
  ),
  ...inFile(
    "src/kit/operation/perform.ts",
    ["http/rest/", "kit/operation/", "test/faults/access"],
    [
      ["the answer is not kept under its key", "if (key && status < 500) storeResponse", "if (key && status < 100) storeResponse"],
      ["permissions are not asked for", "op.needs === undefined || caller.permissions.has(op.needs)", "true"],
      [
        "another tenant's header is accepted",
        "tenant === undefined ? needsTenant : tenant !== identity.tenant.id",
        "tenant === undefined && needsTenant",
      ],
    ],
  ),
]
