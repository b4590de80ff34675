import { useMutation } from "@tanstack/react-query"
import { Download } from "lucide-react"
import { useId } from "react"
import { ApiError, type Output, requestFile } from "../../client.ts"
import { ObjectLink } from "../../dashboard/object-link.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { downloadFile } from "../../lib/download.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { ConfirmIdentity, needsConfirmation } from "../../ui/confirm-identity.tsx"
import { Status } from "../../ui/status.tsx"
import { Money } from "../../ui/value.tsx"
import { AnswersOfFile } from "../bank-answers/of-file.tsx"

type PaymentFile = Output<"GET /v1/payment-files/{id}">

/** The payments with what has become of each, and what the bank has answered about them. */
export const PaymentFileBody = ({ row }: { row: PaymentFile }) => (
  <>
    <Payments row={row} />
    {row.status !== "canceled" && <AnswersOfFile file={row} />}
  </>
)

/** The payments as the file says them, and the file itself. */
function Payments({ row }: { row: PaymentFile }) {
  const titleId = useId()
  return (
    <Card aria-labelledby={titleId}>
      <CardHead title={<span id={titleId}>{t`Payments in this file`}</span>} hint={t`As the file says them`}>
        <DownloadButton row={row} />
      </CardHead>
      <ul className="border-t border-line">
        {row.lines.map(line => (
          <li key={line.endToEndId} className="border-b border-line last:border-0">
            <ObjectLink {...objectOf(line)} className="flex min-h-12 items-center gap-3 px-5 py-2 hover:bg-hover">
              <span className="min-w-0 flex-1 leading-tight">
                <span className="block truncate text-sm font-medium">{line.name}</span>
                <span className="num block text-xs text-fg-3">
                  {[line.account, line.remittance, line.sequence].filter(Boolean).join(" · ")}
                </span>
                {line.reason && <span className="block text-xs text-bad">{line.reason}</span>}
              </span>
              <Status status={line.status} />
              <Money amount={line.amount} currency={row.currency} className="text-sm font-medium" />
            </ObjectLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const objectOf = ({ payout, transaction }: PaymentFile["lines"][number]) =>
  payout === null ? { to: "transactions" as const, id: transaction ?? "" } : { to: "payouts" as const, id: payout }

function DownloadButton({ row: { _id, status } }: { row: PaymentFile }) {
  const can = usePermission()
  const fetching = useMutation({
    mutationFn: () => requestFile(`/v1/payment-files/${_id}/content`),
    onSuccess: downloadFile,
  })
  if (!can("payouts.send") || status === "canceled") return null
  if (needsConfirmation(fetching.error)) return <ConfirmIdentity onConfirmed={() => fetching.mutate()} />
  return (
    <>
      <Button disabled={fetching.isPending} onClick={() => fetching.mutate()}>
        <Download className="size-4 text-fg-3" aria-hidden /> {t`Download`}
      </Button>
      {fetching.error instanceof ApiError && (
        <p role="alert" className="text-xs text-bad">
          {fetching.error.message}
        </p>
      )}
    </>
  )
}
