import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Undo2 } from "lucide-react"
import { useState } from "react"
import { request } from "../client.ts"
import { usePermission } from "../dashboard/session.tsx"
import { money } from "../lib/money.ts"
import { type Field, textOf } from "../lib/form.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { FormDialog } from "../ui/form.tsx"
import { notify } from "../ui/toast.tsx"
import { reasonField } from "./fields.ts"
import type { Transaction } from "./money-in.tsx"

/** On a settled charge: asks for a refund. It is asked, not sent: a person releases it. */
export function RefundButton({ row }: { row: Transaction }) {
  const [isOpen, setOpen] = useState(false)
  const can = usePermission()
  const navigate = useNavigate()
  const queries = useQueryClient()
  if (row.status !== "succeeded" || row.transactionType === "refund" || !can("refunds.edit")) return null
  const fields: readonly Field[] = [
    {
      name: "amount",
      label: "Amount",
      kind: "money",
      currency: row.currency,
      hint: `Empty: all that is left of ${money(row.amount, row.currency)}`,
    },
    reasonField,
  ]
  return (
    <Card className="flex flex-wrap items-center gap-3 p-5">
      <p className="min-w-0 flex-1 basis-64 text-sm text-fg-2">
        Give this money back, all of it or a part. It waits for a person to release it.
      </p>
      <Button onClick={() => setOpen(true)}>
        <Undo2 className="size-4 text-fg-3" aria-hidden /> Refund…
      </Button>
      <FormDialog<{ _id: string }>
        id={`refund ${row._id}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Ask for a refund"
        description="Nothing is sent yet. Splits of partners are taken back in proportion once it is settled."
        fields={fields}
        submit={values =>
          values["amount"] === "" ? "Ask to refund what is left" : `Ask to refund ${textOf(values, "amount")} ${row.currency}`
        }
        send={(input, idempotencyKey) =>
          request("POST /v1/refund-intents/create", { transaction: row._id, ...input }, { idempotencyKey }) as Promise<{ _id: string }>
        }
        onDone={refund => {
          notify("Refund asked for", "It moves no money until it is released.")
          void queries.invalidateQueries()
          void navigate({ to: `/refunds/${refund._id}` })
        }}
      />
    </Card>
  )
}
