import { FileCheck2, Undo2 } from "lucide-react"
import type { Actions } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { exactTime } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"
import { documentsField } from "../transactions/forms.ts"

export const disputeActions: Actions<"disputes"> = {
  evidence: {
    label: t`Send evidence`,
    icon: FileCheck2,
    fields: [{ name: "text", label: t`Why the charge is valid`, kind: "long-text", isRequired: true }, documentsField],
    about: row => t`The payer's bank gets the evidence and decides. You can send it until ${exactTime(row.evidenceDueAt)}.`,
    submit: () => t`Send evidence`,
    done: t`Evidence sent`,
  },
  accept: {
    label: t`Accept`,
    icon: Undo2,
    isDanger: true,
    submit: row => t`Give up ${money(row.amount, row.currency)}`,
    about: () => t`The payer keeps the money for good, and partners give back their part.`,
    done: t`Dispute accepted`,
  },
}
