import { Hourglass } from "lucide-react"
import type { ReactNode } from "react"
import type { Output } from "../../client.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { CopyButton } from "../../ui/copy-button.tsx"
import { Note } from "../../ui/note.tsx"
import { ExactWhen } from "../../ui/value.tsx"

type Transaction = Output<"GET /v1/transactions/{id}">
type Action = NonNullable<Transaction["action"]>

/** What the payer must do before money moves, and until when. */
export const PayerAction = ({ row: { status, action } }: { row: Transaction }) =>
  status === "processing" && action && <ActionNote action={action} />

const ActionNote = ({ action }: { action: Action }) => (
  <Note tone="warn" icon={Hourglass} title={`${titles[action.type]}: ${t`no money has moved yet`}`} action={copyOf(action)}>
    {detailsOf(action)}
    <p>
      {action.expiresAt ? rich`It expires ${<ExactWhen at={action.expiresAt} />}. Then nothing is paid.` : t`It does not expire by itself.`}
    </p>
  </Note>
)

const titles: Record<Action["type"], string> = {
  redirect: t`The payer pays on a page of the gateway`,
  qr: t`The payer scans a code or copies it to the bank`,
  voucher: t`The payer pays a bank slip`,
  "bank-details": t`The payer sends a bank transfer`,
  wait: t`The payer confirms it in the bank's app`,
}

function copyOf(action: Action): ReactNode {
  if (action.type === "redirect")
    return (
      <CopyButton text={action.url} label={t`Link`}>
        {t`Copy link`}
      </CopyButton>
    )
  if (action.type === "qr")
    return (
      <CopyButton text={action.payload} label={t`Code`}>
        {t`Copy code`}
      </CopyButton>
    )
  if (action.type === "voucher")
    return (
      <CopyButton text={action.line} label={t`Line`}>
        {t`Copy line`}
      </CopyButton>
    )
  return undefined
}

function detailsOf(action: Action): ReactNode {
  if (action.type === "qr") return <p className="font-mono text-xs break-all">{action.payload}</p>
  if (action.type === "voucher") return <p className="font-mono text-xs break-all">{action.line}</p>
  if (action.type !== "bank-details") return undefined
  const { accountHolder, iban, account, bic, reference } = action
  const target = [accountHolder, iban ?? account, bic].filter(Boolean).join(", ")
  return <p>{t`To ${target}, reference ${reference}.`}</p>
}
