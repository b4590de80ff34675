import { useQuery } from "@tanstack/react-query"
import { FileUp } from "lucide-react"
import { useId, useState } from "react"
import { call, type Output } from "../../client.ts"
import { ObjectLink } from "../../dashboard/object-link.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { Status } from "../../ui/status.tsx"
import { When } from "../../ui/value.tsx"
import { ImportAnswerDialog } from "./import-dialog.tsx"
import { partsOf } from "./resource.tsx"

type PaymentFile = Pick<Output<"GET /v1/payment-files/{id}">, "_id" | "ownAccount" | "sentAt">

/** What the bank has answered about a payment file, the newest first. */
export function AnswersOfFile({ file: { _id, ownAccount, sentAt } }: { file: PaymentFile }) {
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  const mayImport = usePermission()("payouts.send")
  const answers = useQuery({
    queryKey: ["bank-answers", "list", { paymentFile: _id }],
    queryFn: () => call("GET /v1/bank-answers", { paymentFile: _id, limit: 100 }),
  })
  return (
    <Card aria-labelledby={titleId}>
      <CardHead title={<span id={titleId}>{t`Answers of the bank`}</span>} hint={t`What it took, refused or sent back`}>
        {mayImport && sentAt !== null && (
          <Button onClick={() => setOpen(true)}>
            <FileUp className="size-4 text-fg-3" aria-hidden /> {t`Import answer`}
          </Button>
        )}
      </CardHead>
      <CardFailure query={answers} />
      {answers.isPending && <Skeleton className="mx-5 mb-5 w-64" />}
      {answers.data?.data.length === 0 && (
        <p className="border-t border-line px-5 py-6 text-center text-sm text-fg-3">
          {sentAt === null ? t`The file is not marked as sent.` : t`The bank has answered nothing yet.`}
        </p>
      )}
      <ul className="border-t border-line empty:hidden">
        {answers.data?.data.map(answer => (
          <li key={answer._id} className="border-b border-line last:border-0">
            <ObjectLink to="bank-answers" id={answer._id} className="flex min-h-12 items-center gap-3 px-5 py-2 hover:bg-hover">
              <span className="min-w-0 flex-1 leading-tight">
                <span className="block text-sm font-medium">{say(answer.format)}</span>
                <span className="block text-xs text-fg-3">
                  <When at={answer.createdAt} />, {partsOf(answer)}
                </span>
              </span>
              <Status status={answer.status} />
            </ObjectLink>
          </li>
        ))}
      </ul>
      <ImportAnswerDialog isOpen={isOpen} onClose={() => setOpen(false)} ownAccount={ownAccount} />
    </Card>
  )
}
