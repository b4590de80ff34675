import { orders } from "./catalogue/orders/slice.ts"
import { services } from "./catalogue/services/slice.ts"
import { approverDependent } from "./control/approvals/dependent.ts"
import { assertMayReclassify } from "./control/approvals/hold.ts"
import type { Gates } from "./control/approvals/ports.ts"
import { countHeldForAgent } from "./control/approvals/request-store.ts"
import { approvals } from "./control/approvals/slice.ts"
import { analytics } from "./insight/analytics/slice.ts"
import { checkpoints } from "./insight/checkpoints/slice.ts"
import { documents } from "./insight/documents/slice.ts"
import { explain } from "./insight/explain/slice.ts"
import { exportAll } from "./insight/export/slice.ts"
import { imports } from "./insight/imports/slice.ts"
import { journalCloseGate } from "./insight/journal/approval-gate.ts"
import { journal } from "./insight/journal/slice.ts"
import { notes } from "./insight/notes/slice.ts"
import { balanceHistory } from "./insight/party-accounts/balance-history-store.ts"
import { partyAccounts } from "./insight/party-accounts/slice.ts"
import { privacy } from "./insight/privacy/slice.ts"
import { reconciliation } from "./insight/reconciliation/slice.ts"
import { search } from "./insight/search/slice.ts"
import { statements } from "./insight/statements/slice.ts"
import { weeklySummary } from "./insight/weekly-summary/slice.ts"
import { resealSweep } from "./kit/jobs/reseal-sweep.ts"
import { connectFanOut, connectEventObjects } from "./kit/events/ports.ts"
import { kitSweeps } from "./kit/operation/kit-sweeps.ts"
import { connectActions, connectAuthenticators, connectTenants } from "./kit/operation/ports.ts"
import type { ApiOf } from "./kit/operation/operation.ts"
import { type Application, eventTypesOf, join } from "./kit/operation/slice.ts"
import { generalProblem } from "./kit/pure/errors.ts"
import { connectAuthorizationDependents } from "./money/authorizations/ports.ts"
import { authorizationDependent, authorizationsAtConnection } from "./money/authorizations/dependent.ts"
import { authorizationGate } from "./money/authorizations/approval-gate.ts"
import { authorizations } from "./money/authorizations/slice.ts"
import { mandateEffect } from "./money/authorizations/submit.ts"
import { bankAnswers } from "./money/bank-answers/slice.ts"
import { bankFolders } from "./money/bank-folders/slice.ts"
import { bankLines } from "./money/bank-lines/slice.ts"
import { bankStatements } from "./money/bank-statements/slice.ts"
import { bankTransfers } from "./money/bank-transfers/slice.ts"
import { transactionGate } from "./money/charges/approval-gate.ts"
import { connectChargeDependents } from "./money/charges/ports.ts"
import { chargesAtConnection } from "./money/charges/dependent.ts"
import { charges } from "./money/charges/slice.ts"
import { signatureDependent } from "./money/mandate-signatures/dependent.ts"
import { mandateSignatures } from "./money/mandate-signatures/slice.ts"
import { disputeEventEffect } from "./money/disputes/receive.ts"
import { disputesAtConnection } from "./money/disputes/dependent.ts"
import { directDebits } from "./money/direct-debits/slice.ts"
import { disputes } from "./money/disputes/slice.ts"
import { connectEventEffects } from "./money/gateways/ports.ts"
import { gatewayConnections } from "./money/gateway-connections/slice.ts"
import { withdrawalEventEffect } from "./money/gateway-connections/withdrawals.ts"
import { gateways } from "./money/gateways/slice.ts"
import { ledger } from "./money/ledger/slice.ts"
import { authenticatePayer } from "./money/payment-intents/payer-store.ts"
import { paymentIntents } from "./money/payment-intents/slice.ts"
import { findBill } from "./money/payment-intents/store.ts"
import { purchaseDependent } from "./money/payment-links/dependent.ts"
import { paymentLinks } from "./money/payment-links/slice.ts"
import { connectPaidDependents } from "./money/payment-intents/ports.ts"
import { splitGate } from "./money/payment-splits/approval-gate.ts"
import { splitDependent } from "./money/payment-splits/accrue.ts"
import { paymentSplits } from "./money/payment-splits/slice.ts"
import { debitsInFiles, payoutsInFiles } from "./money/payment-files/end.ts"
import { paymentFiles } from "./money/payment-files/slice.ts"
import { payoutDependent } from "./money/payouts/dependent.ts"
import { payoutEventEffect } from "./money/payouts/receive.ts"
import { payoutGate } from "./money/payouts/approval-gate.ts"
import { connectPayoutDependents } from "./money/payouts/ports.ts"
import { payouts } from "./money/payouts/slice.ts"
import { partnerDebts } from "./money/payouts/store.ts"
import { rates } from "./money/rates/slice.ts"
import { refundGate } from "./money/refund-intents/approval-gate.ts"
import { countRefundDrafts } from "./money/refund-intents/store.ts"
import { refundEventEffect } from "./money/refund-intents/receive.ts"
import { refundsAtConnection } from "./money/refund-intents/dependent.ts"
import { refundIntents } from "./money/refund-intents/slice.ts"
import { connectSavedMethodDependents } from "./money/saved-methods/ports.ts"
import { savedMethodEffect } from "./money/saved-methods/remove.ts"
import { savedMethods } from "./money/saved-methods/slice.ts"
import { cycleChargeDependent } from "./money/subscriptions/charge.ts"
import { cardDependent, subscriptionDependent } from "./money/subscriptions/dependent.ts"
import { subscriptions } from "./money/subscriptions/slice.ts"
import { transactionDependent } from "./money/transactions/dependent.ts"
import { connectTransactionDependents } from "./money/transactions/ports.ts"
import { transactions } from "./money/transactions/slice.ts"
import { bankAccounts } from "./parties/bank-accounts/slice.ts"
import { contacts } from "./parties/contacts/slice.ts"
import { ownAccounts } from "./parties/own-accounts/slice.ts"
import { partnerships } from "./parties/partnerships/slice.ts"
import { authenticatePortal } from "./parties/portal-access/authenticate-store.ts"
import { portalAccess } from "./parties/portal-access/slice.ts"
import { accounts } from "./platform/accounts/slice.ts"
import { authenticateApiKey } from "./platform/api-keys/authenticate-store.ts"
import { apiKeys } from "./platform/api-keys/slice.ts"
import { authenticateAssistant } from "./platform/assistants/authenticate-store.ts"
import { assistantDependent } from "./platform/assistants/dependent.ts"
import { assistants } from "./platform/assistants/slice.ts"
import { auditLog } from "./platform/audit/slice.ts"
import { billing } from "./platform/billing/slice.ts"
import { connectAuditedObjects } from "./platform/audit/ports.ts"
import { deviceLogins } from "./platform/device-logins/slice.ts"
import { events } from "./platform/events/slice.ts"
import { clock } from "./platform/clock/slice.ts"
import { invitations } from "./platform/invitations/slice.ts"
import { mails } from "./platform/mails/slice.ts"
import { notices } from "./platform/notices/slice.ts"
import { passkeys } from "./platform/passkeys/slice.ts"
import { passwords } from "./platform/passwords/slice.ts"
import { releases } from "./platform/releases/slice.ts"
import { authenticateSession } from "./platform/sessions/authenticate-store.ts"
import { savedViewDependent } from "./platform/saved-views/dependent.ts"
import { savedViews } from "./platform/saved-views/slice.ts"
import { sessionDependent } from "./platform/sessions/dependent.ts"
import { connectSignInRule, type SignOutDependent } from "./platform/sessions/ports.ts"
import { exceptionDependent, onlySingleSignOn } from "./platform/single-sign-on/dependent.ts"
import { singleSignOn } from "./platform/single-sign-on/slice.ts"
import { sessions } from "./platform/sessions/slice.ts"
import type { UserDependent } from "./platform/tenants/ports.ts"
import { findTenant } from "./platform/tenants/find-store.ts"
import { tenants } from "./platform/tenants/slice.ts"
import { twoFactor } from "./platform/two-factor/slice.ts"
import { fanOutToWebhooks } from "./platform/webhooks/fan-out-store.ts"
import { webhooks } from "./platform/webhooks/slice.ts"

