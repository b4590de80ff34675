import { orders } from "./catalogue/orders/slice.ts"
import { services } from "./catalogue/services/slice.ts"
import { reconciliation } from "./insight/reconciliation/slice.ts"
import { search } from "./insight/search/slice.ts"
import { useFanOut } from "./kit/events/fan-out.ts"
import { kitSweeps } from "./kit/jobs/kit-sweeps.ts"
import { useAuthenticators } from "./kit/operation/authenticator.ts"
import type { ApiOf } from "./kit/operation/operation.ts"
import { type Application, eventTypesOf, join } from "./kit/operation/slice.ts"
import { generalProblem } from "./kit/pure/errors.ts"
import { bankTransfers } from "./money/bank-transfers/slice.ts"
import { charges } from "./money/charges/slice.ts"
import { gateways } from "./money/gateways/slice.ts"
import { ledger } from "./money/ledger/slice.ts"
import { paymentIntents } from "./money/payment-intents/slice.ts"
import { splitDependent } from "./money/payment-splits/accrue.ts"
import { paymentSplits } from "./money/payment-splits/slice.ts"
import { rates } from "./money/rates/slice.ts"
import { transactionDependent } from "./money/transactions/dependent.ts"
import { transactions } from "./money/transactions/slice.ts"
import { contacts } from "./parties/contacts/slice.ts"
import { partnerships } from "./parties/partnerships/slice.ts"
import { authenticateApiKey } from "./platform/api-keys/authenticate-store.ts"
import { apiKeys } from "./platform/api-keys/slice.ts"
import { auditLog } from "./platform/audit/slice.ts"
import { events } from "./platform/events/slice.ts"
import { mails } from "./platform/mails/slice.ts"
import type { UserDependent } from "./platform/tenants/dependents.ts"
import { tenants } from "./platform/tenants/slice.ts"
import { fanOutToWebhooks } from "./platform/webhooks/fan-out-store.ts"
import { webhooks } from "./platform/webhooks/slice.ts"

/** What must change when a user leaves; slices that name users in their own rows join it. */
const userDependents: UserDependent[] = []

/** Every slice of the application. A slice imports only from slices before it: test/tidy.test.ts reads the order from here. */
const platform = [tenants(userDependents), apiKeys(userDependents), auditLog, events, mails, webhooks(() => eventTypes)]
const business = [
  contacts,
  partnerships,
  services,
  orders,
  ledger,
  paymentIntents([transactionDependent, splitDependent]),
  paymentSplits,
  transactions,
  gateways,
  rates,
  bankTransfers,
  charges,
  reconciliation,
  search,
]

const joined = join([...business, ...platform]) // the reference begins with the business
export const application: Application = {
  ...joined,
  errors: [...generalProblem.families, ...joined.errors],
  sweeps: [...kitSweeps, ...joined.sweeps],
}
export const eventTypes: readonly string[] = eventTypesOf(application.events)
export type Api = ApiOf<(typeof business | typeof platform)[number]["operations"][number]>

useFanOut(fanOutToWebhooks)
useAuthenticators({ "api-key": authenticateApiKey })
