import { orderProblem } from "../../src/catalogue/orders/errors.ts"
import { approvalProblem } from "../../src/control/approvals/errors.ts"
import { generalProblem } from "../../src/kit/pure/errors.ts"
import { authorizationProblem } from "../../src/money/authorizations/errors.ts"
import { disputeProblem } from "../../src/money/disputes/errors.ts"
import { gatewayProblem } from "../../src/money/gateways/errors.ts"
import { paymentIntentProblem } from "../../src/money/payment-intents/errors.ts"
import { payoutProblem } from "../../src/money/payouts/errors.ts"
import { rateProblem } from "../../src/money/rates/errors.ts"
import { refundProblem } from "../../src/money/refund-intents/errors.ts"
import { subscriptionProblem } from "../../src/money/subscriptions/errors.ts"
import { transactionProblem } from "../../src/money/transactions/errors.ts"
import { bankAccountProblem } from "../../src/parties/bank-accounts/errors.ts"
import { contactProblem } from "../../src/parties/contacts/errors.ts"
import { splitProblem } from "../../src/parties/partnerships/errors.ts"
import { portalProblem } from "../../src/parties/portal-access/errors.ts"
import { billingProblem } from "../../src/platform/billing/errors.ts"
import { mailProblem } from "../../src/platform/mails/errors.ts"
import { tenantProblem } from "../../src/platform/tenants/errors.ts"
import { twoFactorProblem } from "../../src/platform/two-factor/errors.ts"
import { webhookProblem } from "../../src/platform/webhooks/errors.ts"

const money = [authorizationProblem, disputeProblem, gatewayProblem, paymentIntentProblem, payoutProblem, rateProblem, refundProblem]
const parties = [bankAccountProblem, contactProblem, portalProblem, splitProblem]
const platform = [billingProblem, mailProblem, tenantProblem, twoFactorProblem, webhookProblem]
const all = [generalProblem, ...platform, ...parties, approvalProblem, orderProblem, ...money, subscriptionProblem, transactionProblem]

/** By its code, the sentence that the service makes a message of, such as "Only {due} is left to pay, so {amount} was refused". */
export const sentences: Readonly<Record<string, string>> = Object.fromEntries(
  all.flatMap(({ families }) =>
    families.flatMap(({ entries }) => Object.entries(entries).map(([code, [, sentence]]): [string, string] => [code, sentence])),
  ),
)
