import type { AllDetails } from "../dashboard/resource.ts"
import { apiKeyCreate, apiKeyPage } from "./api-keys/object.tsx"
import { journalClosePage } from "./journal-closes/object.tsx"
import { mandateCreate } from "./authorizations/forms.ts"
import { authorizationPage } from "./authorizations/object.tsx"
import { bankAccountCreate } from "./bank-accounts/forms.ts"
import { bankAccountPage } from "./bank-accounts/object.tsx"
import { bankAnswerCreate, bankAnswerPage } from "./bank-answers/object.tsx"
import { bankStatementCreate, bankStatementPage } from "./bank-statements/object.tsx"
import { bankTransferPage } from "./bank-transfers/object.tsx"
import { checkpointPage } from "./checkpoints/object.tsx"
import { contactCreate } from "./contacts/forms.ts"
import { contactPage } from "./contacts/object.tsx"
import { disputePage } from "./disputes/object.tsx"
import { gatewayConnectionCreate, gatewayConnectionPage } from "./gateway-connections/object.tsx"
import { importCreate, importPage } from "./imports/object.tsx"
import { orderCreate } from "./orders/forms.ts"
import { orderPage } from "./orders/object.tsx"
import { ownAccountCreate } from "./own-accounts/forms.ts"
import { ownAccountPage } from "./own-accounts/object.tsx"
import { partnershipCreate } from "./partnerships/forms.ts"
import { partnershipPage } from "./partnerships/object.tsx"
import { paymentFileCreate } from "./payment-files/forms.ts"
import { paymentFilePage } from "./payment-files/object.tsx"
import { paymentCreate } from "./payment-intents/forms.ts"
import { paymentIntentPage } from "./payment-intents/object.tsx"
import { purchasePage } from "./payment-link-purchases/object.tsx"
import { paymentLinkCreate } from "./payment-links/forms.ts"
import { paymentLinkPage } from "./payment-links/object.tsx"
import { splitCreate } from "./payment-splits/forms.ts"
import { paymentSplitPage } from "./payment-splits/object.tsx"
import { payoutCreate } from "./payouts/forms.ts"
import { payoutPage } from "./payouts/object.tsx"
import { refundIntentPage } from "./refund-intents/object.tsx"
import { savedMethodPage } from "./saved-methods/object.tsx"
import { serviceCreate } from "./services/forms.ts"
import { servicePage } from "./services/object.tsx"
import { subscriptionCreate } from "./subscriptions/forms.ts"
import { subscriptionPage } from "./subscriptions/object.tsx"
import { transactionCreate } from "./transactions/forms.ts"
import { transactionPage } from "./transactions/object.tsx"
import { webhookCreate, webhookPage } from "./webhooks/object.tsx"

/** The forms and object pages of all resources: one script, which the first page does not load. */
export const details: AllDetails = {
  "dev/api-keys": { create: apiKeyCreate, page: apiKeyPage },
  authorizations: { create: mandateCreate, page: authorizationPage },
  "bank-accounts": { create: bankAccountCreate, page: bankAccountPage },
  "bank-answers": { create: bankAnswerCreate, page: bankAnswerPage },
  "bank-statements": { create: bankStatementCreate, page: bankStatementPage },
  "bank-transfers": { page: bankTransferPage },
  checkpoints: { page: checkpointPage },
  contacts: { create: contactCreate, page: contactPage },
  disputes: { page: disputePage },
  "gateway-connections": { create: gatewayConnectionCreate, page: gatewayConnectionPage },
  imports: { create: importCreate, page: importPage },
  "journal-closes": { page: journalClosePage },
  orders: { create: orderCreate, page: orderPage },
  "own-accounts": { create: ownAccountCreate, page: ownAccountPage },
  partnerships: { create: partnershipCreate, page: partnershipPage },
  "payment-files": { create: paymentFileCreate, page: paymentFilePage },
  "payment-intents": { create: paymentCreate, page: paymentIntentPage },
  "payment-link-purchases": { page: purchasePage },
  "payment-links": { create: paymentLinkCreate, page: paymentLinkPage },
  "payment-splits": { create: splitCreate, page: paymentSplitPage },
  payouts: { create: payoutCreate, page: payoutPage },
  "refund-intents": { page: refundIntentPage },
  "saved-methods": { page: savedMethodPage },
  services: { create: serviceCreate, page: servicePage },
  subscriptions: { create: subscriptionCreate, page: subscriptionPage },
  transactions: { create: transactionCreate, page: transactionPage },
  "dev/webhooks": { create: webhookCreate, page: webhookPage },
}
