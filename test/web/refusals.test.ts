// How the dashboard says what the service refuses.
import assert from "node:assert/strict"
import { test } from "node:test"
import "./locale.ts"
import { application } from "../../src/app.ts"
import { assertNoBill, assertUnbilled } from "../../src/catalogue/orders/rules.ts"
import { approvalProblem } from "../../src/control/approvals/errors.ts"
import { templatesOf } from "../../src/http/docs/error-catalogue.ts"
import { generalProblem } from "../../src/kit/pure/errors.ts"
import { errorBody, type Problem } from "../../src/kit/pure/problem.ts"
import { authorizationProblem } from "../../src/money/authorizations/errors.ts"
import { assertAcceptable } from "../../src/money/disputes/rules.ts"
import { gatewayProblem } from "../../src/money/gateways/errors.ts"
import { paymentIntentProblem } from "../../src/money/payment-intents/errors.ts"
import { assertCancelable, assertNeverPaid } from "../../src/money/payment-intents/rules.ts"
import { payoutProblem } from "../../src/money/payouts/errors.ts"
import { assertFailable } from "../../src/money/payouts/rules.ts"
import { refundProblem } from "../../src/money/refund-intents/errors.ts"
import { subscriptionProblem } from "../../src/money/subscriptions/errors.ts"
import { assertCancelable as assertTransactionCancelable, assertNeverPays } from "../../src/money/transactions/rules.ts"
import { bankAccountProblem } from "../../src/parties/bank-accounts/errors.ts"
import { splitProblem } from "../../src/parties/partnerships/errors.ts"
import { reasonInWords, type Refusal, refusalInWords } from "../../web/lib/refusal.ts"
import { withSentence } from "../../web/lib/sentences.ts"

const sentences = templatesOf(application.errors)
/** What the browser receives of it, with the sentence that it reads beside it. */
const sent = (problem: Problem): Refusal => ({ ...errorBody(problem, "", "").error, sentence: sentences[problem.code]! })
const tell = (problem: Problem) => refusalInWords(sent(problem))

/** What an action that is not possible is refused with. */
function reasonOf(assert: () => void): string {
  try {
    assert()
  } catch (problem) {
    return reasonInWords(sent(problem as Problem))
  }
  throw new Error("it is possible")
}

const [ana, rui, third] = ["6afd1a5fb70d1a9778000001", "6afd1a5fb70d1a9778000002", "6afd1a5fb70d1a9778000003"]

test("a refusal has the amounts of its details as people write them", () => {
  const available = payoutProblem("PAY-2001", { available: 30_000, amount: 99_900, currency: "BRL" })
  assert.equal(tell(available), "Only R$300.00 can be paid out, so R$999.00 was refused; nothing was sent")
  assert.match(tell(payoutProblem("PAY-2005", { debt: 500, due: 0, currency: "JPY" })), /owes ¥500 from .* pay ¥0; add/)
  const shared = splitProblem("SPL-2001", { shared: 10_001, amount: 10_000, currency: "EUR" })
  assert.equal(tell(shared), "The splits would add up to €100.01, more than the payment's €100.00")
  assert.match(tell(authorizationProblem("AUZ-2002", { maxAmount: 7500, amount: 7501, currency: "USD" })), /\$75\.00 at once, so \$75\.01/)
  const line = refundProblem("RFD-2003", { line: 0, available: 1, amount: 1050, currency: "EUR" })
  assert.match(tell(line), /^Only €0\.01 of line 1 is left to refund, so €10\.50 was refused/)
})

test("a number or a name that equals an amount, a status or a field stays as it is", () => {
  const counts = { gateway: "Simulator", installments: 10, amount: 10, currency: "BRL", method: "card", offered: "1, 10" }
  assert.match(tell(gatewayProblem("GTW-1003", counts)), /^Simulator does not offer 10 installments for R\$0\.10 by card, only 1, 10;/)
  const policy = approvalProblem("APR-2008", { policy: `line 99 of 24 dueAt is paid-full for payment intent ${ana}`, entityType: "payout" })
  assert.equal(tell(policy), policy.message)
})

test("a refusal names permissions, fields and users by their names", () => {
  const policy = approvalProblem("APR-2009", { policy: "Payouts", field: "kind", permission: "approvals.edit" })
  assert.match(tell(policy), /need the permission “Change approvals”, which you do not hold$/)
  assert.match(tell(generalProblem("PRM-1001", { permission: "bankAccounts.edit" })), /^This needs the permission “Change bank accounts”, /)
  assert.match(tell(payoutProblem("PAY-1002", { recipientType: "self", reason: "it is not" })), /^The “Recipient type” self does not fit/)
  const fields = [{ name: "bankAccount", label: "Account to send to", kind: "text" }] as const
  assert.match(refusalInWords(sent(payoutProblem("PAY-1003")), { fields }), /^“Account to send to” is required/)
  const nameOf = (id: string) => (id === ana ? "Ana" : "Rui")
  const name = (problem: Problem) => refusalInWords(sent(problem), { nameOf })
  const approvers = approvalProblem("APR-2002", { approvers: `${ana}, ${rui}` })
  assert.equal(name(approvers), "You are not an approver of this request; ask one of Ana, Rui")
  assert.equal(name(approvalProblem("APR-2004", { turn: rui })), "It is not your turn: Rui decides next")
  assert.equal(name(approvalProblem("APR-2004", { turn: "nobody" })), "It is not your turn: nobody decides next")
})