/** What can be held for approval. A missing gate of an entity type does not compile. */
const gates: Gates = {
  transaction: transactionGate,
  "payment-split": splitGate,
  payout: payoutGate,
  authorization: authorizationGate,
  "refund-intent": refundGate,
  "journal-close": journalCloseGate,
}
const userDependents: UserDependent[] = [
  approverDependent(gates),
  assistantDependent,
  sessionDependent,
  savedViewDependent,
  exceptionDependent,
]
const intentDependents = [transactionDependent, splitDependent, subscriptionDependent, purchaseDependent]
const signOutDependents: SignOutDependent[] = [assistantDependent]

/** Every slice of the application. A slice imports only from slices before it: test/tidy.test.ts reads the order from here. */
const platform = [
  accounts,
  tenants(userDependents),
  auditLog,
  assistants([countRefundDrafts, countHeldForAgent]),
  billing,
  apiKeys(userDependents),
  events,
  mails,
  sessions(signOutDependents),
  passkeys,
  deviceLogins,
  passwords(signOutDependents),
  twoFactor(signOutDependents),
  invitations,
  singleSignOn,
  savedViews,
  notices,
  releases,
  webhooks(() => eventTypes),
  clock(() => application),
]
const business = [
  contacts,
  partnerships(assertMayReclassify),
  bankAccounts([payoutDependent, authorizationDependent]),
  ownAccounts,
  portalAccess,
  approvals(gates),
  services,
  orders(findBill),
  ledger(partnerDebts, balanceHistory),
  paymentIntents(intentDependents),
  paymentSplits,
  transactions,
  gateways,
  gatewayConnections([chargesAtConnection, refundsAtConnection, disputesAtConnection, authorizationsAtConnection]),
  rates,
  bankTransfers,
  authorizations,
  savedMethods,
  charges,
  mandateSignatures,
  refundIntents,
  disputes,
  directDebits,
  payouts,
  paymentFiles,
  subscriptions,
  paymentLinks(intentDependents),
  bankLines,
  bankStatements,
  bankAnswers,
  bankFolders,
  analytics,
  partyAccounts,
  reconciliation,
  documents,
  statements,
  weeklySummary,
  journal,
  checkpoints,
  explain(partnerDebts),
  search,
  imports,
  notes,
  privacy,
  exportAll(() => application.operations),
]

