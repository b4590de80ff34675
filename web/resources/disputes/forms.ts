import { FileCheck2, Undo2 } from "lucide-react"
import type { Actions } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { exactTime } from "../../lib/time.ts"
import { documentsField } from "../transactions/forms.ts"

export const disputeActions: Actions<"disputes"> = {
  evidence: {
    label: "Send evidence",
    icon: FileCheck2,
    fields: [{ name: "text", label: "Why the charge is valid", kind: "long-text", isRequired: true }, documentsField],
    about: row => `The payer's bank gets the evidence and decides. You can send it until ${exactTime(row.evidenceDueAt)}.`,
    submit: () => "Send evidence",
    done: "Evidence sent",
  },
  accept: {
    label: "Accept",
    icon: Undo2,
    isDanger: true,
    submit: row => `Give up ${money(row.amount, row.currency)}`,
    about: () => "The payer keeps the money for good, and partners give back their part.",
    done: "Dispute accepted",
  },
}
