import {
  AlertCircle,
  Archive,
  Ban,
  CheckCircle2,
  CircleDashed,
  CirclePause,
  Clock,
  Hourglass,
  Lightbulb,
  Loader,
  type LucideIcon,
  PencilLine,
  RotateCcw,
  Scale,
  XCircle,
} from "lucide-react"
import type { orderStatuses } from "../../src/catalogue/orders/values.ts"
import type { RequestStatus } from "../../src/control/approvals/values.ts"
import type { AuthorizationStatus } from "../../src/money/authorizations/values.ts"
import type { AnswerStatus } from "../../src/money/bank-answers/values.ts"
import type { LineStatus as BankLineStatus } from "../../src/money/bank-lines/values.ts"
import type { transferStatuses } from "../../src/money/bank-transfers/values.ts"
import type { DisputeStatus } from "../../src/money/disputes/values.ts"
import type { ImportStatus, RowOutcome } from "../../src/insight/imports/values.ts"
import type { Status as IntentStatus } from "../../src/money/payment-intents/values.ts"
import type { Availability, PurchaseStatus } from "../../src/money/payment-links/values.ts"
import type { SplitStatus } from "../../src/money/payment-splits/values.ts"
import type { FileStatus, LineStatus } from "../../src/money/payment-files/values.ts"
import type { PayoutStatus } from "../../src/money/payouts/values.ts"
import type { RefundStatus } from "../../src/money/refund-intents/values.ts"
import type { SubscriptionStatus } from "../../src/money/subscriptions/values.ts"
import type { TransactionStatus } from "../../src/money/transactions/values.ts"
import type { accountStatuses } from "../../src/parties/bank-accounts/values.ts"
import type { ownAccountStatuses } from "../../src/parties/own-accounts/values.ts"
import type { MailStatus } from "../../src/platform/mails/values.ts"
import type { endpointStatuses } from "../../src/platform/webhooks/values.ts"
import { say } from "../lib/words.ts"
import { Badge } from "./badge.tsx"
import type { Tone } from "./tone.ts"

type MoneyStatus =
  | AnswerStatus
  | AuthorizationStatus
  | Availability
  | BankLineStatus
  | DisputeStatus
  | IntentStatus
  | FileStatus
  | LineStatus
  | PayoutStatus
  | PurchaseStatus
  | RefundStatus
  | SplitStatus
  | SubscriptionStatus
  | TransactionStatus
  | (typeof transferStatuses)[number]
type OtherStatus =
  | ImportStatus
  | RowOutcome
  | RequestStatus
  | MailStatus
  | (typeof orderStatuses | typeof accountStatuses | typeof ownAccountStatuses | typeof endpointStatuses)[number]
type Look = [Tone, LucideIcon]

/** Every status of every resource: icon, word and tone, never a colour alone. One that is missing does not compile. */
const looks: Record<MoneyStatus | OtherStatus, Look> & Record<string, Look> = {
  closing: ["info", Loader],
  closed: ["good", CheckCircle2],
  reopening: ["accent", Hourglass],
  reopened: ["warn", RotateCcw],
  "paid-full": ["good", CheckCircle2],
  "paid-partial": ["info", CircleDashed],
  due: ["neutral", Clock],
  overdue: ["bad", AlertCircle],
  canceled: ["neutral", Ban],
  processing: ["info", Loader],
  succeeded: ["good", CheckCircle2],
  failed: ["bad", XCircle],
  reversed: ["warn", RotateCcw],
  "pending-approval": ["accent", Hourglass],
  pending: ["neutral", Clock],
  scheduled: ["info", Clock],
  paid: ["good", CheckCircle2],
  rejected: ["bad", XCircle],
  returned: ["warn", RotateCcw],
  draft: ["neutral", PencilLine],
  approved: ["info", CheckCircle2],
  settled: ["good", CheckCircle2],
  active: ["good", CheckCircle2],
  enabled: ["good", CheckCircle2],
  inactive: ["bad", AlertCircle],
  disabled: ["neutral", Ban],
  revoked: ["neutral", Ban],
  expired: ["neutral", Clock],
  paused: ["warn", CirclePause],
  completed: ["good", CheckCircle2],
  "not-yet": ["info", Clock],
  ended: ["neutral", Clock],
  "used-up": ["neutral", CheckCircle2],
  "sold-out": ["good", CheckCircle2],
  released: ["neutral", RotateCcw],
  open: ["neutral", CircleDashed],
  void: ["neutral", Ban],
  "needs-response": ["bad", AlertCircle],
  "under-review": ["info", Scale],
  won: ["good", CheckCircle2],
  lost: ["bad", XCircle],
  accepted: ["neutral", CheckCircle2],
  unallocated: ["warn", AlertCircle],
  allocated: ["good", CheckCircle2],
  delivered: ["good", CheckCircle2],
  queued: ["neutral", Clock],
  sending: ["info", Loader],
  made: ["neutral", CircleDashed],
  partly: ["warn", AlertCircle],
  kept: ["neutral", Archive],
  archived: ["neutral", Archive],
  sent: ["good", CheckCircle2],
  bounced: ["bad", XCircle],
  failing: ["bad", AlertCircle],
  disconnecting: ["warn", Loader],
  disconnected: ["neutral", Ban],
  new: ["neutral", CircleDashed],
  suggested: ["accent", Lightbulb],
  matched: ["good", CheckCircle2],
  applied: ["good", CheckCircle2],
  applying: ["info", Loader],
  waiting: ["accent", Hourglass],
  ignored: ["neutral", CircleDashed],
  checking: ["info", Loader],
  running: ["info", Loader],
  done: ["good", CheckCircle2],
  created: ["good", CheckCircle2],
  existing: ["neutral", CircleDashed],
  unchanged: ["neutral", CircleDashed],
  differs: ["warn", AlertCircle],
  refused: ["bad", XCircle],
}

export function Status({ status }: { status: string }) {
  const [tone, icon] = looks[status] ?? ["neutral", CircleDashed]
  return (
    <Badge tone={tone} icon={icon}>
      {say(status)}
    </Badge>
  )
}