const joined = join([...business, ...platform]) // the reference begins with the business slices
export const application: Application = {
  ...joined,
  errors: [...generalProblem.families, ...joined.errors],
  sweeps: [...kitSweeps, resealSweep(joined.reseals), ...joined.sweeps],
}
export const eventTypes: readonly string[] = eventTypesOf(application.events)
export type Api = ApiOf<(typeof business | typeof platform)[number]["operations"][number]>

connectTenants(findTenant)
connectSignInRule(onlySingleSignOn)
connectFanOut(fanOutToWebhooks)
connectEventEffects({
  dispute: disputeEventEffect,
  refund: refundEventEffect,
  payout: payoutEventEffect,
  mandate: mandateEffect,
  withdrawal: withdrawalEventEffect,
  method: savedMethodEffect,
})
connectAuthorizationDependents([signatureDependent])
connectSavedMethodDependents([cardDependent])
connectChargeDependents([cycleChargeDependent])
connectPaidDependents([purchaseDependent])
connectPayoutDependents([payoutsInFiles])
connectTransactionDependents([debitsInFiles])
connectEventObjects(application.events)
connectActions(application.operations)
connectAuditedObjects(application.audits)
connectAuthenticators({
  assistant: authenticateAssistant,
  "api-key": authenticateApiKey,
  session: authenticateSession,
  "payment-link": authenticatePayer,
  portal: authenticatePortal,
})