test("a refusal without a sentence or a detail, and one about the request itself, is shown as it was sent", () => {
  const refused = { code: "NEW-1001", message: "Only 5 are left", details: { amount: 5, currency: "EUR" } }
  assert.equal(refusalInWords(refused), refused.message)
  assert.equal(refusalInWords({ ...refused, sentence: sentences["TRX-2001"]! }), refused.message)
  const taken = generalProblem("GEN-1009", { kind: "payment intent", version: 24 })
  assert.equal(tell(taken), taken.message)
})

test("the reason why something is not possible has words for statuses, amounts, times and permissions", () => {
  const intent = { status: "paid-full", plan_id: null, paid: 107_800, currency: "EUR" } as const
  const cases: [assert: () => void, words: string][] = [
    [() => assertCancelable(intent), "This payment is paid, so it can't be canceled; only one that is due or overdue can"],
    [() => assertNeverPaid(intent), "€1,078.00 of this payment was paid, so it can't be deleted"],
    [
      () => assertTransactionCancelable({ status: "succeeded", action: null, outcome: null }),
      "This transaction is settled, so it can't be canceled; only what waits for approval or for its payer can",
    ],
    [
      () => assertAcceptable({ status: "won" }),
      "This dispute is won, so it can't be accepted; only one that is waiting for your answer or under review can",
    ],
    [
      () => assertFailable({ status: "draft", method: "sepa", number: "PO-000001", file_id: null, sent_at: null }),
      "This payout is draft at a gateway, so it can't be failed; only processing and paid ones with method manual or bank-file can",
    ],
  ]
  for (const [assertPossible, words] of cases) assert.equal(reasonOf(assertPossible), words)
  const settled = refundProblem("RFD-2004", { status: "settled", action: "rejected", allowed: "drafts" })
  assert.equal(reasonInWords(sent(settled)), "This refund is settled, so it can't be rejected; only drafts can")
  const forbidden = generalProblem("PRM-1001", { permission: "bankAccounts.edit" })
  assert.equal(reasonInWords(sent(forbidden)), "Your role does not include “Change bank accounts”")
  const ending = reasonInWords(sent(subscriptionProblem("SUB-2002", { cancelAt: "2026-11-14T15:00:00.000Z" })))
  assert.match(ending, /^This subscription ends at Nov 14, 2026, 3:00/)
  assert.doesNotMatch(ending, /T15|000Z/)
})

test("the reason why something is not possible has no ids", () => {
  const cases: [assert: () => void, words: string][] = [
    [
      () => assertUnbilled({ _id: ana, paymentIntents: [rui, third] } as Parameters<typeof assertUnbilled>[0]),
      "This order does not allow that: the item is billed by the payment",
    ],
    [() => assertNoBill(rui), "This order does not allow that: the payment asks its contact for money; cancel that first"],
    [
      () => assertNeverPays({ id: ana, status: "reversed", failure: null }),
      "This payment can't be deleted, because its payment is reversed; cancel it instead",
    ],
  ]
  for (const [assertPossible, words] of cases) assert.equal(reasonOf(assertPossible), words)
  const charged = paymentIntentProblem("PIN-1006", { transaction: ana })
  assert.equal(reasonInWords(sent(charged)), "A payment of this is in progress; wait for its outcome, then try again")
  const used = bankAccountProblem("BNK-2002", { kind: "subscription", reference: ana, action: "deactivated" })
  assert.equal(reasonInWords(sent(used)), "The subscription uses this bank account, so it can't be deactivated; end the subscription first")
})

test("the sentences are read once, with the first refusal that has details, and again if that failed", async t => {
  const answers = [new Response("", { status: 503 }), Response.json(sentences)]
  const read = t.mock.method(globalThis, "fetch", async () => answers.shift()!)
  const { sentence: _, ...refused } = sent(payoutProblem("PAY-2001", { available: 1, amount: 2, currency: "EUR" }))
  const { sentence: fixed, ...plain } = sent(generalProblem("AUT-1005"))
  assert.equal((await withSentence(plain)).sentence, fixed)
  assert.equal(read.mock.callCount(), 0)
  assert.equal(refusalInWords(await withSentence(refused)), refused.message)
  for (let i = 0; i < 2; i++) assert.match(refusalInWords(await withSentence(refused)), /^Only €0\.01 can be paid out/)
  assert.equal(read.mock.callCount(), 2)
})
