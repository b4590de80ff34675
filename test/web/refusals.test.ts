// How the dashboard says what the service refuses.
import assert from "node:assert/strict"
import { test } from "node:test"
import "./locale.ts"
import { application } from "../../src/app.ts"
import { approvalProblem } from "../../src/control/approvals/errors.ts"
import { generalProblem } from "../../src/kit/pure/errors.ts"
import { errorBody, type Problem } from "../../src/kit/pure/problem.ts"
import { authorizationProblem } from "../../src/money/authorizations/errors.ts"
import { gatewayProblem } from "../../src/money/gateways/errors.ts"
import { payoutProblem } from "../../src/money/payouts/errors.ts"
import { refundProblem } from "../../src/money/refund-intents/errors.ts"
import { splitProblem } from "../../src/parties/partnerships/errors.ts"
import { refusalInWords, withNames } from "../../web/lib/refusal.ts"
import { sentences } from "../../web/lib/refusal-sentences.ts"

/** What the browser receives of it. */
const sent = (problem: Problem) => errorBody(problem, "", "").error
const tell = (problem: Problem) => refusalInWords(sent(problem)).message

test("the dashboard has the sentence of every error code", () => {
  const all = application.errors.flatMap(({ entries }) => Object.entries(entries).map(([code, [, sentence]]) => [code, sentence]))
  assert.ok(all.length > 100)
  assert.deepEqual(sentences, Object.fromEntries(all))
})

test("a refusal tells the amounts of its details as people write them", () => {
  const available = payoutProblem("PAY-2001", { available: 30_000, amount: 99_900, currency: "BRL" })
  assert.equal(tell(available), "Only R$300.00 can be paid out, so R$999.00 was refused; nothing was sent")
  assert.match(tell(payoutProblem("PAY-2005", { debt: 500, due: 0, currency: "JPY" })), /owes ¥500 from .* pay ¥0; add/)
  const shared = splitProblem("SPL-2001", { shared: 10_001, amount: 10_000, currency: "EUR" })
  assert.equal(tell(shared), "The splits would add up to €100.01, more than the payment intent's €100.00")
  assert.match(tell(authorizationProblem("AUZ-2002", { maxAmount: 7500, amount: 7501, currency: "USD" })), /\$75\.00 at once, so \$75\.01/)
  const line = refundProblem("RFD-2003", { line: 0, available: 1, amount: 1050, currency: "EUR" })
  assert.match(tell(line), /^Only €0\.01 of line 1 is left to refund, so €10\.50 was refused/)
})

test("a number or a name that equals an amount or a field is left as it is", () => {
  const counts = { gateway: "Simulator", installments: 10, amount: 10, currency: "BRL", method: "card", offered: "1, 10" }
  assert.match(tell(gatewayProblem("GTW-1003", counts)), /^Simulator does not offer 10 installments for R\$0\.10 by card, only 1, 10;/)
  const policy = approvalProblem("APR-2008", { policy: "line 99 of 24 dueAt", entityType: "payout" })
  assert.equal(tell(policy), policy.message)
})

test("a refusal names permissions, fields and users by their names", () => {
  const policy = approvalProblem("APR-2009", { policy: "Payouts", field: "kind" })
  assert.match(tell(policy), /needs the permission “Change approvals”, which you do not hold$/)
  assert.match(tell(generalProblem("PRM-1001", { permission: "bankAccounts.edit" })), /^This needs the permission “Change bank accounts”, /)
  assert.match(tell(payoutProblem("PAY-1002", { recipientType: "self", reason: "it is not" })), /^The “Recipient type” self does not fit/)
  const [ana, rui] = ["6afd1a5fb70d1a9778000001", "6afd1a5fb70d1a9778000002"]
  const nameOf = (id: string) => (id === ana ? "Ana" : "Rui")
  const approvers = sent(approvalProblem("APR-2002", { approvers: `${ana}, ${rui}` }))
  assert.equal(withNames(approvers, nameOf), "You are not an approver of this request; ask one of Ana, Rui")
  assert.equal(withNames(sent(approvalProblem("APR-2004", { turn: rui })), nameOf), "It is not your turn: Rui decides next")
  assert.equal(withNames(sent(approvalProblem("APR-2004", { turn: "nobody" })), nameOf), "It is not your turn: nobody decides next")
})

test("a refusal that the dashboard has no sentence or no details for is shown as it was sent", () => {
  const refused = { code: "NEW-1001", message: "Only 5 are left", details: { amount: 5, currency: "EUR" } }
  assert.equal(refusalInWords(refused).message, refused.message)
  assert.equal(refusalInWords({ ...refused, code: "TRX-2001" }).message, refused.message)
  assert.equal(tell(generalProblem("IDM-1002")), generalProblem("IDM-1002").message)
})
