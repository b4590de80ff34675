import {
  AlertCircle,
  Archive,
  Ban,
  CheckCircle2,
  CircleDashed,
  CirclePause,
  Clock,
  Hourglass,
  Loader,
  type LucideIcon,
  PencilLine,
  RotateCcw,
  Scale,
  XCircle,
} from "lucide-react"
import { say } from "../lib/words.ts"
import { Badge } from "./badge.tsx"
import type { Tone } from "./tone.ts"

/** Every status of every resource: icon, word and tone, never a colour alone. */
const looks: Record<string, [Tone, LucideIcon]> = {
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
  kept: ["neutral", Archive],
  sent: ["good", CheckCircle2],
  bounced: ["bad", XCircle],
}

export function Status({ status }: { status: string }) {
  const [tone, icon] = looks[status] ?? ["neutral", CircleDashed]
  return (
    <Badge tone={tone} icon={icon}>
      {say(status)}
    </Badge>
  )
}
