import { apiKeyOperations } from "./api-keys/operations.ts"
import { auditSweeps } from "./audit/jobs.ts"
import { auditOperations } from "./audit/operations.ts"
import { bankTransferOperations } from "./bank-transfers/operations.ts"
import { bookOperations } from "./books/operations.ts"
import { chargeJobs } from "./charges/jobs.ts"
import { chargeOperations } from "./charges/operations.ts"
import { contactOperations } from "./contacts/operations.ts"
import { eventSweeps } from "./events/jobs.ts"
import { eventOperations } from "./events/operations.ts"
import { gatewayOperations } from "./gateways/operations.ts"
import { type Jobs, kitSweeps, type Loop, type Sweep } from "./kit/jobs.ts"
import type { ApiOf, Operation } from "./kit/operation.ts"
import { mailJobs } from "./mails/jobs.ts"
import { mailOperations } from "./mails/operations.ts"
import { orderOperations } from "./orders/operations.ts"
import { partnershipOperations } from "./partnerships/operations.ts"
import { paymentIntentSweeps } from "./payment-intents/jobs.ts"
import { paymentIntentOperations } from "./payment-intents/operations.ts"
import { splitFollower } from "./payment-splits/accrue.ts"
import { paymentSplitOperations } from "./payment-splits/operations.ts"
import { rateSweeps } from "./rates/jobs.ts"
import { rateOperations } from "./rates/operations.ts"
import { searchOperations } from "./search/operations.ts"
import { serviceOperations } from "./services/operations.ts"
import { tenantOperations } from "./tenants/operations.ts"
import { transactionFollower } from "./transactions/follower.ts"
import { transactionOperations } from "./transactions/operations.ts"
import { webhookLoops, webhookSweeps } from "./webhooks/jobs.ts"
import { webhookOperations } from "./webhooks/operations.ts"

/** The table of contents: every slice's operations, in the order of the reference. */
const all = [
  ...contactOperations,
  ...partnershipOperations,
  ...serviceOperations,
  ...orderOperations,
  ...paymentIntentOperations([transactionFollower, splitFollower]),
  ...transactionOperations,
  ...gatewayOperations,
  ...chargeOperations,
  ...bankTransferOperations,
  ...paymentSplitOperations,
  ...bookOperations,
  ...rateOperations,
  ...searchOperations,
  ...tenantOperations,
  ...apiKeyOperations,
  ...webhookOperations,
  ...eventOperations,
  ...auditOperations,
  ...mailOperations,
]
export const operations: readonly Operation[] = all
export type Api = ApiOf<(typeof all)[number]>

/** What the worker can do, and what comes round by itself. */
export const jobs: Jobs = { ...mailJobs, ...chargeJobs }
export const sweeps: Sweep[] = [...kitSweeps, ...paymentIntentSweeps, ...auditSweeps, ...eventSweeps, ...webhookSweeps, ...rateSweeps]
export const loops: Loop[] = [...webhookLoops]
